import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { isCommandDone } from '../operation/carried-out.ts';
import { gainsNothing, type State, stateOf, unchanged } from '../operation/deal-state.ts';
import type { Deal } from '../operation/operation-requests.ts';
import { operationOf } from './command-effects.ts';
import { commandOf, commandRequest, payloadFor } from './command-evidence.ts';

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
 * Sends the command as a text that holds its JSON and as other JSON that is no object (document 4.3, 7), and without each property that is a
 * required parameter of the operation of its name. The document does not show what a command requires: one that is taken without the property
 * does not. Where 400 says that it does, null or an object in its place is no value either. Each names its deal, as far as it can be read as an object.
 */
export async function refusesFaultyProperties(trial: Trial): Promise<readonly Answer[]> {
  const { payload } = await unsentCommand(trial);
  const { json, ...request } = commandRequest(commandOf(trial).address, payload);
  if (Object.keys(payload).length === 0) return [];
  const send = (body: Json): Promise<Answer> => trial.send({ ...request, json: body });
  const answers: Answer[] = [];
  for (const [told, body] of [['a text', JSON.stringify(json)] as const, ...noObjects(trial)]) {
    const answer = await send(body);
    // What is no object names no deal, which may be answered as one that never was.
    const isRefused = answer.status === 400 || answer.status === 404;
    answers.push(answer.owes(isRefused, `status 400 or 404 as ${told}`, () => `status ${answer.brief}`));
  }
  for (const name of requiredIn(trial, payload)) {
    const { [name]: _left, ...rest } = payload;
    const without = await send(rest);
    answers.push(without);
    if (without.status !== 400) continue;
    for (const [told, value] of NO_VALUES) {
      const empty = await send({ ...payload, [name]: value });
      answers.push(empty.owes(empty.status === 400, `status 400 with ${told} as ${name}, as without it`));
    }
  }
  return answers;
}

/** What stands for no text, no number and no date. */
const NO_VALUES: readonly (readonly [told: string, value: Json])[] = [
  ['null', null],
  ['an object', { not: 'a scalar' }],
];

const NO_OBJECTS: readonly (readonly [told: string, body: Json])[] = [
  ['null', null],
  ['a number', 42],
  ['an empty list', []],
  ['true', true],
];

/** JSON that is no object (document 4.3): all of it for the first command, and another one for each of the others. */
function noObjects(trial: Trial): typeof NO_OBJECTS {
  const turn = trial.target.commands.indexOf(commandOf(trial));
  return turn === 0 ? NO_OBJECTS : NO_OBJECTS.filter((_, i) => i === turn % NO_OBJECTS.length);
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
  return [...(await unchanged(trial, before, after, what)), ...(await gainsNothing(trial, before, after, what))];
}

/**
 * Sends the command in ways that a target may refuse or carry out, as `refusedOtherwise` does for operations: where it is refused (415 or
 * 400, 412, 406), the deal stays as it was, and what is answered with success is carried out. Ends at the first that is. Two right payloads in a list come first, which are
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
    if (!isRefusal(answer)) {
      await isCommandDone(trial, { deal, before }, answer);
      return [...witness, answer];
    }
    const after = deal === undefined ? undefined : await stateOf(trial, deal);
    const what = `a command that was answered ${answer.status}`;
    witness.push(
      answer,
      ...(await unchanged(trial, before, after, what)),
      ...(await gainsNothing(trial, before, after, what)),
    );
  }
  return witness;
}
