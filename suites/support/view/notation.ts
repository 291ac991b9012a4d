import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';

/**
 * Whether a value that is shown tells one that was sent. No types are shown (document 2): a price may come back as an object of amount and
 * currency, a date as a list of its parts. What is sent as a plain value and shown as an object or list is told where that holds it.
 */
export function tellsSent(sent: unknown, got: unknown): boolean {
  if (sameValue(sent, got)) return true;
  if (typeof sent !== 'string' && typeof sent !== 'number' && typeof sent !== 'boolean') return false;
  const parts = partsIn(got, DEEPEST);
  return parts.some((part) => sameValue(sent, part)) || isDateOf(sent, parts);
}

/** How deep a value of several parts may be; what is deeper is a record of its own. */
const DEEPEST = 2;

/** The plain values of an object or list; none of what is a plain value itself. */
function partsIn(value: unknown, depth: number): readonly unknown[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inner.flatMap((one) => (Array.isArray(one) || isObject(one) ? partsIn(one, depth - 1) : [one]));
}

/** Whether these are year, month and day of a date, whatever else of a moment comes with them. */
function isDateOf(sent: unknown, parts: readonly unknown[]): boolean {
  const [, ...due] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/u.exec(String(sent)) ?? [];
  return due.length > 0 && due.every((part) => parts.some((one) => one === Number(part) || one === part));
}
