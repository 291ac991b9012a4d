import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { contradictions, isVolatile } from '../payload/payloads.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';

type Shown = Readonly<Record<string, unknown>>;

/** Records that a query found. */
export interface FoundRecords {
  readonly answer: Answer;
  readonly resource: Resource;
  readonly recordsIn: (answer: Answer) => readonly unknown[];
  /** Whether they are those of the resource, so that each is read by its id (document 4.4); a result (4.3) may be of its own kind. */
  readonly areTheSame: boolean;
}

/**
 * What was found, by the ids of its first records, where they are read: the same values (document 4.3, 4.4). Others may change a record
 * meanwhile, so that the query is asked again before a verdict.
 */
export async function readAsFound(trial: Trial, found: FoundRecords): Promise<readonly Answer[]> {
  const { item } = found.resource;
  if (item === undefined || item.envelope !== '') return [];
  const answers: Answer[] = [];
  for (const record of found.recordsIn(found.answer).filter(isObject).slice(0, 2)) {
    const id = idOf(record, found.resource);
    if (id !== undefined) answers.push(await isReadAs(trial, record, fillTemplate(item.address, { id }), found));
  }
  return answers;
}

async function isReadAs(
  trial: Trial,
  record: Shown,
  address: string,
  { answer: first, resource, recordsIn, areTheSame }: FoundRecords,
): Promise<Answer> {
  const id = idOf(record, resource);
  const request = { method: 'GET', address, headers: jsonOf(resource) };
  const faultIn = (one: Shown, read: Answer): string | undefined => {
    const { value } = read.representation;
    if (isAbsent(read)) return areTheSame ? read.brief : undefined;
    const other = read.status === 200 && isObject(value) ? otherIn(one, value) : [];
    return other.length === 0 ? undefined : `other values for ${other.join(', ')}`;
  };
  const read = await trial.send(request);
  if (faultIn(record, read) === undefined) return read;
  const ask = (): Promise<Answer> => trial.send({ method: 'GET', address: first.exchange.request.url });
  const entryIn = (found: Answer): unknown => recordsIn(found).find((one) => idOf(one, resource) === id);
  // A member may count the records of the run, which come and go meanwhile: what it says is the same now and then by chance.
  const look = async (): Promise<Seen | undefined> => {
    const again = await ask();
    const later = await trial.send(request);
    const [still, after] = [entryIn(again), entryIn(await ask())];
    // Others may change it all the while, which says nothing of the reading between.
    const isSteady = isObject(still) && isObject(after) && otherIn(still, after).length === 0;
    const fault = isSteady ? faultIn(still, later) : undefined;
    return fault === undefined ? undefined : { fault, again, later };
  };
  const seen = await seenEachTime(await look(), look);
  if (seen === undefined) return read;
  fail(`the record ${id ?? ''} as it is read at ${address}`, seen.fault, first, seen.again, seen.later);
}

/** What a record is read as otherwise, between two equal answers to the query. */
interface Seen {
  readonly fault: string;
  readonly again: Answer;
  readonly later: Answer;
}

/** The members that two views of a record show with other values; those that tell a time or a version are left out. */
export function otherIn(record: Shown, read: Shown): string[] {
  return contradictions(record, read).filter((member) => !isVolatile(member));
}

/** The id that a record shows. */
export function idOf(record: unknown, { item }: Resource): string | undefined {
  const member = (item?.id ?? '/id').replace(/^\//u, '');
  return isObject(record) ? idText(record[member]) : undefined;
}

/** What asks for the JSON of a resource. */
export function jsonOf({ mediaTypes, headers }: Resource): Readonly<Record<string, string>> {
  return { accept: mediaTypes.json, ...headers };
}

/** What a query found, where it is an array. */
export function recordsIn({ representation: { value } }: Answer): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
