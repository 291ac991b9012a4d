import type { Answer } from '../../../core/answer.ts';
import { resolveReference } from '../../../core/http/address.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { idAtOrAbove } from '../../../core/ids/record-address.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isIdReused } from '../evidence.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import { operationRequest, particulars } from '../operation/operation-requests.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';

/**
 * Demands that a record of form E which was made and read below a deal is not there any more once the deal is deleted: the identifier of
 * the deal is a part of its path, and names nothing (document 4.4-m1).
 */
export async function nothingBelowDeleted(trial: Trial): Promise<readonly Answer[]> {
  const { item, name } = resourceOf(trial);
  const operation = trial.target.operations.find(({ resource }) => resource === name);
  if (item === undefined || operation === undefined || !formsOf(trial.target, operation).includes('E')) return [];
  const asked = askedIn(trial.target, operation, 'E');
  const deal = await readyDeal(trial, asked);
  if (deal.deletion === undefined) return [];
  const made = await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique())));
  const { location } = made;
  const address = location === undefined ? undefined : resolveReference(location, made.exchange.request.url);
  // A record that stands elsewhere may outlive the deal.
  if (made.status !== 201 || address === undefined || idAtOrAbove(trial.target, item.address, address) !== deal.id)
    return [];
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address });
  const before = await read();
  const deleted = before.succeeded ? await trial.send(deal.deletion) : before;
  if (!before.succeeded || !deleted.succeeded) return [before, deleted];
  const gone = await trial.until(() => trial.send({ method: 'GET', address: deal.address }), isAbsent);
  if (!isAbsent(gone)) return [before, gone];
  const after = await trial.until(read, isAbsent);
  if (isAbsent(after) || isIdReused(trial, deal)) return [before, after];
  fail('404 or 410 below a deal that was deleted', after.brief, before, deleted, gone, after);
}
