import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { tellsSent } from '../view/notation.ts';

/**
 * The members of `sent` that `got` shows under the same name with another value. Members that are not shown are no
 * difference: what a representation shows is left open (document 4.4-c3).
 */
export function contradictions(sent: Readonly<Record<string, unknown>>, got: unknown): string[] {
  if (!isObject(got)) return [];
  return Object.keys(sent).filter((name) => name in got && !tellsSent(sent[name], got[name]));
}

// Members by whose nature two readings may differ: moments, counters of readings, marks of the request.
const VOLATILE =
  /time|date|_at$|At$|served|request|trace|nonce|now|views|hits|reads$|visits|expir|remaining|elapsed|cursor|token|signature|[sS]een|^age(?![a-z])|_age|Age(?![a-z])|Ms$|_ms$/u;

/** Whether a member's name says that two readings may differ in it. */
export function isVolatile(member: string): boolean {
  return VOLATILE.test(member);
}

// Marks of a version may rightly move with every request, and with what a form stores.
const MARK = /^_?rev|version|etag|hash|seq|count/u;

/** Whether a member's name says that it marks a version. */
export function isMark(member: string): boolean {
  return MARK.test(member);
}

/** A JSON value without the members, at any depth, that differ by nature from one reading to the next. */
export function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (!isObject(value)) return value;
  const lasting = Object.entries(value).filter(([name]) => !isVolatile(name));
  return Object.fromEntries(lasting.map(([name, inner]) => [name, withoutVolatile(inner)]));
}

/** Whether a value may move by itself from one reading to the next: a count, or a moment. */
export function movesByItself(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return true;
  return [a, b].every((value) => typeof value === 'string' && MOMENT.test(value));
}

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}/u;

/** The members in which two readings of one record differ, those left out that differ by nature. */
export function differences(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): string[] {
  const members = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...members].filter(
    (member) => !isVolatile(member) && !(sameValue(a[member], b[member]) && sameValue(b[member], a[member])),
  );
}
