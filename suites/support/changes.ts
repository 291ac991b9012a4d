import type { Answer } from '../../core/answer.ts';
import { fillTemplate } from '../../core/http/address.ts';
import type { HttpRequest } from '../../core/http/exchange.ts';
import { fillTexts } from '../../core/ids/placeholders.ts';
import { at } from '../../core/representation/json-pointer.ts';
import { type Evidence, evidence } from '../../core/run/shared-evidence.ts';
import type { Trial } from '../../core/run/trial.ts';
import type { Json, JsonObject, Resource } from '../../core/target.ts';
import { type Created, createRecord } from './evidence.ts';
import { operationRequest, particulars } from './operation/operation-requests.ts';
import { type Asked, askedIn } from './operation/operation-subjects.ts';
import { withoutVolatile } from './payload/payloads.ts';
import { resourceName, resourceOf, whyNotCreatable } from './subjects.ts';
import { canonical, saysTheSame } from './view/same-words.ts';

/** One record, read before and after a change of it. */
export interface Change {
  readonly before: Answer;
  readonly after: Answer;
}

/**
 * Changes a fresh record by the target file's update, and by each operation in the first of its claimed forms, and reads it
 * before and after. Changes that the target refuses are left out: what they would show is not known.
 */
export async function changes(trial: Trial): Promise<Change[]> {
  const resource = resourceOf(trial);
  if (resource.item === undefined || whyNotCreatable(resource) !== undefined) return [];
  const record = await createRecord(trial);
  const seen: Change[] = [];
  let before = (await trial.send(reading(record))).asControl('reading the new record');
  for (const change of changesOf(trial, resource, record)) {
    const changed = await change();
    if (!changed.succeeded) continue;
    const after = await trial.until(
      () => trial.send(reading(record)),
      (answer) => !saysTheSame(answer, before),
    );
    if (!after.succeeded) continue;
    seen.push({ before, after });
    before = after;
  }
  return seen;
}

/** Every change of the trial's resource, made and read once for all rules that look at them. */
export const seenChanges: Evidence<readonly Change[]> = evidence(resourceName, changes);

/** One change, read in each representation that Accept selects besides JSON: each may have a cache and a tag of its own. */
export const seenOtherwise: Evidence<readonly Change[]> = evidence(resourceName, changesOtherwise);

async function changesOtherwise(trial: Trial): Promise<readonly Change[]> {
  const resource = resourceOf(trial);
  const names = resource.selectors.includes('accept') ? resource.representations.filter((name) => name !== 'json') : [];
  if (names.length === 0 || resource.item === undefined || whyNotCreatable(resource) !== undefined) return [];
  const record = await createRecord(trial);
  const readings = names.map((name) => ({ ...reading(record), headers: { accept: resource.mediaTypes[name] } }));
  const before: Answer[] = [];
  for (const request of readings) before.push(await trial.send(request));
  if (!(await isChanged(changesOf(trial, resource, record)))) return [];
  const seen: Change[] = [];
  for (const [i, first] of before.entries()) {
    const request = readings[i] ?? reading(record);
    const after = await trial.until(
      () => trial.send(request),
      (answer) => !saysTheSame(answer, first),
    );
    if (first.succeeded && after.succeeded) seen.push({ before: first, after });
  }
  return seen;
}

/** Sends these changes up to the first that is not refused. */
async function isChanged(all: readonly SendChange[]): Promise<boolean> {
  for (const change of all) if ((await change()).succeeded) return true;
  return false;
}

/** The sample's parameters with other texts of the same length, for tags that only count bytes; undefined without a text. */
function otherText({ operation }: Asked): JsonObject | undefined {
  const texts = operation.parameters.filter(({ type, sample }) => type === 'string' && /\w$/u.test(String(sample)));
  if (texts.length === 0) return undefined;
  const samples = operation.parameters.map(({ name, sample }): [string, Json] => [name, sample]);
  const others = texts.map(({ name, sample }): [string, Json] => [name, String(sample).replace(/.$/u, changedLetter)]);
  return Object.fromEntries([...samples, ...others]);
}

function changedLetter(letter: string): string {
  return letter === 'z' ? 'y' : 'z';
}

function reading(record: { readonly address: string }): HttpRequest {
  return { method: 'GET', address: record.address };
}

/** Whether two readings differ by more than a moment of answering, which no validator has to follow (RFC 9110 8.8.1). */
export function isChange(before: Answer, after: Answer): boolean {
  if (before.text === after.text) return false;
  const [old, now] = [before.representation, after.representation];
  if (old.syntax !== 'json' || now.syntax !== 'json') return true;
  return canonical(withoutVolatile(old.value)) !== canonical(withoutVolatile(now.value));
}

/** Sends a change of a record. */
export type SendChange = () => Promise<Answer>;

type Readable = Created & { readonly address: string };

/** A resource whose records are updated. */
export type Updatable = Pick<Resource, 'mediaTypes'> & { readonly update: NonNullable<Resource['update']> };

/** What changes a record: the target file's update, and each operation in the first of its claimed forms. */
export function changesOf(trial: Trial, resource: Resource, record: Readable): SendChange[] {
  const { update, mediaTypes } = resource;
  const updates =
    update === undefined ? [] : [async () => trial.send(await updateRequest(trial, { update, mediaTypes }, record))];
  return [...updates, ...operationsOn(trial, resource, record).map((request) => () => trial.send(request))];
}

/** The target file's update of a record, with these members in place of its own. */
export async function updateRequest(
  trial: Trial,
  { update, mediaTypes }: Updatable,
  record: Readable,
  others: JsonObject = {},
): Promise<HttpRequest & { readonly json: JsonObject }> {
  const { method, address, payload, from } = update;
  const id = record.id ?? '';
  const filled = fillTexts(payload, { id, unique: trial.unique() });
  const taken = from === undefined ? {} : await takenFrom(trial, from, record);
  const headers = { 'content-type': mediaTypes.request };
  return { method, address: fillTemplate(address, { id }), json: { ...filled, ...others, ...taken }, headers };
}

/** What the record shows now at these pointers; what it does not show is left out. */
async function takenFrom(trial: Trial, from: Readonly<Record<string, string>>, record: Readable): Promise<JsonObject> {
  const read = (await trial.send(reading(record))).asControl('reading the record that is to be changed');
  const shown = at(read.representation.value, resourceOf(trial).item?.envelope ?? '');
  const members = Object.entries(from).map(([member, pointer]) => [member, at(shown, pointer)]);
  // What was parsed as JSON holds nothing but JSON.
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JsonObject;
}

function operationsOn(trial: Trial, resource: Resource, record: Readable): HttpRequest[] {
  const deal = { ...record, id: record.id ?? '' };
  return trial.target.operations
    .filter((operation) => operation.resource === resource.name && operation.after === undefined)
    .flatMap((operation) => {
      const form = trial.target.claims.operationForms.find((f) => operation.forms[f] !== undefined);
      if (form === undefined) return [];
      const asked = askedIn(trial.target, operation, form);
      const first = operationRequest(asked, particulars(asked, deal, trial.unique()));
      const other = otherText(asked);
      if (other === undefined) return [first];
      return [first, operationRequest(asked, particulars(asked, deal, trial.unique(), other))];
    });
}
