import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { commandOf, commandRequest, payloadFor } from '../command/command-evidence.ts';
import { PATIENCE_MS } from '../patience.ts';
import { changes, type State, stateOf } from './deal-state.ts';
import { isSeen } from './operation-repeats.ts';
import type { Deal } from './operation-requests.ts';
import { type Asked, guessesAttributes } from './operation-subjects.ts';

/** A deal as it was before a request that a target may refuse or carry out. */
export interface Before {
  readonly deal: Deal;
  readonly before: State | undefined;
}

/** The same of the deal that a command names, where it names one. */
interface Named {
  readonly deal: Deal | undefined;
  readonly before: State | undefined;
}

/**
 * Demands that an operation which was answered with success is carried out (document 7). Only where the deal is known to show what the
 * operation does. What was accepted alone (202) may show later.
 */
export async function isCarriedOut(trial: Trial, asked: Asked, on: Before, answer: Answer): Promise<void> {
  const { operation, form } = asked;
  if (!answer.succeeded || answer.status === 202 || operation.isGuess === true || guessesAttributes(operation, form))
    return;
  if (on.before?.shown === undefined || !(await isSeen(trial, asked))) return;
  const last = await unlessDone(trial, on, answer);
  if (last !== undefined)
    fail(`the operation to be carried out, or refused`, `the deal as it was: ${answer.brief}`, answer, last);
}

/**
 * The same of a command. Nothing says in advance how soon a deal shows it, so the same command as it is due, on a deal of its own, has
 * to show in that time.
 */
export async function isCommandDone(trial: Trial, { deal, before }: Named, answer: Answer): Promise<void> {
  if (!answer.succeeded || answer.status === 202 || deal === undefined || before?.shown === undefined) return;
  const last = await unlessDone(trial, { deal, before }, answer);
  if (last === undefined) return;
  if (!(await isShownInTime(trial))) return;
  // What takes long may have shown meanwhile.
  const still = await unlessDone(trial, { deal, before }, answer);
  if (still !== undefined)
    fail('the command to be carried out, or refused', `the deal as it was: ${answer.brief}`, answer, still);
}

/** Whether a deal shows within the patience that the command was carried out, where it was sent as it is due. */
async function isShownInTime(trial: Trial): Promise<boolean> {
  const command = commandOf(trial);
  const { payload, deal } = await payloadFor(trial, command);
  const before = deal === undefined ? undefined : await stateOf(trial, deal);
  if (deal === undefined || before?.shown === undefined) return false;
  const answer = await trial.send(commandRequest(command.address, payload));
  return answer.succeeded && (await unlessDone(trial, { deal, before }, answer)) === undefined;
}

/** The last reading of a deal that stays as it was; undefined where it changed or cannot be read. */
async function unlessDone(trial: Trial, { deal, before }: Before, answer: Answer): Promise<Answer | undefined> {
  let after: State | undefined;
  const look = async (): Promise<Answer> => {
    after = await stateOf(trial, deal);
    return after?.answer ?? answer;
  };
  const isDone = (): boolean => before === undefined || after?.shown === undefined || changes(before, after).length > 0;
  const last = await trial.until(look, isDone, PATIENCE_MS);
  return isDone() ? undefined : last;
}
