import type { Answer } from '../../../core/answer.ts';
import { decodeSegment } from '../../../core/http/address.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { uuidHolding } from '../../../core/ids/fresh-ids.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { hasItsMethod, isKnownAgain } from '../known-again.ts';
import { isMissing } from '../missing.ts';
import { resourceOf } from '../subjects.ts';
import { changes, settledState, stateOf } from './deal-state.ts';
import type { CommandId } from './operation-cases.ts';
import { operated, readyDeal, settled } from './operation-evidence.ts';
import { type Deal, operationAddress, operationRequest, type Particulars, particulars } from './operation-requests.ts';
import { type Asked, askedIn, isFirst } from './operation-subjects.ts';

/**
 * Demands of the answer to a repeated PUT that it says nothing new was made. A refusal is legal: which transitions a
 * service allows is not shown (document 3), and it has no effect either.
 */
export function takenOnce(answer: Answer): Answer {
  const legal = answer.succeeded ? answer.status !== 201 : isRefusal(answer);
  return answer.owes(legal, 'status 200, 202, 204 or 409 for the repeat', () => `status ${answer.brief}`);
}

/** Sends one command twice under an id of this shape, to a fresh deal: it has to be accepted, and to count once. */
export async function isOneCommand(trial: Trial, asked: Asked, idOf: CommandId['idOf']): Promise<readonly Answer[]> {
  const shows = await isSeen(trial, asked);
  const deal = await readyDeal(trial, asked);
  const before = shows ? await stateOf(trial, deal) : undefined;
  const what = withCommandId(trial, particulars(asked, deal, trial.unique()), idOf);
  trial.records.fresh.mint(decodeSegment(what.commandId));
  const request = operationRequest(asked, what);
  const first = await trial.send(request);
  first.owes(first.succeeded, `a command under the id ${what.commandId} to be accepted`);
  const between = await settledState(trial, deal, asked, what, first);
  const again = takenOnce(await trial.send(request));
  const after = await stateOf(trial, deal);
  isKnownAgain(asked, { first, again, after });
  await hasItsMethod(trial, asked, again);
  if (between === undefined || between.pending || after === undefined) return [first, again];
  const other = changes(between, after);
  const witness = [first, between.answer, again, after.answer];
  // An id that is taken for one that was used before is answered as if all were done.
  if (before !== undefined && changes(before, between).length === 0)
    fail(`the command under the id ${what.commandId} to be carried out`, 'the deal as it was', ...witness);
  if (other.length > 0) fail('no second effect under the same command id', other.join('; '), ...witness);
  return witness;
}

/** Whether the deal shows that the operation was carried out, when it was. */
export async function isSeen(trial: Trial, asked: Asked): Promise<boolean> {
  const { before, after, answer } = await settled(trial, asked);
  const isRead = before !== undefined && after !== undefined && answer.succeeded && !after.pending;
  return isRead && changes(before, after).length > 0;
}

/**
 * Sends a command, another one that undoes it, and the first again under its own id: it was done already, so the deal
 * stays as the second left it. Gives no witness where nothing undoes it, or where the deal does not show it.
 */
export async function againAfterUndo(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const undo = undoing(trial, asked);
  if (undo === undefined || resourceOf(trial).item === undefined) return [];
  const deal = await readyDeal(trial, asked);
  const first = await command(trial, asked, deal);
  const second = await command(trial, undo, deal);
  if (!first.answer.succeeded || !second.answer.succeeded || first.state?.pending === true) return [];
  await readsWithoutEffect(trial, deal, first.request.address, second.state);
  const again = takenOnce(await trial.send(first.request));
  const after = await stateOf(trial, deal);
  isKnownAgain(asked, { first: first.answer, again, after });
  if (second.state === undefined || second.state.pending || after === undefined) return [];
  const other = changes(second.state, after);
  const witness = [first.answer, second.answer, second.state.answer, again, after.answer];
  if (other.length > 0) fail('a command that was done already not to be done again', other.join('; '), ...witness);
  return witness;
}

/** Reading the document of a command carries out nothing (RFC 9110 9.2.1). */
async function readsWithoutEffect(trial: Trial, deal: Deal, address: string, before: Sent['state']): Promise<void> {
  if (before === undefined || before.pending) return;
  const read = await trial.send({ method: 'GET', address });
  const after = read.status === 200 ? await stateOf(trial, deal) : undefined;
  const other = after === undefined ? [] : changes(before, after);
  if (after !== undefined && other.length > 0)
    fail('the deal unchanged by GET of a command document', other.join('; '), before.answer, read, after.answer);
}

/**
 * Demands 404 of a command document under an id that nobody used (document 4.4-m1), below a deal that is there, and of one that was
 * made below another deal. Gives no witness where command documents are not read.
 */
export async function unusedIdIsMissing(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  if (!isFirst(trial)) return [];
  const { answer, request, deal, what } = await operated(trial, asked);
  const read = answer.succeeded ? await trial.send({ method: 'GET', address: request.address }) : undefined;
  if (read?.status !== 200) return [];
  const address = operationAddress(asked, deal, trial.unique());
  const unused = isMissing(await trial.send({ method: 'GET', address, about: 'missing' }));
  if (!asked.spelling.address.includes('{id}')) return [read, unused];
  const place = operationAddress(asked, await readyDeal(trial, asked), what.commandId);
  return [read, unused, isMissing(await trial.send({ method: 'GET', address: place, about: 'missing' }))];
}

type Sent = {
  readonly request: ReturnType<typeof operationRequest>;
  readonly answer: Answer;
  readonly state: Awaited<ReturnType<typeof settledState>>;
};

export async function command(
  trial: Trial,
  asked: Asked,
  deal: Awaited<ReturnType<typeof readyDeal>>,
  commandId: string = uuidHolding(trial.unique()),
): Promise<Sent> {
  const what = { ...particulars(asked, deal, trial.unique()), commandId };
  const request = operationRequest(asked, what);
  const answer = await trial.send(request);
  return { request, answer, state: await settledState(trial, deal, asked, what, answer) };
}

/** The operation that follows this one, in the same form: an unhold undoes a hold. */
export function undoing({ target }: Trial, { operation, form }: Asked): Asked | undefined {
  const next = target.operations.find(
    (other) => other.after === operation.name && other.forms[form] !== undefined && other.name !== operation.name,
  );
  return next === undefined ? undefined : askedIn(target, next, form);
}

function withCommandId({ records, unique }: Trial, what: Particulars, idOf: CommandId['idOf']): Particulars {
  return { ...what, commandId: idOf(unique(), records.fresh) };
}
