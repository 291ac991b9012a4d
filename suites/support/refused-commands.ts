import type { Answer } from '../../core/answer.ts';
import type { HttpRequest } from '../../core/exchange.ts';
import { type Evidence, evidence } from '../../core/shared-evidence.ts';
import { isRefusal } from '../../core/status-kinds.ts';
import type { JsonObject } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { commandOf, commandRequest, payloadFor } from './command-evidence.ts';
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

/**
 * Sends the command in ways that a target may refuse or carry out, as `refusedOtherwise` does for operations: where it is refused (415 or
 * 400, 412, 406), the deal stays as it was. Ends at the first that is carried out. Two right payloads in a list come first, which are
 * no JSON object (document 4.3).
 */
export async function commandRefusedOtherwise(trial: Trial): Promise<readonly Answer[]> {
  const { payload, deal } = await payloadFor(trial, commandOf(trial));
  const { json, ...request } = commandRequest(commandOf(trial).address, payload);
  const ways: readonly Pick<HttpRequest, 'json' | 'body' | 'headers'>[] = [
    ...(Object.keys(payload).length === 0 ? [] : [{ json: [json, json] }]),
    { body: JSON.stringify(json), headers: { 'content-type': 'text/plain' } },
    { json, headers: { 'if-match': '"assayer-no-such-tag"' } },
    { json, headers: { accept: 'application/x-assayer-none' } },
  ];
  const before = deal === undefined ? undefined : await stateOf(trial, deal);
  const witness: Answer[] = [];
  for (const way of ways) {
    const answer = await trial.send({ ...request, ...way });
    // A list names no deal, which may be answered as one that never was.
    if (Array.isArray(way.json)) answer.hasStatus(400, 404);
    if (!isRefusal(answer)) return witness;
    const after = deal === undefined ? undefined : await stateOf(trial, deal);
    const what = `a command that was answered ${answer.status}`;
    witness.push(answer, ...unchanged(before, after, what), ...gainsNothing(trial, before, after, what));
  }
  return witness;
}
