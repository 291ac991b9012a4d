import { changedMembers, hasGrown, type Shown } from '../records/shows-sent.ts';
import { isObject } from '../representation/json-value.ts';
import { sameValue } from '../representation/same-value.ts';

/** How a list shows records, held against a GET of them at the same time. */
export interface Likeness {
  /** Whether the list shows all that a GET does. */
  readonly isWhole: boolean;
  /** The members that both show, and not alike: a list may show a name for a record, or the beginning of a text. */
  readonly unalike: ReadonlySet<string>;
}

/** A record as a list shows it, and as a GET does. */
export interface TwoViews {
  readonly entry: unknown;
  readonly record: unknown;
}

/** What records show that were read in both ways. Of none, nothing is known. */
export function likenessOf(views: readonly TwoViews[]): Likeness {
  const unalike = views.flatMap((view) => changedIn(view, 'in both').map(([name]) => name));
  const isWhole = views.length > 0 && views.every(({ entry, record }) => sameValue(record, entry));
  return { isWhole, unalike: new Set(unalike) };
}

/** Both together: what is unalike by one of them is. */
export function likeBoth(a: Likeness, b: Likeness): Likeness {
  return { isWhole: a.isWhole && b.isWhole, unalike: new Set([...a.unalike, ...b.unalike]) };
}

/**
 * Whether a GET shows a record otherwise than the list did before. What only counts up is no sign of that, nor is an answer that shows
 * nothing of the record, such as a page to log in.
 */
export function isOtherwise({ entry, record }: TwoViews, { isWhole, unalike }: Likeness): boolean {
  if (!isObject(entry) || !isObject(record)) return false;
  const changed = changedIn({ entry, record }, isWhole ? 'in the record' : 'in both');
  const isAny = Object.keys(record).some((name) => name in entry && sameValue(entry[name], record[name]));
  return isAny && changed.some(([name, shown]) => !unalike.has(name) && !isCut(shown) && !hasGrown(shown));
}

/** The members that a GET shows otherwise than the list; those that the list alone shows say nothing. */
function changedIn({ entry, record }: TwoViews, which: 'in the record' | 'in both'): readonly [string, Shown][] {
  if (!isObject(entry) || !isObject(record)) return [];
  const counts = (name: string): boolean => name in record && (which === 'in the record' || name in entry);
  return [...changedMembers({ before: entry, now: record })].filter(([name]) => counts(name));
}

/** Whether a list shows the beginning of a text alone: of a long one, where others are short. */
function isCut({ before, now }: Shown): boolean {
  if (typeof before !== 'string' || typeof now !== 'string' || before.length < LEAST_CUT) return false;
  return now.startsWith(before.replace(/\s*(?:…|\.{3})$/u, ''));
}

/** A shorter text is a word, such as a state. */
const LEAST_CUT = 16;
