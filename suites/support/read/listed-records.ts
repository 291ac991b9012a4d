import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { entryId, itemAddress, itemRecord, listEntries } from '../evidence.ts';
import { PATIENCE_MS } from '../patience.ts';
import { contradictions, isVolatile } from '../payload/payloads.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';

/** How many listed records are read: those of both ends, where what is long gone or new stands, and as many as are left from between. */
const MOST = 20;
const FIRST = 4;
const LAST = 3;

/** Some of the ids of a list, from every part of it. */
export function someOf(ids: readonly string[]): readonly string[] {
  if (ids.length <= MOST) return ids;
  const between = ids.slice(FIRST, -LAST);
  const count = MOST - FIRST - LAST;
  const spread = Array.from({ length: count }, (_, i) => between[Math.floor((i * between.length) / count)] ?? '');
  return [...ids.slice(0, FIRST), ...spread, ...ids.slice(-LAST)];
}

/** Reads a listed record and compares; what does not fit is looked at again, with the list. */
export async function isAsListed(trial: Trial, list: Answer, id: string): Promise<Answer> {
  const resource = resourceOf(trial);
  const entry = entriesOf(list, resource).find((one) => entryId(one, resource) === id);
  const item = await trial.send({ method: 'GET', address: itemAddress(resource, id) });
  return differsFromEntry(item, entry, resource) === undefined ? item : readsAsListed(trial, id);
}

/**
 * Reads a listed record and compares. Other rules create and delete records at the same time, so what does not fit is only
 * held against the target when a fresh look at the list still shows the record, three times over.
 */
async function readsAsListed(trial: Trial, id: string): Promise<Answer> {
  const resource = resourceOf(trial);
  const address = itemAddress(resource, id);
  for (let round = 1; ; round += 1) {
    const list = await trial.send({ method: 'GET', address: resource.list?.address ?? '' });
    const entry = entryWith(list, resource, id);
    if (entry === undefined) return list;
    // List and record may each show a change a little later than the other.
    const item = await trial.until(
      () => trial.send({ method: 'GET', address }),
      (answer) => differsFromEntry(answer, entry, resource) === undefined,
    );
    const problem = differsFromEntry(item, entry, resource);
    if (problem === undefined) return item;
    if (round < 3) continue;
    // The item was read between two readings of the list: only where these agree did nobody change the record meanwhile. A list may be a
    // little old: the document does not say how soon it follows (4.4).
    const isOther = (again: Answer): boolean => !sameValue(entry, entryWith(again, resource, id));
    const after = await trial.until(
      () => trial.send({ method: 'GET', address: resource.list?.address ?? '' }),
      isOther,
      PATIENCE_MS,
    );
    if (isOther(after)) return after;
    fail(`the listed record ${id}`, problem, list, item);
  }
}

function entryWith(list: Answer, resource: Resource, id: string): unknown {
  return listEntries(list.asControl('GET of the collection'), resource).find(
    (entry) => entryId(entry, resource) === id,
  );
}

function differsFromEntry(item: Answer, entry: unknown, resource: Resource): string | undefined {
  if (item.status !== 200) return `status ${item.brief}`;
  if (!isObject(entry)) return undefined;
  const other = contradictions(entry, itemRecord(item, resource)).filter((member) => !isVolatile(member));
  return other.length === 0 ? undefined : `other values for ${other.join(', ')}: ${item.brief}`;
}
