import { isObject } from '../representation/json-value.ts';
import { sameValue } from '../representation/same-value.ts';

/** Whether a record is shown as it was: a member that comes besides is a change as well. */
export function isSame(a: unknown, b: unknown): boolean {
  return sameValue(a, b) && sameValue(b, a);
}

/** A record without its moments, which may pass by themselves, and without the members that are computed from others too. */
export function lasting(value: unknown, computed: readonly string[] = []): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name, one]) => !isMoment(one) && !computed.includes(name)));
}

function isMoment(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > LEAST_MOMENT;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:/u.test(value);
}

/** Seconds since 1970, some years ago. */
const LEAST_MOMENT = 1_000_000_000;
