import type { Answer } from '../../core/answer.ts';
import { fail } from '../../core/outcome.ts';
import type { Trial } from '../../core/trial.ts';
import { changes, type State, settledState, stateOf } from './deal-state.ts';
import { KEEPING } from './keeping-writes.ts';
import { readyDeal } from './operation-evidence.ts';
import { isSeen } from './operation-repeats.ts';
import { type Deal, makesCommand, operationRequest, type Particulars, particulars } from './operation-requests.ts';
import { type Asked, askedIn, isFirst } from './operation-subjects.ts';

/**
 * Sends other commands under an id that was used: another operation on the same deal, and the same one on another deal. An id names one
 * command (document 4.2 F, G), so that they may be refused. What is answered with success is carried out (RFC 9110 9.3.4).
 */
export async function otherUnderKnownId(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  if (!makesCommand(asked) || !isFirst(trial)) return [];
  const deal = await readyDeal(trial, asked);
  const what = particulars(asked, deal, trial.unique());
  const first = await trial.send(operationRequest(asked, what));
  if (!first.succeeded || first.status === 202) return [];
  const next = await settledState(trial, deal, asked, what, first);
  const change = changing(trial, asked);
  const witness: Answer[] = [first];
  if (change !== undefined)
    witness.push(...(await isDoneOrRefused(trial, change, { deal, before: next, commandId: what.commandId })));
  const other = await readyDeal(trial, asked);
  const before = await stateOf(trial, other);
  return [...witness, ...(await isDoneOrRefused(trial, asked, { deal: other, before, commandId: what.commandId }))];
}

/** An operation in the same form that changes a value and leaves the deal a deal as before. */
function changing({ target }: Trial, { operation, form }: Asked): Asked | undefined {
  const other = target.operations.find(
    ({ name, resource, after, forms, parameters }) =>
      name !== operation.name &&
      resource === operation.resource &&
      KEEPING.includes(name) &&
      after === undefined &&
      parameters.length > 0 &&
      forms[form] !== undefined,
  );
  return other === undefined ? undefined : askedIn(target, other, form);
}

interface Known {
  readonly deal: Deal;
  readonly before: State | undefined;
  readonly commandId: Particulars['commandId'];
}

async function isDoneOrRefused(
  trial: Trial,
  asked: Asked,
  { deal, before, commandId }: Known,
): Promise<readonly Answer[]> {
  if (before?.shown === undefined || before.pending || !(await isSeen(trial, asked))) return [];
  const what = { ...particulars(asked, deal, trial.unique()), commandId };
  const answer = await trial.send(operationRequest(asked, what));
  if (!answer.succeeded || answer.status === 202) return [answer];
  const after = await settledState(trial, deal, asked, what, answer);
  if (after?.shown === undefined || changes(before, after).length > 0) return [answer];
  fail(
    `${asked.operation.name} under the known id ${commandId} refused, or carried out`,
    `${answer.brief}, and the deal as it was`,
    before.answer,
    answer,
    after.answer,
  );
}
