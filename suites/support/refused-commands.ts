import type { Answer } from '../../core/answer.ts';
import { type Evidence, evidence } from '../../core/shared-evidence.ts';
import type { JsonObject } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { commandOf, payloadFor } from './command-evidence.ts';
import { gainsNothing, type State, stateOf, unchanged } from './deal-state.ts';
import type { Deal } from './operation-requests.ts';

/** A deal for a command that is not sent: only faulty versions of it are, each of which leaves the deal as it is. */
interface Unsent {
  readonly payload: JsonObject;
  readonly deal: Deal | undefined;
  readonly before: State | undefined;
}

/** Shared by the rules that send what is to be refused. */
export const unsentCommand: Evidence<Unsent> = evidence(
  (trial) => commandOf(trial).name,
  async (shared) => {
    const { payload, deal } = await payloadFor(shared, commandOf(shared));
    return { payload, deal, before: deal === undefined ? undefined : await stateOf(shared, deal) };
  },
);

/** Demands that the deal of the refused requests is as it was. Gives no witness where it cannot be read, or where one was a success. */
export async function leavesItsDeal(
  trial: Trial,
  answers: readonly Answer[],
  what: string,
): Promise<readonly Answer[]> {
  const { deal, before } = await unsentCommand(trial);
  if (deal === undefined || before === undefined || answers.some(({ status }) => status < 400)) return [];
  const after = await stateOf(trial, deal);
  return [...unchanged(before, after, what), ...gainsNothing(trial, before, after, what)];
}
