import type { Answer } from '../../core/answer.ts';
import type { HttpRequest } from '../../core/exchange.ts';
import { type Evidence, evidence } from '../../core/shared-evidence.ts';
import { isRefusal } from '../../core/status-kinds.ts';
import type { JsonObject } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { operationOf } from './command-effects.ts';
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

/**
 * Sends the command with null for each property that is a required parameter of the operation of its name, without one of them, and as a
 * text that holds its JSON: none of these is an object that holds its properties (document 4.2, 4.3, 7). Each names its deal, as far as it
 * can be read as an object at all.
 */
export async function refusesFaultyProperties(trial: Trial): Promise<readonly Answer[]> {
  const { payload } = await unsentCommand(trial);
  const { json, ...request } = commandRequest(commandOf(trial).address, payload);
  const required = requiredIn(trial, payload);
  const [first] = required;
  if (Object.keys(payload).length === 0) return [];
  const { [first ?? '']: _left, ...rest } = payload;
  const faulty: readonly {
    readonly fault: string;
    readonly json: JsonObject | string;
    readonly due: readonly number[];
  }[] = [
    ...required.map((name) => ({ fault: `with null as ${name}`, json: { ...payload, [name]: null }, due: [400] })),
    ...(first === undefined ? [] : [{ fault: `without ${first}`, json: rest, due: [400] }]),
    // A text names no deal, which may be answered as one that never was.
    { fault: 'as a text', json: JSON.stringify(json), due: [400, 404] },
  ];
  const answers: Answer[] = [];
  for (const { fault, due, json: body } of faulty) {
    const answer = await trial.send({ ...request, json: body });
    answers.push(
      answer.owes(due.includes(answer.status), `status ${due.join(' or ')} ${fault}`, `status ${answer.brief}`),
    );
  }
  return answers;
}

/** The properties that the operation of the command's name requires, where somebody told which ones those are. */
function requiredIn(trial: Trial, payload: JsonObject): readonly string[] {
  const operation = operationOf(trial);
  if (operation === undefined || operation.isGuess === true) return [];
  return operation.parameters.filter(({ name, required }) => required && name in payload).map(({ name }) => name);
}

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
