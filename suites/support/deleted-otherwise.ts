import type { Answer } from '../../core/answer.ts';
import { fail } from '../../core/outcome.ts';
import { isAbsent, isRefusal } from '../../core/status-kinds.ts';
import type { Trial } from '../../core/trial.ts';
import { reading } from './around-deletion.ts';
import { createRecord, deletion } from './evidence.ts';
import { resourceOf } from './subjects.ts';

/** A type of which no representation is claimed. */
const NOBODYS = 'image/png';

/**
 * Deletions with Accept for another representation than JSON, and for one that nobody claims. The 204 is the same, since it has no body
 * (document 4.4-m4). A server may refuse the request for its Accept (406); then nothing was deleted.
 */
export async function deletedOtherwise(trial: Trial): Promise<readonly Answer[]> {
  const { representations, selectors, mediaTypes } = resourceOf(trial);
  const other = selectors.includes('accept') ? representations.find((name) => name !== 'json') : undefined;
  const answers: Answer[] = [];
  for (const accept of [...(other === undefined ? [] : [mediaTypes[other]]), NOBODYS]) {
    const record = await createRecord(trial);
    const answer = await trial.send({ ...deletion(resourceOf(trial), record), headers: { accept } });
    if (answer.succeeded) answers.push(answer.hasStatus(204));
    else if (isRefusal(answer) && !isAbsent(answer)) answers.push(...(await isStillThere(trial, record, answer)));
  }
  return answers;
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
