import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { collection, entryId } from '../evidence.ts';
import { entriesFound, entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { shownEntry } from '../view/entries-of-view.ts';

/** Records that the collection shows and that a query in JSON did not find. None where the two cannot be compared. */
export async function notFound(trial: Trial, found: Answer): Promise<readonly unknown[]> {
  const resource = resourceOf(trial);
  if (resource.list === undefined || resource.list.entries === 'ids' || found.status !== 200) return [];
  const known = entriesFound(found, resource).map((entry) => entryId(entry, resource));
  // Results that show no ids may be any of the records.
  if (known.includes(undefined)) return [];
  return entriesOf(await collection(trial), resource).filter((entry) => {
    const id = entryId(entry, resource);
    return id !== undefined && !known.includes(id);
  });
}

/** One of these records that a view of the query shows all the same, in words: it finds what JSON finds, and no more (document 4.5-2). */
export function alsoShown(trial: Trial, view: Answer, others: readonly unknown[]): string | undefined {
  const resource = resourceOf(trial);
  if (view.status !== 200 || others.length === 0) return undefined;
  if (view.representation.syntax !== 'json') return shownEntry(view, others);
  const ids = others.map((entry) => entryId(entry, resource));
  return entriesFound(view, resource)
    .map((entry) => entryId(entry, resource))
    .find((id) => id !== undefined && ids.includes(id));
}
