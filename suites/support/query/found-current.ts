import type { Answer } from '../../../core/answer.ts';
import { isAbsent, isRefusal } from '../../../core/http/status-kinds.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { changesOf } from '../changes.ts';
import { type Created, create, deletion, entryId, keptAfter, samplePayload } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { type Findable, followsChange, type Shown } from './found-changed.ts';
import { findsByNewText, type Renamed } from './found-renamed.ts';
import { askFor, entriesFound, shownValue } from './queries.ts';

type Readable = Created & { readonly address: string };

/** A record of the run, and the query that finds it by a value that nobody else has. */
interface Sought {
  readonly record: Readable;
  readonly ask: () => Promise<Answer>;
  readonly entryIn: (answer: Answer) => Shown | undefined;
}

/**
 * Demands that a query gives a new record by its own value, which has more than 100 characters where the target takes such (document 4.4),
 * by another one when that was changed and not by the one before, as it is after a change, and no more when it was deleted. Results need not show ids, a long value may be refused (8), and what caches
 * may keep is rightly old (RFC 9111 4.2).
 */
export async function findsWhatIsThereNow(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { query, item } = resource;
  if (query?.field === undefined || item === undefined || whyNotCreatable(resource) !== undefined) return [];
  const record = await madeToBeFound(trial, query.field);
  if (record === undefined) return [];
  const own = await trial.send({ method: 'GET', address: record.address });
  const value = shownValue(recordIn(trial, own), query.field);
  // A value that is no part of this run may be others' as well.
  if (value?.includes(record.unique) !== true || !mayBeAsked(query, value)) return [];
  const sought: Sought = {
    record,
    ask: () => askFor(trial, value),
    entryIn: (answer) =>
      entriesFound(answer, resource)
        .filter(isObject)
        .find((entry) => entryId(entry, resource) === record.id),
  };
  const found = await trial.until(sought.ask, (answer) => sought.entryIn(answer) !== undefined, PATIENCE_MS);
  if (sought.entryIn(found) === undefined) return isFound(trial, { own, found, value, ...sought });
  if (mayBeKept(found)) return [found];
  const renamed = await renamedRecord(trial, sought, { found, value });
  const now: Sought = { ...sought, ask: () => askFor(trial, renamed.text) };
  const changing: Findable = {
    ...now,
    // The last ones first: what completes or cancels a record may be the end of all changes.
    changes: changesOf(trial, resource, record).reverse(),
    read: () => trial.send({ method: 'GET', address: record.address }),
    recordIn: (answer) => recordIn(trial, answer),
  };
  const before = renamed.text === value ? own : await changing.read();
  return [
    ...renamed.answers,
    ...(await followsChange(trial, changing, before, renamed.found)),
    ...(await followsDeletion(trial, now, renamed.found)),
  ];
}

/** The record with another value in the member that is compared, where that holds a fresh value of its own (document 4.4). */
async function renamedRecord(
  trial: Trial,
  { record, entryIn }: Sought,
  { found, value }: { readonly found: Answer; readonly value: string },
): Promise<Renamed> {
  const resource = resourceOf(trial);
  const member = memberOf(resource.query?.field ?? '');
  const sample = resource.create?.sample[member];
  const as: Renamed = { text: value, found, answers: [found] };
  if (typeof sample !== 'string' || !sample.includes('{unique}')) return as;
  const textOf = (unique: string): string => sample.replaceAll('{unique}', unique);
  if (!mayBeAsked(resource.query, textOf(record.unique))) return as;
  return findsByNewText(trial, {
    resource,
    record,
    member,
    text: value,
    textOf,
    askFor: (text) => askFor(trial, text),
    isFound: (answer) => entryIn(answer) !== undefined,
    isNothing: (answer) => isEmpty(trial, answer),
    found,
  });
}

/** The member to which a pointer leads from a record; none where it stands deeper. */
function memberOf(pointer: string): string {
  return /^\/([^/~]+)$/u.exec(pointer)?.[1] ?? '';
}

/** More than the 100 characters that a short column holds, and less than any address has room for. */
const LONG = 120;

/** A record with a long value in the member that is compared, or with the sample's where a long one is refused. */
async function madeToBeFound(trial: Trial, field: string): Promise<Readable | undefined> {
  const member = memberOf(field);
  const longer = (unique: string): JsonObject => {
    const payload = samplePayload(resourceOf(trial), unique);
    const text = payload[member];
    if (typeof text !== 'string' || !text.includes(unique)) return payload;
    return { ...payload, [member]: `${text} ${'of the north '.repeat(LONG)}`.slice(0, LONG).trimEnd() };
  };
  const first = await create(trial, longer);
  const record = isRefusal(first.answer) ? await create(trial) : first;
  const { answer, address, claim, id } = record;
  if (!answer.succeeded || address === undefined || id === undefined || claim?.existed !== undefined) return undefined;
  return { ...record, address };
}

/** Where others are found with their ids, the new record is found too, unless its value may not be asked for. */
async function isFound(
  trial: Trial,
  { own, found, value, record, ask, entryIn }: Sought & Readonly<{ own: Answer; found: Answer; value: string }>,
): Promise<readonly Answer[]> {
  if (!isEmpty(trial, found) || mayBeKept(found)) return [found];
  const still = await trial.send({ method: 'GET', address: record.address });
  const again = await ask();
  const { query } = resourceOf(trial);
  const isThere = still.status === 200 && shownValue(recordIn(trial, still), query?.field) === value;
  const isStillEmpty = again.status === found.status && entriesFound(again, resourceOf(trial)).length === 0;
  if (isThere && isStillEmpty && entryIn(again) === undefined)
    fail(`the record with “${value}”`, `nothing: ${again.brief}`, own, still, again);
  return [found, still, again];
}

function isEmpty(trial: Trial, answer: Answer): boolean {
  return answer.status === 204 || (answer.status === 200 && entriesFound(answer, resourceOf(trial)).length === 0);
}

async function followsDeletion(
  trial: Trial,
  { record, ask, entryIn }: Sought,
  found: Answer,
): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (resource.delete === undefined || record.deletion === undefined) return [];
  // A later record stays in place, so that the id is not given again.
  await keptAfter(trial, record.address);
  const deleted = await trial.send(deletion(resource, record));
  if (!deleted.succeeded || deleted.status === 202) return [];
  const answer = await trial.until(ask, (one) => entryIn(one) === undefined, PATIENCE_MS);
  if (entryIn(answer) === undefined) return [answer];
  const gone = await trial.send({ method: 'GET', address: record.address });
  const again = await ask();
  if (isAbsent(gone) && entryIn(again) !== undefined)
    fail(`no record ${record.id ?? ''}, which was deleted`, `it is found: ${again.brief}`, found, deleted, gone, again);
  return [answer, gone, again];
}

function recordIn(trial: Trial, answer: Answer): Shown | undefined {
  const record = at(answer.representation.value, resourceOf(trial).item?.envelope ?? '');
  return answer.status === 200 && isObject(record) ? record : undefined;
}
