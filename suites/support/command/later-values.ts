import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { effectState, type State, told } from '../operation/deal-state.ts';
import { statesOf } from '../operation/operation-dues.ts';
import { isKept } from '../payload/kept-values.ts';
import { commandOf, commandRequest, payloadFor } from './command-evidence.ts';

/**
 * Sends the command twice for one deal, the second time with other values, where it sets nothing but values: the deal shows the later ones.
 * Which states a deal may be in for it is not shown (document 3), so that a refusal says nothing.
 */
export async function showsLaterValues(
  trial: Trial,
  operation: Operation,
  judged: readonly string[],
  others: (payload: JsonObject) => JsonObject,
): Promise<void> {
  if (statesOf(operation.effect).length > 0) return;
  const { address } = commandOf(trial);
  const { payload: sample, deal } = await payloadFor(trial, commandOf(trial));
  const first = await trial.send(commandRequest(address, sample));
  if (deal === undefined || !first.succeeded || first.status === 202) return;
  const payload = others(sample);
  const due = fillEffect(operation.effect, payload);
  const answer = await trial.send(commandRequest(address, payload));
  const after = answer.succeeded ? await effectState(trial, deal, due, answer) : undefined;
  if (after?.shown === undefined || after.pending) return;
  const { shown } = after;
  const wrong = judged.filter((member) => !isKept(shown[member], due[member], undefined));
  const inWords = (record: State['shown']): string => wrong.map((m) => `${m} ${told(record?.[m])}`).join(', ');
  if (wrong.length > 0) fail(`${inWords(due)}, as sent last`, inWords(shown), first, answer, after.answer);
}
