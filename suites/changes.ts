import { fillTemplate } from '../core/address.ts';
import type { Answer } from '../core/answer.ts';
import type { HttpRequest } from '../core/exchange.ts';
import type { Resource } from '../core/target.ts';
import type { Trial } from '../core/trial.ts';
import { type Created, throwaway } from './evidence.ts';
import { operationRequest, particulars } from './operation-requests.ts';
import { askedIn } from './operation-subjects.ts';
import { fillUnique } from './payloads.ts';
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
  const record = await throwaway(trial);
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
      return [operationRequest(asked, particulars(asked, { ...record, id }, trial.unique()))];
    });
  return [...updates, ...operations];
}
