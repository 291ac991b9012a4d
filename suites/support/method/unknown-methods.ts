import type { Answer } from '../../../core/answer.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { createRequest, samplePayload } from '../evidence.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { whyNotCreatable } from '../subjects.ts';

/**
 * PROPFIND of a record of the run, where that took it away; undefined where it did not, or where no record is known that could show it.
 * The method only reads where it is defined (RFC 4918 9.1): a server that looks for the methods that it knows, and takes all others for its
 * last one, may delete what is asked for so. It is asked before anything that others made.
 */
export const takenByPropfind: Evidence<Answer | undefined> = evidence(
  () => 'PROPFIND',
  async (shared) => {
    const resource = shared.target.resources.find(isMadeAndRead);
    if (resource === undefined) return undefined;
    const ask = (): Promise<Answer | undefined> => takesAway(shared, resource);
    return seenEachTime(await ask(), ask);
  },
);

function isMadeAndRead(resource: Resource): boolean {
  const { create, item, never } = resource;
  const isSent = [create?.method ?? 'POST', 'GET', 'PROPFIND'].every((method) => !never.includes(method));
  return isSent && item !== undefined && whyNotCreatable(resource) === undefined;
}

async function takesAway(trial: Trial, resource: Resource): Promise<Answer | undefined> {
  const unique = trial.unique();
  const created = await trial.send(createRequest(resource, samplePayload(resource, unique), unique));
  const address = trial.records.claimOf(created)?.address;
  if (address === undefined) return undefined;
  const read = (): Promise<Answer> => trial.send(withFieldsOf(resource, { method: 'GET', address }));
  const before = await read();
  const answer = await trial.send(withFieldsOf(resource, { method: 'PROPFIND', address, alone: true }));
  if (before.status !== 200 || !answer.succeeded) return undefined;
  return isAbsent(await read()) ? answer : undefined;
}
