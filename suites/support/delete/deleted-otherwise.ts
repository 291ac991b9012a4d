import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isAbsent, isRefusal } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, createRecord, deletion } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { withFormat } from '../negotiate/accept.ts';
import { PATIENCE_MS } from '../patience.ts';
import { assertNoContent } from '../status/no-content.ts';
import { resourceName, resourceOf } from '../subjects.ts';
import { reading } from './around-deletion.ts';

/** A type of which no representation is claimed. */
const NOBODYS = 'image/png';

/**
 * Deletions with Accept for each representation besides JSON, and for one that nobody claims, and with the parameter that chooses one. The 204
 * is the same, since it has no body (document 4.4-m4), and what it says is done. A server may refuse the request for its Accept (406), or at
 * that address; then nothing was deleted.
 */
export const deletedOtherwise: Evidence<readonly Answer[]> = evidence(resourceName, async (trial) => {
  const resource = resourceOf(trial);
  const { representations, selectors, mediaTypes } = resource;
  const others = representations.filter((name) => name !== 'json');
  const accepted = selectors.includes('accept') ? others.map((name) => mediaTypes[name]) : [];
  const [other] = others;
  const ways: readonly ((request: HttpRequest) => HttpRequest)[] = [
    ...[...accepted, NOBODYS].map((accept) => (request: HttpRequest) => ({ ...request, headers: { accept } })),
    ...(other === undefined || !selectors.includes('format')
      ? []
      : [(request: HttpRequest) => ({ ...request, address: withFormat(request.address, other) })]),
  ];
  const [deleted, read]: [Answer[], Answer[]] = [[], []];
  for (const way of ways) {
    const record = await createRecord(trial);
    // What follows a 204 is seen on the wire alone.
    const answer = await trial.probe(way(deletion(resource, record)));
    if (answer.succeeded) {
      deleted.push(answer.hasStatus(204));
      read.push(...(await isTakenAway(trial, record, answer)));
    } else if (isRefusal(answer) && !isAbsent(answer)) read.push(...(await isStillThere(trial, record, answer)));
  }
  // The deletions last: a report shows the last answers.
  return [...read, ...deleted];
});

/** Demands that nothing follows the 204 of those either. */
export async function deletedEmpty(trial: Trial): Promise<readonly Answer[]> {
  const answers = await deletedOtherwise(trial);
  return answers.filter(({ exchange }) => exchange.request.method === 'DELETE').map(assertNoContent);
}

/** Demands that a record which was deleted is not read any more, with what was sent for it. Its id may be given to another one. */
async function isTakenAway(
  trial: Trial,
  record: Created & { readonly address: string },
  deleted: Answer,
): Promise<readonly Answer[]> {
  if (resourceOf(trial).item === undefined) return [];
  const isThere = (read: Answer): boolean => read.status === 200 && read.text.includes(record.unique);
  const read = await trial.until(
    () => trial.send(reading(record)),
    (one) => !isThere(one),
    PATIENCE_MS,
  );
  // What a cache may keep is rightly old (RFC 9111 4.2).
  if (isThere(read) && !mayBeKept(read)) fail('nothing there after the DELETE', read.brief, deleted, read);
  return [read];
}

/** Demands that a record is there, whose deletion was refused. Another one shows that new records can be read. */
async function isStillThere(
  trial: Trial,
  record: { readonly address: string },
  refusal: Answer,
): Promise<readonly Answer[]> {
  if (resourceOf(trial).item === undefined) return [];
  const read = await trial.send(reading(record));
  if (!isAbsent(read)) return [read];
  const control = await trial.send(reading(await createRecord(trial)));
  if (!control.succeeded) return [read, control];
  fail(`the record still there after a DELETE that was answered ${refusal.status}`, read.brief, refusal, read, control);
}
