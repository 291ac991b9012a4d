import type { Shown } from '../records/lasting.ts';
import { changedMembers, hasGrown } from '../records/shows-sent.ts';
import { isObject } from '../representation/json-value.ts';
import { sameValue } from '../representation/same-value.ts';
import { isCalledReference } from './references.ts';

/** How a list shows records, held against a GET of them at the same time. */
export interface Likeness {
  /** Whether the list shows all that a GET does. */
  readonly isWhole: boolean;
  /** The members that both show, and not alike: a list may show a name for a record, or the beginning of a text. */
  readonly unalike: ReadonlySet<string>;
}

/** What records show that were read by a list (`before`) and by a GET (`now`) at one time. Of none, nothing is known. */
export function likenessOf(views: readonly Shown[]): Likeness {
  const unalike = views.flatMap((view) => changedIn(view, 'in both').map(([name]) => name));
  const isWhole = views.length > 0 && views.every(({ before, now }) => sameValue(now, before));
  return { isWhole, unalike: new Set(unalike) };
}

/** Both together: what is unalike by one of them is. */
export function likeBoth(a: Likeness, b: Likeness): Likeness {
  return { isWhole: a.isWhole && b.isWhole, unalike: new Set([...a.unalike, ...b.unalike]) };
}

/**
 * Whether a GET (`now`) shows a record otherwise than the list did before. What only counts up is no sign of that, nor is an answer that shows
 * nothing of the record, such as a page to log in.
 */
export function isOtherwise(shown: Shown, { isWhole, unalike }: Likeness): boolean {
  const { before, now } = shown;
  if (!isObject(before) || !isObject(now)) return false;
  const changed = changedIn(shown, isWhole ? 'in the record' : 'in both');
  const isAny = Object.keys(now).some((name) => name in before && sameValue(before[name], now[name]));
  const isCount = (name: string, one: Shown): boolean => hasGrown(one) && !isCalledReference(name);
  return isAny && changed.some(([name, one]) => !unalike.has(name) && !isCut(one) && !isCount(name, one));
}

/** The members that a GET shows otherwise than the list; those that the list alone shows say nothing. */
function changedIn({ before, now }: Shown, which: 'in the record' | 'in both'): readonly [string, Shown][] {
  if (!isObject(before) || !isObject(now)) return [];
  const counts = (name: string): boolean => name in now && (which === 'in the record' || name in before);
  return [...changedMembers({ before, now })].filter(([name]) => counts(name));
}

/** Whether a list shows the beginning of a text alone: of a long one, where others are short. */
function isCut({ before, now }: Shown): boolean {
  if (typeof before !== 'string' || typeof now !== 'string' || before.length < LEAST_CUT) return false;
  return now.startsWith(before.replace(/(?:…|\.{3})$/u, '').trimEnd());
}

/** A shorter text is a word, such as a state. */
const LEAST_CUT = 16;
