import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { KEEPING } from '../keeping-writes.ts';
import { changes, gainsNothing, type State, settledState, stateOf, unchanged } from './deal-state.ts';
import { readyDeal } from './operation-evidence.ts';
import { isSeen } from './operation-repeats.ts';
import { type Deal, makesCommand, operationRequest, type Particulars, particulars } from './operation-requests.ts';
import { type Asked, askedIn, isFirst } from './operation-subjects.ts';
import { isNoDocument } from './refused-operations.ts';

/**
 * Sends other commands under an id that was used: another operation on the same deal, and the same one on another deal. An id names one
 * command (document 4.2 F, G), so that they may be refused; then nothing is carried out, and the command that is known stays what it was. What
 * is answered with success is carried out (RFC 9110 9.3.4).
 */
export async function otherUnderKnownId(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  if (!makesCommand(asked) || !isFirst(trial)) return [];
  const deal = await readyDeal(trial, asked);
  const what = particulars(asked, deal, trial.unique());
  const first = await trial.send(operationRequest(asked, what));
  if (!first.succeeded || first.status === 202) return [];
  const next = await settledState(trial, deal, asked, what, first);
  const change = changing(trial, asked);
  const { commandId } = what;
  const document = await trial.send({ method: 'GET', address: first.exchange.request.url });
  const witness: Answer[] = [first, document];
  if (change !== undefined)
    witness.push(...(await isDoneOrRefused(trial, change, { deal, before: next, commandId, document })));
  const other = await readyDeal(trial, asked);
  const before = await stateOf(trial, other);
  return [...witness, ...(await isDoneOrRefused(trial, asked, { deal: other, before, commandId, document }))];
}

/** An operation in the same form that changes a value and leaves the deal a deal as before. */
export function changing({ target }: Trial, { operation, form }: Asked): Asked | undefined {
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
  /** The command that is known, as it was read after it. */
  readonly document: Answer;
}

async function isDoneOrRefused(
  trial: Trial,
  asked: Asked,
  { deal, before, commandId, document }: Known,
): Promise<readonly Answer[]> {
  if (before?.shown === undefined || before.pending || !(await isSeen(trial, asked))) return [];
  const what = { ...particulars(asked, deal, trial.unique()), commandId };
  const answer = await trial.send(operationRequest(asked, what));
  if (isRefusal(answer))
    return [answer, ...(await leavesBoth(trial, asked, { deal, before, document, refusal: answer }))];
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

interface Untouched {
  readonly deal: Deal;
  readonly before: State;
  readonly document: Answer;
  readonly refusal: Answer;
}

/** What a command says; what else a service writes into its document is its own business. */
const OF_COMMAND: readonly string[] = ['deal', 'action', 'params'];

/** A refusal leaves the deal as it was, and the document at its address; where none was there before, it leaves none. */
async function leavesBoth(
  trial: Trial,
  asked: Asked,
  { deal, before, document, refusal }: Untouched,
): Promise<readonly Answer[]> {
  const after = await stateOf(trial, deal);
  const despite = `a command under a known id that was answered ${refusal.status}`;
  const witness = [
    ...(await unchanged(trial, before, after, despite)),
    ...(await gainsNothing(trial, before, after, despite)),
  ];
  const { url: address } = refusal.exchange.request;
  if (address !== document.exchange.request.url) return [...witness, ...(await isNoDocument(trial, asked, refusal))];
  const read = await trial.send({ method: 'GET', address });
  const [old, now] = [document, read].map(({ status, representation: { value } }) =>
    status === 200 ? value : undefined,
  );
  const isOther = (name: string): boolean =>
    isObject(old) && isObject(now) && name in old && name in now && !sameValue(old[name], now[name]);
  const other = OF_COMMAND.filter(isOther);
  if (other.length > 0)
    fail(`the command as it was after ${despite}`, `another ${other.join()}`, document, refusal, read);
  return [...witness, read];
}
