import type { Answer } from '../../core/answer.ts';
import { fillTemplate } from '../../core/http/address.ts';
import type { HttpRequest } from '../../core/http/exchange.ts';
import { fillUnique } from '../../core/ids/placeholders.ts';
import type { Claim } from '../../core/records/record-claim.ts';
import { deleteRequestOf } from '../../core/records/record-requests.ts';
import { foundIn, idOfEntry, listedIn, queryEnvelope } from '../../core/representation/entries.ts';
import { at } from '../../core/representation/json-pointer.ts';
import { idText, isObject } from '../../core/representation/json-value.ts';
import { fail, notExercised } from '../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../core/run/shared-evidence.ts';
import type { Trial } from '../../core/run/trial.ts';
import type { JsonObject, Resource } from '../../core/target.ts';
import { because } from './because.ts';
import { resourceName, resourceOf } from './subjects.ts';

export { mayAsk } from '../../core/http/origins.ts';

/** A record that a rule made. */
export interface Created {
  readonly answer: Answer;
  readonly payload: JsonObject;
  /** The value that `{unique}` became. */
  readonly unique: string;
  /** Where the record is: its Location, or what the item template makes of its id; undefined when neither is known. */
  readonly address: string | undefined;
  readonly id: string | undefined;
  /** Which record the answer names, as the run's records have it; undefined where nothing was created. */
  readonly claim?: Claim | undefined;
  /** So many records of the resource the run had when the answer came, this one included; undefined where nobody counted. */
  readonly held?: number;
  /** The request that deletes it; undefined where the resource offers none or the id is not known. */
  readonly deletion?: HttpRequest | undefined;
}

/** The request that creates a record with this payload. */
export function createRequest(resource: Resource, payload: unknown, unique: string): HttpRequest & { method: string } {
  const { create } = resource;
  if (create === undefined) throw new Error(`${resource.name} offers no creation`);
  const contentType = resource.mediaTypes.request;
  return {
    method: create.method,
    address: fillTemplate(create.address, { unique }),
    json: payload,
    headers: { 'content-type': contentType },
  };
}

/** Creates a record of the trial's resource and waits until it shows. Says nothing about the answer. */
export async function create(trial: Trial, payloadOf?: (unique: string) => JsonObject): Promise<Created> {
  const resource = resourceOf(trial);
  const unique = trial.unique();
  const payload = payloadOf?.(unique) ?? samplePayload(resource, unique);
  const request = createRequest(resource, payload, unique);
  const record = created(trial, await trial.send(request), payload, unique);
  await settles(trial, record);
  return record;
}

/** Where effects may take a while to show, a record is waited for before anything is asked of it. */
export async function settles(trial: Trial, { answer, address }: Created): Promise<void> {
  if (trial.settleMs === 0 || !answer.succeeded || address === undefined || resourceOf(trial).item === undefined)
    return;
  await trial.until(
    () => trial.send({ method: 'GET', address }),
    (read) => read.status !== 404,
  );
}

/** The sample with its `{unique}` filled. */
export function samplePayload(resource: Resource, unique: string): JsonObject {
  return fillUnique(resource.create?.sample ?? {}, unique);
}

/** Which record the answer to a creation names: by its Location, or by the id that the target file points to. */
export function recordNamed(trial: Trial, answer: Answer): Pick<Created, 'id' | 'address'> {
  const { id, address } = trial.records.claimOf(answer) ?? {};
  return { id, address };
}

/** Reads a create answer: which record it names. That record is deleted when the trial ends, once it is shown to be the run's. */
export function created(trial: Trial, answer: Answer, payload: JsonObject, unique: string): Created {
  const claim = trial.records.claimOf(answer);
  const { id, address } = claim ?? {};
  const { home } = trial.records;
  const deletion = id === undefined ? undefined : deleteRequestOf(home, resourceOf(trial), { id, answer });
  return { answer, payload, unique, address, id, claim, held: heldBy(trial), deletion };
}

/** How many records of the trial's resource the run made and has not deleted yet. */
function heldBy(trial: Trial): number {
  const resource = resourceOf(trial);
  return trial.records.claims.filter((claim) => claim.resource === resource && !claim.gone).length;
}

/** One creation of the sample, shared by every rule that only reads its answer. */
export const firstCreated: Evidence<Created> = evidence(resourceName, (shared) => create(shared));

/** A fresh record whose address is known; without one the check ends as not exercised. */
export async function createRecord(trial: Trial): Promise<Created & { readonly address: string }> {
  const record = await create(trial);
  return addressed(record);
}

/**
 * A fresh record that is going to be deleted and asked for again. A second one is made after it and kept to the end of the
 * run: a target that gives the highest id anew would otherwise hand the deleted one to a rule that runs beside this one.
 */
export async function createRecordToDelete(trial: Trial): Promise<Created & { readonly address: string }> {
  const record = await createRecord(trial);
  await keptAfter(trial, record.address);
  return record;
}

/** Leaves a later record in place, so that a target which counts ids from the highest gives the deleted one to nobody. */
export const keptAfter: Evidence<Created, [address: string]> = evidence(
  (_, address) => address,
  (shared) => create(shared),
);

interface Indexed {
  /** How many answers are in the index. */
  count: number;
  readonly byMethod: Map<string, Answer[]>;
}

const indexes = new WeakMap<readonly Answer[], Indexed>();

/** The successful answers to a method. Those of a run are sorted as they come: it may be asked after every step of a sequence. */
function succeededBy(method: string, seen: readonly Answer[]): readonly Answer[] {
  const index = indexes.get(seen) ?? { count: 0, byMethod: new Map<string, Answer[]>() };
  indexes.set(seen, index);
  for (const answer of seen.slice(index.count)) {
    const sent = answer.exchange.request.method;
    const group = index.byMethod.get(sent) ?? [];
    if (answer.succeeded) group.push(answer);
    index.byMethod.set(sent, group);
  }
  index.count = seen.length;
  return index.byMethod.get(method) ?? [];
}

/** Whether the address of a record was given to a later one of this run, after which nothing can be said of the first. */
export function isIdReused(
  trial: Trial,
  { answer, address, claim }: Pick<Created, 'answer' | 'address' | 'claim'>,
): boolean {
  // The run creates some records beside the rules, whose answers are not among those that rules see.
  if (claim?.id !== undefined && trial.records.claimOfId(claim.resource, claim.id) !== claim) return true;
  const { method, url } = answer.exchange.request;
  const same = succeededBy(method, trial.seen);
  // Without a Location the id in the body names the record, and so it does where the Location need not (RFC 9110 10.2.2).
  if (answer.location === undefined || answer.status !== 201) {
    const creations = same.filter((other) => other.exchange.request.url === url);
    return creations.filter((other) => recordNamed(trial, other).address === address).length > 1;
  }
  return same.filter(({ location }) => location === answer.location).length > 1;
}

/** Insists that a record was created and that its address is known: the control of everything that works on it. */
export function addressed(record: Created): Created & { readonly address: string } {
  record.answer.asControl('creating a record');
  const { address } = record;
  if (address === undefined) {
    const why = record.claim?.problem ?? 'its answer names no address of it';
    notExercised(`a record was created, but ${why} (${record.answer.brief})`, record.answer);
  }
  return { ...record, address };
}

/** The request that deletes a record that was made; without one the check ends as not exercised. */
export function deletion(resource: Resource, record: Created): HttpRequest {
  return record.deletion ?? notExercised(`${resource.name} offers no way to delete this record`);
}

/**
 * Demands that a creation does not name a record that was there before it. Where others make records meanwhile, they may have deleted that
 * one, and its id may be given again.
 */
export async function namesNewRecord(
  { records }: Trial,
  { answer, claim }: Pick<Created, 'answer' | 'claim'>,
): Promise<void> {
  if (claim?.existed === undefined) return;
  if (await records.replaced.othersMake(claim.resource)) return;
  const named = answer.location ?? claim.problem ?? '';
  fail('the address of a new record', `${named}, where a record was before the creation`, answer);
}

/** The one record that an item answer holds: an object, not an array (document 4.4). */
export function itemRecord(answer: Answer, resource: Resource): Record<string, unknown> {
  const found = at(answer.json(), resource.item?.envelope ?? '');
  return isObject(found) ? found : fail('one object', `${kindOf(found)} (${answer.brief})`, answer);
}

/** The array that the answer of a collection holds (document 4.4). */
export function listEntries(answer: Answer, resource: Resource): readonly unknown[] {
  const body = answer.json();
  return listedIn(body, resource) ?? noArray(answer, at(body, resource.list?.envelope ?? ''));
}

/** The array that the answer to a query holds (document 4.4). */
export function queryEntries(answer: Answer, resource: Resource): readonly unknown[] {
  const body = answer.json();
  return foundIn(body, resource) ?? noArray(answer, at(body, queryEnvelope(resource)));
}

function noArray(answer: Answer, found: unknown): never {
  fail('an array', `${kindOf(found)} (${answer.brief})`, answer);
}

/** The id of a list's entry; undefined when it shows none. */
export function entryId(entry: unknown, resource: Resource): string | undefined {
  if (resource.list?.entries === 'ids') return idText(entry);
  return isObject(entry) ? idOfEntry(entry, resource) : undefined;
}

/** What kind of JSON value it is, for failure messages. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value === null) return 'null';
  return typeof value === 'undefined' ? 'nothing there' : `a JSON ${typeof value}`;
}

/** The address of an item by its id. */
export function itemAddress(resource: Resource, id: string): string {
  if (resource.item === undefined) throw new Error(`${resource.name} is not read by id`);
  return fillTemplate(resource.item.address, { id });
}

/** A record that exists and where it is read: the known one of the target file, or one made for the purpose. Shared. */
export const existing: Evidence<{ readonly address: string; readonly id: string | undefined }> = evidence(
  resourceName,
  async (shared) => {
    const resource = resourceOf(shared);
    const { known } = resource;
    if (known !== undefined) return { address: itemAddress(resource, known), id: known };
    if (resource.create === undefined)
      notExercised(`no id of an existing record of ${resource.name} is known${because(resource.unlisted)}`);
    const { address, id } = await createRecord(shared);
    return { address, id };
  },
);

/** One reading of a record that exists, shared. */
export const existingItem: Evidence<Answer> = evidence(resourceName, async (shared) => {
  const { address } = await existing(shared);
  return shared.send({ method: 'GET', address });
});

/** One reading of the collection, shared. */
export const collection: Evidence<Answer> = evidence(resourceName, async (shared) => {
  const { list, name } = resourceOf(shared);
  if (list === undefined) throw new Error(`${name} is not listed`);
  return shared.send({ method: 'GET', address: list.address });
});

/** The ids of the records that it lists, in its order; none where there is no list. */
export const listedIds: Evidence<ReadonlySet<string>> = evidence(resourceName, async (shared) => {
  const resource = resourceOf(shared);
  if (resource.list === undefined) return new Set();
  const { representation } = await collection(shared);
  const entries = listedIn(representation.value, resource) ?? [];
  return new Set(entries.flatMap((entry) => entryId(entry, resource) ?? []));
});
