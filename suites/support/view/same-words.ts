import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';

/** A JSON value as text. In which order an object has its members means nothing (RFC 8259 4), so it makes no other text. */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? '';
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, ordered(value[name])]));
}

/** Whether two bodies tell the same: in the same characters, or as JSON with the members in another order. */
export function saysTheSame(a: Answer, b: Answer): boolean {
  if (a.text === b.text) return true;
  // The order of members alone changes no length, and most readings that differ do so in theirs.
  if (a.text.length !== b.text.length) return false;
  const [one, other] = [a.representation, b.representation];
  if (one.syntax !== 'json' || other.syntax !== 'json') return false;
  return one.problem === undefined && other.problem === undefined && canonical(one.value) === canonical(other.value);
}

/** A JSON value as text, whatever the order of lists. In which order a list comes is not shown (document 4.4), so that a server may think nothing of it. */
export function inAnyOrder(value: unknown): string {
  return Array.isArray(value) ? value.map(inAnyOrder).toSorted().join() : canonical(value);
}

/** The same as `saysTheSame`, for lists that may come in another order each time. */
export function saysTheSameInAnyOrder(a: Answer, b: Answer): boolean {
  if (saysTheSame(a, b)) return true;
  const [one, other] = [a.representation, b.representation];
  if (one.syntax !== 'json' || other.syntax !== 'json') return false;
  return one.problem === undefined && other.problem === undefined && inAnyOrder(one.value) === inAnyOrder(other.value);
}
