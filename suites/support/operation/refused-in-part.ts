import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { HARD_DAYS, withDays, withHardNumbers } from '../payload/hard-values.ts';
import { gainsNothing, type State, stateOf, unchanged } from './deal-state.ts';
import { hasFewForms } from './hard-parameters.ts';
import { statesOf } from './operation-dues.ts';
import { type Deal, type JsonRequest, operationRequest, otherParameters, particulars } from './operation-requests.ts';
import { type Asked, formsOf, guessesAttributes, isFirst, rotated } from './operation-subjects.ts';

/** A deal to which nothing was done, as it is. */
interface Untouched {
  readonly deal: Deal;
  readonly before: State | undefined;
}

const WRONG: Json = { not: 'a scalar' };

/**
 * Demands that a request of which one part is wrong changes nothing, not the members of the other parts either (document 7, 400: the client
 * must change it before it repeats it). Each required part is wrong once, and stands before the right ones or behind them; these have other
 * values each time, and the deal is read after each. In every second form, and for an operation of one part nowhere.
 */
export async function leavesEveryPart(trial: Trial, asked: Asked, on: Untouched): Promise<readonly Answer[]> {
  const several = isFirst(trial) && asked.form === 'D' ? await leavesOtherAttributes(trial, asked, on) : [];
  const names = asked.operation.parameters.flatMap(({ name, required }) =>
    required && isSent(asked, name) ? [name] : [],
  );
  const isTried = hasFewForms(trial, asked) || rotated(trial, [true, false], 1)[0] === true;
  if (names.length < 2 || !isTried || on.before === undefined) return several;
  const answers: Answer[] = [...several];
  for (const [i, name] of names.entries()) {
    const values = otherValues(asked, trial.unique(), i);
    const fault = faultAt(asked, i);
    const { [name]: _right, ...right } = values;
    const wrong = fault.value === undefined ? {} : { [name]: fault.value };
    const parameters = i % 2 === 0 ? { ...right, ...wrong } : { ...wrong, ...right };
    const request = operationRequest(asked, particulars(asked, on.deal, trial.unique(), parameters));
    const answer = await trial.send(movedTo(request, asked, name, i % 2 === 0));
    const what = `with ${fault.told} ${name}, and other values beside it`;
    answers.push(answer.owes(answer.status === 400, `status 400 ${what}`, () => `status ${answer.brief}`));
    answers.push(...(await isUntouched(trial, on, `${asked.operation.name} ${what}, which was refused`)));
  }
  return answers;
}

/**
 * The same of form D with attributes of several operations, and other values for what the creation sent, while held is no boolean (document
 * 2, 4.2). Which attributes may be sent together is not shown, so that any refusal is right.
 */
async function leavesOtherAttributes(trial: Trial, asked: Asked, on: Untouched): Promise<readonly Answer[]> {
  const { payload } = asked.spelling;
  if (typeof payload === 'string' || typeof payload.attributes[HELD] !== 'boolean' || on.before === undefined)
    return [];
  const others = trial.target.operations.filter(
    (one) =>
      one.resource === asked.resource.name &&
      statesOf(one.effect).length === 0 &&
      formsOf(trial.target, one).includes('D') &&
      !guessesAttributes(one, 'D'),
  );
  const answers: Answer[] = [];
  for (const isLast of [true, false]) {
    const own = operationRequest(asked, particulars(asked, on.deal, trial.unique(), otherValues(asked, '', 0)));
    const beside = others.map((operation) => {
      const attributes = operation.forms.D?.payload;
      const values = otherValues({ ...asked, operation }, trial.unique(), answers.length);
      return typeof attributes === 'object' ? fillEffect(attributes.attributes, values) : {};
    });
    const { [HELD]: _held, ...rest } = { ...own.json, ...renamed(on.deal), ...Object.assign({}, ...beside) };
    const json: JsonObject = isLast ? { ...rest, [HELD]: WRONG } : { [HELD]: WRONG, ...rest };
    const answer = await trial.send({ ...own, json });
    if (!isRefusal(answer)) return answers;
    answers.push(answer, ...(await isUntouched(trial, on, 'attributes of which held was no boolean, and refused')));
  }
  return answers;
}

const HELD = 'held';

/** The texts by which the deal is known, with more behind them: a deal that took these is known still. */
function renamed({ payload, unique }: Deal): JsonObject {
  const texts = Object.entries(payload).filter(([, value]) => typeof value === 'string' && value.includes(unique));
  return Object.fromEntries(texts.map(([name, value]) => [name, `${String(value)} anew`]));
}

/** Form D may have no attribute for it. */
function isSent({ spelling }: Asked, name: string): boolean {
  return typeof spelling.payload === 'string' || Object.values(spelling.payload.attributes).includes(`{${name}}`);
}

async function isUntouched(trial: Trial, { deal, before }: Untouched, what: string): Promise<readonly Answer[]> {
  const after = await stateOf(trial, deal);
  return [...(await unchanged(trial, before, after, what)), ...(await gainsNothing(trial, before, after, what))];
}

/** Values that the deal does not have, others for each request. */
function otherValues(asked: Asked, unique: string, i: number): JsonObject {
  const { operation } = asked;
  const numbers = withHardNumbers(operation, otherParameters(asked, unique), (sample) => sample + STEP * (i + 1));
  return withDays(operation, numbers, HARD_DAYS[i % HARD_DAYS.length] ?? '');
}

const STEP = 10;

interface Fault {
  readonly told: string;
  /** Undefined where the part is left out. */
  readonly value: Json | undefined;
}

const FAULTS: readonly Fault[] = [
  { told: 'an object as', value: WRONG },
  { told: 'no', value: undefined },
  { told: 'null as', value: null },
];

/** Form D sends attributes of the deal: what is left out there may stay as it is, and null may stand for none. */
function faultAt({ spelling, form }: Asked, i: number): Fault {
  const faults = typeof spelling.payload === 'string' ? FAULTS : FAULTS.slice(0, 1);
  return faults[(i + form.charCodeAt(0)) % faults.length] ?? { told: 'an object as', value: WRONG };
}

/** In form D, where a part stands among the attributes: the first of them, or the last. */
function movedTo(request: JsonRequest, { spelling }: Asked, name: string, isLast: boolean): JsonRequest {
  if (typeof spelling.payload === 'string') return request;
  const [attribute] = Object.entries(spelling.payload.attributes).find(([, value]) => value === `{${name}}`) ?? [];
  if (attribute === undefined || !(attribute in request.json)) return request;
  const { [attribute]: wrong = null, ...rest } = request.json;
  return { ...request, json: isLast ? { ...rest, [attribute]: wrong } : { [attribute]: wrong, ...rest } };
}
