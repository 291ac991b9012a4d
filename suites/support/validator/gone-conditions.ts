import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { deletedDeal } from '../delete/deleted-deal.ts';
import { operationRequest, particulars } from '../operation/operation-requests.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { LONG_AGO } from '../view/view-dates.ts';
import { withFields } from '../with-fields.ts';
import { isAsIfThere } from './missing-conditions.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * What was deleted, read under conditions: they count only where the answer without them is a success (RFC 9110 13.2.1). The address may
 * be that of another record by now, so that it has to be absent before and after.
 */
export async function goneUnderConditions(
  trial: Trial,
  address: string,
  conditions: readonly Fields[],
): Promise<readonly Answer[]> {
  const request = { method: 'GET', address };
  const gone = await trial.until(() => trial.send(request), isAbsent);
  const answers = [gone];
  for (const fields of isAbsent(gone) ? conditions : []) {
    const answer = await trial.send(withFields(request, fields));
    answers.push(answer);
    if (!isAsIfThere(answer)) continue;
    const isStillGone = isAbsent(await trial.send(request));
    answer.owes(!isStillGone, `${gone.status}, as without ${Object.keys(fields).join(' and ')}, for what was deleted`);
  }
  return answers;
}

/** Whatever each of them says of what is not there. */
const IGNORED: readonly Fields[] = [
  { 'if-match': '*' },
  { 'if-none-match': '*', 'if-unmodified-since': LONG_AGO },
  { 'if-unmodified-since': LONG_AGO },
];

/** Operations below a deal that was deleted, under conditions, each form under another one; as `goneUnderConditions`. */
export async function operatesOnNothing(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const operation = target.operations.find(({ resource }) => resource === resourceOf(trial).name);
  const deal = operation === undefined ? undefined : await deletedDeal(trial);
  if (operation === undefined || deal === undefined) return [];
  // A PUT to the address of the deal may make it anew, and a command document is looked for at its own address.
  const forms = formsOf(target, operation).filter((form) => ['A', 'B', 'E'].includes(form));
  const answers: Answer[] = [];
  for (const [i, form] of forms.entries()) {
    const asked = askedIn(target, operation, form);
    const fields = IGNORED[i % IGNORED.length] ?? {};
    const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
    const answer = await trial.send(withFields(request, fields));
    answers.push(answer);
    if (!isAsIfThere(answer)) continue;
    const read = await trial.send({ method: 'GET', address: deal.address });
    const due = `status 404, as without ${Object.keys(fields).join(' and ')}, below what was deleted`;
    answer.owes(!isAbsent(read), due);
  }
  return answers;
}
