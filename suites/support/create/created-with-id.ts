import type { Answer } from '../../../core/answer.ts';
import { sameAddress } from '../../../core/http/address.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { type Created, created, createRequest, samplePayload } from '../evidence.ts';
import { referenceTo } from '../operation/operation-requests.ts';
import { resourceOf } from '../subjects.ts';

/**
 * Sends a creation with the id of another record of this run among its members. It may be refused, or the id be ignored. A 201 says that
 * a new resource was created (document 4.4-c1), so that it has another address, and the other record is as it was.
 */
export async function isNotInItsPlace(
  trial: Trial,
  one: Created & { readonly address: string },
): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const unique = trial.unique();
  const payload = await withItsId(trial, one, samplePayload(resource, unique));
  if (payload === undefined) return [];
  const answer = await trial.send(createRequest(resource, payload, unique));
  const { address } = created(trial, answer, payload, unique);
  if (answer.status !== 201 && !isRefusal(answer)) return [answer];
  if (answer.status === 201 && address !== undefined && sameAddress(address, one.address))
    fail('the address of a new record', `${address}, whose id was among the members`, one.answer, answer);
  if (resource.item === undefined) return [answer];
  const read = await trial.send({ method: 'GET', address: one.address });
  if (read.succeeded && read.text.includes(unique))
    fail(`the record at ${one.address} as it was`, `what was sent in another creation: ${read.brief}`, answer, read);
  return [answer, read];
}

/** The payload with the id of a record; undefined where the id is not sure to be that of a record of this run, or is no plain member. */
async function withItsId(
  trial: Trial,
  { answer, claim, id }: Created,
  sample: JsonObject,
): Promise<JsonObject | undefined> {
  const { create, item } = resourceOf(trial);
  const [, member, ...deeper] = (item?.id ?? '/id').split('/');
  if (create?.method !== 'POST' || member === undefined || deeper.length > 0 || member in sample) return undefined;
  if (id === undefined || claim === undefined || (await trial.records.whyNotOurs(claim)) !== undefined)
    return undefined;
  return { ...sample, [member]: referenceTo({ answer, id }, resourceOf(trial)) };
}
