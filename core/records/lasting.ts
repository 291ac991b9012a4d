import { isObject } from '../representation/json-value.ts';
import { sameValue } from '../representation/same-value.ts';
import { isMoment, mayPass, type Span } from './moments.ts';

/** How a record was shown before, and is now. */
export interface Shown {
  readonly before?: unknown;
  readonly now?: unknown;
}

/** Whether a record is shown as it was: a member that comes besides is a change as well. */
export function isSame(a: unknown, b: unknown): boolean {
  return sameValue(a, b) && sameValue(b, a);
}

/** The same, but for moments that may have passed by themselves. */
export function hasLasted(shown: Shown, span: Span): boolean {
  const { before, now } = withoutPassing(shown, span);
  return isSame(before, now);
}

/** Both without the moments that may have passed by themselves between, or that one of them does not show. */
export function withoutPassing(shown: Shown, span: Span): Shown {
  const { before, now } = shown;
  if (!isObject(before) || !isObject(now)) return shown;
  const passes = (name: string): boolean => {
    const [was, is] = [before[name], now[name]];
    if (isMoment(was) && isMoment(is)) return mayPass(was, is, span);
    return (isMoment(was) && is === undefined) || (isMoment(is) && was === undefined);
  };
  return { before: without(before, passes), now: without(now, passes) };
}

/** A record without the members that are computed from others too. */
export function withoutComputed(value: unknown, computed: readonly string[] = []): unknown {
  return isObject(value) ? without(value, (name) => computed.includes(name)) : value;
}

/** A record without its moments, or without those of them that have these names. */
export function withoutMoments(value: unknown, names?: ReadonlySet<string>): unknown {
  if (!isObject(value)) return value;
  return without(value, (name, one) => isMoment(one) && names?.has(name) !== false);
}

/** The names of the moments that are shown otherwise than before. */
export function momentsMoved(views: readonly Shown[]): ReadonlySet<string> {
  const moved = views.flatMap(({ before, now }) => {
    if (!isObject(before) || !isObject(now)) return [];
    return Object.keys(before).filter((name) => isMoment(before[name]) && !sameValue(before[name], now[name]));
  });
  return new Set(moved);
}

/** A record with those moments alone that it was known with. */
export function withMomentsOf(known: unknown, value: unknown): unknown {
  if (!isObject(known) || !isObject(value)) return value;
  return without(value, (name, one) => isMoment(one) && !(name in known));
}

/**
 * What several readings show alike of a record; undefined where they do not. A moment that is another one each time, as that at which a
 * session would end, is left out.
 */
export function steady(first: unknown, later: readonly unknown[], span: Span): unknown {
  const isUnsteady = (name: string, one: unknown): boolean =>
    isMoment(one) && later.some((seen) => !isObject(seen) || !sameValue(one, seen[name]));
  const known = isObject(first) ? without(first, isUnsteady) : first;
  return later.every((seen) => hasLasted({ before: known, now: seen }, span)) ? known : undefined;
}

function without(
  value: Readonly<Record<string, unknown>>,
  isLeftOut: (name: string, one: unknown) => boolean,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([name, one]) => !isLeftOut(name, one)));
}
