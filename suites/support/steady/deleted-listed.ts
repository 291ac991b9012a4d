import type { Answer } from '../../../core/answer.ts';
import { header, type RecordedRequest } from '../../../core/http/exchange.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { samePath } from '../../../core/ids/record-address.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { freshValues, sentValue } from '../create/creations.ts';
import { equalReadings } from '../equal-readings.ts';
import { entryId } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { withSuffix } from '../negotiate/accept.ts';
import { PATIENCE_MS } from '../patience.ts';
import { entriesOf } from '../query/queries.ts';
import { type CreatedRecord, endOf, startOf } from '../record-histories.ts';
import { resourceOf } from '../subjects.ts';

/** A record of the run, and what its deletion was answered. */
interface Deleted {
  readonly answer: Answer;
  readonly record: CreatedRecord;
}

/**
 * Demands that no list of the run, in whichever representation and by whichever address, shows a record that was deleted before it was
 * asked for (document 4.4-m1, 4.5-2). A list may follow late: what shows one is asked for again, until it does not.
 */
export async function listsNoneDeleted(trial: Trial, deleted: readonly Deleted[]): Promise<readonly Answer[]> {
  const lists = [...equalReadings(trial.seen).values()].flatMap((group) =>
    group.filter((one) => isList(trial, one)).slice(-1),
  );
  const values = new Map(ownValues(trial, deleted));
  const again: Answer[] = [];
  for (const list of lists) {
    if (shownIn(trial, list, values) === undefined) continue;
    for (const value of await copied(trial, values)) values.delete(value);
    const shown = shownIn(trial, list, values);
    if (shown === undefined) continue;
    const read = await trial.send({ method: 'GET', address: shown.record.address });
    // What can be read is rightly listed: it may have been brought back, or its id be given anew.
    if (!isAbsent(read)) continue;
    const later = await trial.until(
      () => trial.send(asItWasSent(list.exchange.request)),
      (answer) => shownIn(trial, answer, values) === undefined,
      PATIENCE_MS,
    );
    if (isList(trial, later) && shownIn(trial, later, values)?.record === shown.record)
      fail('a list without what was deleted', `${shown.record.address} in it`, shown.answer, read, later);
    again.push(later);
  }
  return again;
}

/** The collection, chosen by its plain address, by a suffix or by a parameter. What a cache may keep is rightly old (RFC 9111 4.2). */
function isList(trial: Trial, answer: Answer): boolean {
  const { list, representations } = resourceOf(trial);
  const { method, url } = answer.exchange.request;
  if (list === undefined || method !== 'GET' || answer.status !== 200 || mayBeKept(answer)) return false;
  const addresses = [list.address, ...representations.map((name) => withSuffix(list.address, name))];
  return addresses.some((address) => samePath(trial.target, address, url));
}

/** The deleted records by the value that each was sent, where that was sent in no request about anything else. */
function ownValues(trial: Trial, deleted: readonly Deleted[]): ReadonlyMap<string, Deleted> {
  const sent = new Map<string, number>();
  for (const answer of trial.seen) {
    const { method, body, url } = answer.exchange.request;
    if (method === 'GET' || method === 'HEAD') continue;
    const text = `${url} ${body === null ? '' : decoder.decode(body)}`;
    for (const value of new Set(freshValues(trial, text))) sent.set(value, (sent.get(value) ?? 0) + 1);
  }
  return new Map(
    deleted.flatMap((one): [string, Deleted][] => {
      const value = sentValue(trial, one.record.creation);
      return value === undefined || sent.get(value) !== 1 ? [] : [[value, one]];
    }),
  );
}

const decoder = new TextDecoder();

/** The values that the list shows by now in records of other ids alone: somebody else copied what the run made. */
async function copied(trial: Trial, values: ReadonlyMap<string, Deleted>): Promise<readonly string[]> {
  const resource = resourceOf(trial);
  if (resource.list === undefined || resource.list.entries === 'ids') return [];
  const headers = { accept: resource.mediaTypes.json };
  const list = await trial.send({ method: 'GET', address: resource.list.address, headers });
  const entries = list.status === 200 ? entriesOf(list, resource) : [];
  return [...values].flatMap(([value, { record }]) => {
    const own = trial.records.claimOf(record.creation)?.id;
    const ids = entries
      .filter((entry) => JSON.stringify(entry).includes(value))
      .map((entry) => entryId(entry, resource));
    return ids.length > 0 && own !== undefined && ids.every((id) => id !== undefined && id !== own) ? [value] : [];
  });
}

/** A record in it that was deleted before it was asked for. */
function shownIn(trial: Trial, list: Answer, values: ReadonlyMap<string, Deleted>): Deleted | undefined {
  const texts = [list.text, ...list.representation.strings].join(' ');
  // A list may tell the query that it answers.
  const asked = new Set(freshValues(trial, list.exchange.request.url));
  for (const value of new Set(freshValues(trial, texts))) {
    const own = values.get(value);
    if (own !== undefined && !asked.has(value) && endOf(own.answer) < startOf(list)) return own;
  }
  return undefined;
}

/** The same request, with the field that chose the representation. */
function asItWasSent({ method, url, headers }: RecordedRequest): Parameters<Trial['send']>[0] {
  const accept = header(headers, 'Accept');
  return { method, address: url, ...(accept === undefined ? {} : { headers: { accept } }) };
}
