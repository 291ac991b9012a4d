import { fillTemplate } from '../../core/address.ts';
import type { Answer } from '../../core/answer.ts';
import type { HttpRequest } from '../../core/exchange.ts';
import { fillUnique } from '../../core/placeholders.ts';
import type { Json, JsonObject, Resource } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { type Created, createRecord } from './evidence.ts';
import { operationRequest, particulars } from './operation-requests.ts';
import { type Asked, askedIn } from './operation-subjects.ts';
import { resourceOf, whyNotCreatable } from './subjects.ts';

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
  for (const request of changeRequests(trial, resource, record)) {
    const changed = await trial.send(request);
    if (!changed.succeeded) continue;
    const after = await trial.until(
      () => trial.send(reading(record)),
      (answer) => answer.text !== before.text,
    );
    if (!after.succeeded) continue;
    seen.push({ before, after });
    before = after;
  }
  return seen;
}

/** Every change of the trial's resource, made and read once for all rules that look at them. */
export function seenChanges(trial: Trial): Promise<readonly Change[]> {
  return trial.once(`changes ${resourceOf(trial).name}`, changes);
}

/** One change, read in each representation that Accept selects besides JSON: each may have a cache and a tag of its own. */
export function seenOtherwise(trial: Trial): Promise<readonly Change[]> {
  return trial.once(`changes otherwise ${resourceOf(trial).name}`, changesOtherwise);
}

async function changesOtherwise(trial: Trial): Promise<readonly Change[]> {
  const resource = resourceOf(trial);
  const names = resource.selectors.includes('accept') ? resource.representations.filter((name) => name !== 'json') : [];
  if (names.length === 0 || resource.item === undefined || whyNotCreatable(resource) !== undefined) return [];
  const record = await createRecord(trial);
  const readings = names.map((name) => ({ ...reading(record), headers: { accept: resource.mediaTypes[name] } }));
  const before: Answer[] = [];
  for (const request of readings) before.push(await trial.send(request));
  if (!(await isChanged(trial, changeRequests(trial, resource, record)))) return [];
  const seen: Change[] = [];
  for (const [i, first] of before.entries()) {
    const request = readings[i] ?? reading(record);
    const after = await trial.until(
      () => trial.send(request),
      (answer) => answer.text !== first.text,
    );
    if (first.succeeded && after.succeeded) seen.push({ before: first, after });
  }
  return seen;
}

/** Sends the first of these changes that is not refused. */
export async function isChanged(trial: Trial, requests: readonly HttpRequest[]): Promise<boolean> {
  for (const request of requests) if ((await trial.send(request)).succeeded) return true;
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

/** What changes a record: the target file's update, and each operation in the first of its claimed forms. */
export function changeRequests(
  trial: Trial,
  resource: Resource,
  record: Created & { readonly address: string },
): HttpRequest[] {
  const { update } = resource;
  const id = record.id ?? '';
  const updates =
    update === undefined
      ? []
      : [
          {
            method: update.method,
            address: fillTemplate(update.address, { id }),
            json: fillUnique(update.payload, trial.unique()),
          },
        ];
  const operations = trial.target.operations
    .filter((operation) => operation.resource === resource.name && operation.after === undefined)
    .flatMap((operation) => {
      const form = trial.target.claims.operationForms.find((f) => operation.forms[f] !== undefined);
      if (form === undefined) return [];
      const asked = askedIn(trial.target, operation, form);
      const deal = { ...record, id };
      const first = operationRequest(asked, particulars(asked, deal, trial.unique()));
      const other = otherText(asked);
      if (other === undefined) return [first];
      return [first, operationRequest(asked, particulars(asked, deal, trial.unique(), other))];
    });
  return [...updates, ...operations];
}
