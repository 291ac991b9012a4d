import type { Answer } from '../../core/answer.ts';
import { fail } from '../../core/outcome.ts';
import type { Trial } from '../../core/trial.ts';
import { entriesOf } from './made-records.ts';
import { readyDeal, repeated } from './operation-evidence.ts';
import { type Deal, operationAddress, operationRequest, particulars } from './operation-requests.ts';
import { type Asked, askedIn, formsOf, isFirst } from './operation-subjects.ts';

/**
 * Demands that a PUT which is sent twice leaves no entry more in the sub-collection of form E than once (RFC 9110 9.2.2), where that is
 * read as a list: the forms are spellings of one operation. One deal is looked at after both, and another one after each.
 */
export async function addsNoFurtherEntry(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { operation, spelling } = asked;
  const isListed = formsOf(trial.target, operation).includes('E') && operation.forms.E?.method === 'POST';
  if (!isFirst(trial) || !isListed || spelling.method !== 'PUT') return [];
  const { first, answer } = await repeated(trial, asked);
  if (!first.answer.succeeded || [first.answer, answer].some(({ status }) => status === 202)) return [];
  const list = await listOf(trial, asked, first.deal);
  // One entry is what the first may have made.
  if (countIn(list) < 2) return [list];
  const deal = await readyDeal(trial, asked);
  const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
  const once = await trial.send(request);
  if (!once.succeeded || once.status === 202) return [list];
  const one = await listOf(trial, asked, deal);
  const again = await trial.send(request);
  const two = await listOf(trial, asked, deal);
  if (countIn(one) > 0 && countIn(two) > countIn(one))
    fail(`${countIn(one)} in the list after the same PUT again`, `${countIn(two)}`, once, one, again, two);
  return [one, two];
}

function listOf(trial: Trial, { operation }: Asked, deal: Deal): Promise<Answer> {
  const address = operationAddress(askedIn(trial.target, operation, 'E'), deal, trial.unique());
  return trial.send({ method: 'GET', address });
}

function countIn(list: Answer): number {
  return list.status === 200 ? (entriesOf(list) ?? []).length : 0;
}
