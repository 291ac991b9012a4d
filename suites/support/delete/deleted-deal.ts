import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { createRecordToDelete, isIdReused } from '../evidence.ts';
import { statusesOfGone } from '../missing.ts';
import { namesDealInBody } from '../operation/operation-cases.ts';
import { type Deal, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, isFirst } from '../operation/operation-subjects.ts';
import { isNoDocument } from '../operation/refused-operations.ts';
import { resourceName, resourceOf, whyNotDeletable } from '../subjects.ts';

/** A deal that was read, deleted and is seen to be gone, shared; undefined where that could not be had. */
export const deletedDeal: Evidence<Deal | undefined> = evidence(resourceName, deleteOne);

async function deleteOne(trial: Trial): Promise<Deal | undefined> {
  const record = await createRecordToDelete(trial);
  const { id, deletion, address } = record;
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address });
  if (id === undefined || deletion === undefined || !(await read()).succeeded) return undefined;
  if (!(await trial.send(deletion)).succeeded) return undefined;
  const after = await trial.until(read, isAbsent);
  return isAbsent(after) && !isIdReused(trial, record) ? { ...record, id } : undefined;
}

// To the deal's own address a PUT may create it anew.
const BESIDE: readonly Form[] = ['A', 'B', 'E', 'F', 'G'];

/**
 * Demands that the first operation of a form is refused on a deal that was deleted (document 4.4-m1, m3), and that it brings nothing
 * back: no deal, and no command document.
 */
export async function refusedOnDeleted(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (!isFirst(trial) || !BESIDE.includes(asked.form)) return [];
  if (resource.item === undefined || whyNotDeletable(resource) !== undefined) return [];
  const deal = await deletedDeal(trial);
  if (deal === undefined) return [];
  const { answer, read } = await operateOn(trial, asked, deal);
  const unread = await isNoDocument(trial, asked, answer);
  if (read.status !== 200) return [answer, read, ...unread];
  // Somebody else may have made a deal of this id meanwhile, but not twice.
  const other = await deleteOne(trial);
  if (other === undefined) return [answer, read, ...unread];
  const again = await operateOn(trial, asked, other);
  if (again.read.status === 200)
    fail(
      'a deleted deal to be gone after a refused operation',
      again.read.brief,
      answer,
      read,
      again.answer,
      again.read,
    );
  return [answer, read, ...unread];
}

async function operateOn(trial: Trial, asked: Asked, deal: Deal): Promise<Record<'answer' | 'read', Answer>> {
  const sent = await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique())));
  const answer = sent.hasStatus(...statusesOfGone(namesDealInBody(asked)));
  return { answer, read: await trial.send({ method: 'GET', address: deal.address }) };
}
