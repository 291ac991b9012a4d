import type { Answer } from '../../../core/answer.ts';
import { encodeSegment } from '../../../core/http/address.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Resource } from '../../../core/target.ts';
import { isPartOfIt } from '../create/listed-creations.ts';
import { entryId } from '../evidence.ts';
import { wrongEntries } from '../view/entries-of-view.ts';
import { toldIn } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import { unlinkedIn } from '../view/self-links.ts';
import type { Told } from '../view/telling.ts';

/** What a view of several records does not tell, in words. */
export function missingIn(view: Answer, entries: readonly unknown[], resource: Resource): string | undefined {
  const { untold, names, isTwice } = readerOf(view);
  if (isTwice) return 'two documents in one body';
  const some = entriesToLookFor(view, entries);
  // What shows no id is not looked for: a page may show less of each entry than JSON does.
  const identified = some.flatMap((entry): [string, readonly Told[]][] => {
    const id = entryId(entry, resource);
    return id === undefined ? [] : [[id, isObject(entry) ? toldIn(entry) : [['id', id]]]];
  });
  const own = ownValues(view, identified);
  const lost = identified.filter(([id, told]) => !isShown(view, id, own.get(id) ?? told, untold));
  if (lost.length > 0) return `no ${lost.map(([id]) => id).join(', ')}`;
  // A list may show less of each record than JSON does; what it names, it tells.
  const untrue = identified.flatMap(([id, told]) =>
    untold(
      told.filter(([member]) => names(member)),
      'labelled',
    ).map(([member, value]) => `${member} ${String(value)} of ${id}`),
  );
  if (untrue.length > 0) return `no ${untrue.slice(0, 5).join(', ')}`;
  const wrong = wrongEntries(view, some, entries);
  if (wrong !== undefined) return wrong;
  const unlinked = unlinkedIn(view, some);
  return unlinked.length > 0 ? `no link to ${unlinked.slice(0, 3).join(', ')}` : undefined;
}

/**
 * Of each record that nothing else tells apart, the short values that no other one has, of members that the page shows of all others: a price
 * that several have shows none of them. Left out where there is no such member, as where a page shows names alone, and two are alike.
 */
function ownValues(
  view: Answer,
  all: readonly (readonly [string, readonly Told[]])[],
): ReadonlyMap<string, readonly Told[]> {
  if (view.representation.syntax !== 'html' || isPartOfIt(view)) return new Map();
  const { untold } = readerOf(view);
  const counts = new Map<string, number>();
  for (const [, told] of all)
    for (const value of new Set(told.map(([, one]) => String(one)))) counts.set(value, (counts.get(value) ?? 0) + 1);
  const isOwn = ([, value]: Told): boolean => counts.get(String(value)) === 1 && SHORT.test(String(value));
  const owned = all.map(([id, told]) => ({ id, own: told.filter((one) => isOwn(one) && String(one[1]) !== id) }));
  const missed = new Map<string, number>();
  const shown = new Map<string, number>();
  for (const { own } of owned)
    for (const one of own) {
      const counted = untold([one]).length === 0 ? shown : missed;
      counted.set(one[0], (counted.get(one[0]) ?? 0) + 1);
    }
  // Nearly all: what is judged by it is what the few others lack.
  const isTelling = ([member]: Told): boolean => (shown.get(member) ?? 0) > MOST * (missed.get(member) ?? 0);
  return new Map(owned.filter(({ own }) => own.some(isTelling)).map(({ id, own }) => [id, own]));
}

// Written in a page as it is, which a date need not be.
const SHORT = /^(?=.{6,40}$)(?!\d{4}-\d\d-\d\d)[\w.,@+-]+(?: [\w.,@+-]+)*$/u;
const MOST = 3;

// A page is known to show a record by its id, a link to it, or a text of its own.
function isShown(
  view: Answer,
  id: string,
  told: readonly Told[],
  untold: ReturnType<typeof readerOf>['untold'],
): boolean {
  if (untold([['id', id]]).length === 0) return true;
  if (view.representation.strings.some((text) => text === id || linksTo(text, id))) return true;
  if (view.representation.syntax !== 'html') return false;
  return told.some(([member, value]) => String(value) !== id && untold([[member, value]]).length === 0);
}

/** Whether an address in the text has the id for a whole segment: a link to 170 shows nothing of 17. */
function linksTo(text: string, id: string): boolean {
  const [, ...behind] = text.split(`/${encodeSegment(id)}`);
  return behind.some((rest) => !/^[\w%-]/u.test(rest));
}

/** How many are looked for at the beginning, in the middle, and at the end. */
const AT_AN_END = 20;
const ON_A_PAGE = 3;

// A view that comes in pages of its own shows the first records at least.
function entriesToLookFor(view: Answer, entries: readonly unknown[]): readonly unknown[] {
  const isPaged = view.header('Link') !== undefined || view.representation.links.some((link) => link.includes('?'));
  if (isPaged) return entries.slice(0, ON_A_PAGE);
  if (entries.length <= 3 * AT_AN_END) return entries;
  const middle = Math.floor((entries.length - AT_AN_END) / 2);
  return [0, middle, entries.length - AT_AN_END].flatMap((from) => entries.slice(from, from + AT_AN_END));
}
