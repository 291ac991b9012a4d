import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { fail, notApplicable, notExercised, type Witness } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { bystander, leavesOthers } from '../operation/bystander.ts';
import { effectState, isSame, notRead, type State, showsDue, told } from '../operation/deal-state.ts';
import { settled } from '../operation/operation-evidence.ts';
import { type Deal, otherValue } from '../operation/operation-requests.ts';
import { askedIn, formsOf, guessesAttributes } from '../operation/operation-subjects.ts';
import { DECEPTIVE_TEXTS, HARD_NUMBERS, withHardestValues, withHardValues } from '../payload/hard-values.ts';
import { isKept } from '../payload/kept-values.ts';
import { hasEffectForAnyAccept } from './accepting.ts';
import { commanded, commandOf, commandRequest, payloadFor } from './command-evidence.ts';
import { keepsWhatOperationsSet } from './commands-and-operations.ts';
import { showsLaterValues } from './later-values.ts';

/** Demands that the deal shows what the command of an operation's name brings about, as far as it shows such members. */
export async function showsCommandEffect(trial: Trial): Promise<Witness> {
  const operation = operationOf(trial);
  if (operation === undefined)
    notApplicable('the target lists no operation of that name, so nothing says what it brings about');
  const [form] = formsOf(trial.target, operation);
  const beside = form === undefined ? undefined : await bystander(trial, askedIn(trial.target, operation, form));
  const { answer, payload, deal } = await commanded(trial);
  answer.asControl('the command');
  if (deal === undefined) notExercised('the command names no deal that could be read', answer);
  const due = fillEffect(operation.effect, payload);
  const after = await effectState(trial, deal, due, answer);
  if (after?.shown === undefined) notRead('the deal could not be read after the command', after?.answer);
  const shown = after.shown;
  const byForm = await afterForm(trial, operation);
  const visible = new Set([...Object.keys(shown), ...Object.keys(byForm?.shown ?? {})]);
  const judged = Object.keys(due).filter((member) => visible.has(member));
  if (judged.length === 0) notExercised(`the deal shows none of ${Object.keys(due).join(', ')}`, answer, after.answer);
  const wrong = judged.filter((member) => !showsDue(shown[member], due[member]));
  const inWords = (record: State['shown']): string => wrong.map((m) => `${m} ${told(record?.[m])}`).join(', ');
  if (wrong.length > 0) fail(inWords(due), inWords(shown), answer, after.answer);
  if (byForm !== undefined) keepsTheRest({ deal, due, after }, byForm, answer);
  const again = await showsItAgain(trial, operation, { judged, beside: beside?.deal });
  await hasEffectForAnyAccept(trial, operation, judged);
  await showsLaterValues(trial, operation, judged, (payload) => withOthers(operation, payload));
  const beneath = await keepsWhatOperationsSet(trial, operation);
  return [answer, after.answer, ...again, ...beneath.slice(0, 1), ...(await commandsNoOther(trial, operation))];
}

/** Demands that the command changes no deal but the one that it names, after the run sent it. */
async function commandsNoOther(trial: Trial, operation: Operation): Promise<readonly Answer[]> {
  const [form] = formsOf(trial.target, operation);
  if (form === undefined) return [];
  const asked = askedIn(trial.target, operation, form);
  return leavesOthers(trial, asked, `the command ${operation.name} for another one`, async (other) => {
    const { address } = commandOf(trial);
    const { payload } = await payloadFor(trial, commandOf(trial), other);
    return async () => [await trial.send(commandRequest(address, withOthers(operation, payload)))];
  });
}

/** How often the command is sent again: every third one may do nothing. */
const AGAIN = 3;

/** The time at which its values are odd. */
const ODD = 2;

/**
 * Sends the command for other deals: with a text that looks like something else, with 0 and texts that end in a blank, and with values that
 * are easily changed on the way, unless those are refused: what is answered with success has its effect each time, with the values of this request.
 */
async function showsItAgain(
  trial: Trial,
  operation: Operation,
  { judged, beside }: { readonly judged: readonly string[]; readonly beside: Deal | undefined },
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let time = 1; time <= AGAIN; time += 1) {
    // The first one has the members of a deal that no request names, and which is looked at in the end.
    const { payload: sample, deal } = await payloadFor(trial, commandOf(trial), time === 1 ? beside : undefined);
    const { address } = commandOf(trial);
    const others = withOthers(operation, sample);
    const { payload, answer } = await firstTaken(trial, address, [...oddsAt(trial, operation, sample, time), others]);
    const due = fillEffect(operation.effect, payload);
    const after = deal === undefined ? undefined : await effectState(trial, deal, due, answer);
    // Which transitions are allowed, and how many, is not shown (document 3).
    if (!answer.succeeded || after?.shown === undefined || after.pending) continue;
    const { shown } = after;
    const wrong = judged.filter((member) => !isKept(shown[member], due[member], undefined));
    const inWords = (record: State['shown']): string => wrong.map((m) => `${m} ${told(record?.[m])}`).join(', ');
    if (wrong.length > 0) fail(inWords(due), inWords(shown), answer, after.answer);
    answers.push(after.answer);
  }
  return answers.slice(0, 1);
}

/** What the command is sent with at this time; the plain values follow where it is refused. */
function oddsAt(trial: Trial, operation: Operation, sample: JsonObject, time: number): readonly JsonObject[] {
  const turn = trial.target.operations.findIndex(({ name }) => name === operation.name);
  const numberOf = HARD_NUMBERS[turn % HARD_NUMBERS.length] ?? Number;
  if (time === ODD) return [withOdds(operation, sample)];
  if (time === AGAIN)
    return [withHardestValues(operation, sample, numberOf), withHardValues(operation, sample, numberOf)];
  const text = DECEPTIVE_TEXTS[(turn + 2) % DECEPTIVE_TEXTS.length] ?? '';
  const texts = new Set(operation.parameters.filter(({ type }) => type === 'string').map(({ name }) => name));
  const deceptive = Object.entries(withOthers(operation, sample)).map(([name, value]) => [
    name,
    texts.has(name) ? text : value,
  ]);
  return [Object.fromEntries(deceptive)];
}

interface Sent {
  readonly payload: JsonObject;
  readonly answer: Answer;
}

/** The first of these payloads that is not refused, or the last. */
async function firstTaken(trial: Trial, address: string, payloads: readonly JsonObject[]): Promise<Sent> {
  const [payload = {}, ...others] = payloads;
  const answer = await trial.send(commandRequest(address, payload));
  return isRefusal(answer) && others.length > 0 ? firstTaken(trial, address, others) : { payload, answer };
}

/** The payload with other values for the parameters of the operation, of the same types. */
function withOthers({ parameters }: Operation, payload: JsonObject): JsonObject {
  const types = new Map(parameters.map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    Object.entries(payload).map(([name, sample]) => [name, otherValue(sample, types.get(name))]),
  );
}

/** The same with 0 for each number and a blank at the end of each text. */
function withOdds(operation: Operation, payload: JsonObject): JsonObject {
  const types = new Map(operation.parameters.map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    Object.entries(withOthers(operation, payload)).map(([name, value]) => {
      if (types.get(name) === 'number') return [name, 0];
      return [name, types.get(name) === 'string' ? `${String(value)} ` : value];
    }),
  );
}

/** The operation that a command is named after (document 4.2, 4.3). */
export function operationOf(trial: Trial): Operation | undefined {
  const { name } = commandOf(trial);
  return trial.target.operations.find((operation) => operation.name === name);
}

/** A deal after a command, and what the command sets. */
interface Changed {
  readonly deal: Deal;
  readonly due: Readonly<Record<string, unknown>>;
  readonly after: State;
}

/**
 * Demands that a command leaves what the creation of its deal set, and what it is not about, as far as the same operation in a form of 4.2
 * leaves it on another deal: the command is that operation in other words (document 4.3).
 */
function keepsTheRest({ deal, due, after }: Changed, byForm: AfterForm, answer: Answer): void {
  const members = Object.keys(deal.payload).filter(
    (member) => !(member in due) && isSame(byForm.shown[member], byForm.deal.payload[member]),
  );
  const lost = members.filter((member) => !isSame(after.shown?.[member], deal.payload[member]));
  if (lost.length === 0) return;
  const inWords = (record: State['shown']): string => lost.map((one) => `${one} ${told(record?.[one])}`).join(', ');
  fail(`${inWords(deal.payload)}, as it was created`, inWords(after.shown), answer, after.answer, byForm.answer);
}

/** A deal after the same operation in a form of 4.2. */
interface AfterForm {
  readonly deal: Deal;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

/** What a deal shows after the same operation in a form of 4.2; undefined where none is claimed, or the deal is not read. */
async function afterForm(trial: Trial, operation: Operation): Promise<AfterForm | undefined> {
  const form = formsOf(trial.target, operation).find((one) => !guessesAttributes(operation, one));
  if (form === undefined) return undefined;
  const { after, deal } = await settled(trial, askedIn(trial.target, operation, form));
  return after?.shown === undefined ? undefined : { deal, shown: after.shown, answer: after.answer };
}
