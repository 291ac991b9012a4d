import type { Answer } from '../../../core/answer.ts';
import { encodeSegment } from '../../../core/http/address.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Resource } from '../../../core/target.ts';
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
  const identified = some.map((entry): [string, readonly Told[]] => {
    const id = entryId(entry, resource) ?? '';
    return [id, isObject(entry) ? toldIn(entry) : [['id', id]]];
  });
  const lost = identified.filter(([id, told]) => !isShown(view, id, told, untold));
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

// A page is known to show a record by its id, a link to it, or a text of its own.
function isShown(
  view: Answer,
  id: string,
  told: readonly Told[],
  untold: ReturnType<typeof readerOf>['untold'],
): boolean {
  if (untold([['id', id]]).length === 0) return true;
  if (view.representation.strings.some((text) => text === id || text.includes(`/${encodeSegment(id)}`))) return true;
  if (view.representation.syntax !== 'html') return false;
  return told.some(([member, value]) => String(value) !== id && untold([[member, value]]).length === 0);
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
