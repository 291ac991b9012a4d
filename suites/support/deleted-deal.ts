import type { Answer } from '../../core/answer.ts';
import type { Form } from '../../core/claims.ts';
import { type Evidence, evidence } from '../../core/shared-evidence.ts';
import { isAbsent } from '../../core/status-kinds.ts';
import type { Trial } from '../../core/trial.ts';
import { createRecordToDelete, isIdReused } from './evidence.ts';
import { isGone } from './missing.ts';
import { namesDealInBody } from './operation-cases.ts';
import { type Deal, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';
import { resourceName, resourceOf, whyNotDeletable } from './subjects.ts';

/** A deal that was read, deleted and is seen to be gone, shared; undefined where that could not be had. */
const deletedDeal: Evidence<Deal | undefined> = evidence(resourceName, async (shared) => {
  const record = await createRecordToDelete(shared);
  const { id, deletion, address } = record;
  const read = (): Promise<Answer> => shared.send({ method: 'GET', address });
  if (id === undefined || deletion === undefined || !(await read()).succeeded) return undefined;
  if (!(await shared.send(deletion)).succeeded) return undefined;
  const after = await shared.until(read, isAbsent);
  return isAbsent(after) && !isIdReused(shared, record) ? { ...record, id } : undefined;
});

// To the deal's own address a PUT may create it anew.
const BESIDE: readonly Form[] = ['A', 'B', 'E', 'F', 'G'];

/** Demands that the first operation of a form is refused on a deal that was deleted (document 4.4-m1, m3). */
export async function refusedOnDeleted(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (!isFirst(trial) || !BESIDE.includes(asked.form)) return [];
  if (resource.item === undefined || whyNotDeletable(resource) !== undefined) return [];
  const deal = await deletedDeal(trial);
  if (deal === undefined) return [];
  const answer = await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique())));
  return [namesDealInBody(asked) ? answer.hasStatus(400, 404, 410) : isGone(answer)];
}
