import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { createRecord } from '../evidence.ts';
import { isNothing } from '../nothing.ts';
import { TAG_OF_NOBODY } from '../validator/entity-tag.ts';
import { withFields } from '../with-fields.ts';
import { effectState, isSame, type State, stateOf, unchanged } from './deal-state.ts';
import { members } from './operation-outcome.ts';
import {
  type Deal,
  operationRequest,
  otherParameters,
  particulars,
  sampleParameters,
  withTexts,
} from './operation-requests.ts';
import { type Asked, askedIn, formsOf, isFirst } from './operation-subjects.ts';

/** The operations after which a deal goes on, those whose values a hold may forbid to change first. */
const EARLIER: readonly string[] = ['ChangePrice', 'ChangeCompletionDate', 'HoldDeal'];

/** A deal on which operations were carried out, and how it shows them. */
interface WorkedOn {
  readonly deal: Deal;
  readonly before: State;
}

/**
 * Demands that operations which are refused (document 7, 400; RFC 9110 13.1.1, 412) leave what earlier ones brought about: the hold and
 * its reason, the price and the completion date. Once for each form, with all operations that it serves. Which states allow an operation
 * is not shown (document 3), so that any refusal is right here; where one of them is carried out, nothing is said.
 */
export async function leavesEarlierEffects(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  if (!isFirst(trial)) return [];
  const worked = await workedOn(trial, asked);
  if (worked === undefined) return [];
  const broken = await refusedBy(trial, asked, worked, brokenly);
  if (broken.isDone) return broken.witness;
  const later = await changedLater(trial, asked, worked);
  const before = later.after;
  // What shows late would be taken for a change.
  if (before?.shown === undefined || (before.lacking ?? []).length > 0) return [...broken.witness, ...later.witness];
  const unmet = await refusedBy(trial, asked, { deal: worked.deal, before }, unmatched);
  return [...broken.witness, ...later.witness, ...unmet.witness];
}

/** Each operation of the form as it has to be refused, and the deal after that. */
async function refusedBy(
  trial: Trial,
  asked: Asked,
  { deal, before }: WorkedOn,
  refuse: typeof brokenly,
): Promise<{ readonly witness: readonly Answer[]; readonly isDone: boolean }> {
  const witness: Answer[] = [];
  for (const one of operationsIn(trial, asked)) {
    const answer = await refuse(trial, one, deal);
    if (answer === undefined) continue;
    if (!isRefusal(answer)) return { witness, isDone: true };
    witness.push(answer);
  }
  const despite = `operations in form ${asked.form} that were refused, after others that were carried out`;
  return {
    witness: [...witness, ...(await unchanged(trial, before, await stateOf(trial, deal), despite))],
    isDone: false,
  };
}

/**
 * The next change that is carried out: the values of what was refused before do not come with it (document 7). It has texts of its own, and
 * may be any that is not refused.
 */
async function changedLater(
  trial: Trial,
  asked: Asked,
  { deal, before }: WorkedOn,
): Promise<{ readonly witness: readonly Answer[]; readonly after: State | undefined }> {
  const all = operationsIn(trial, asked);
  const refusable = all.filter(({ operation }) => operation.parameters.some(({ required }) => required));
  const refused = refusable.flatMap((one) =>
    Object.entries(fillEffect(one.operation.effect, refusedParameters(one, deal))),
  );
  for (const one of all.filter(({ operation }) => EARLIER.includes(operation.name))) {
    const unique = trial.unique();
    const parameters = withTexts(one, sampleParameters(one, unique), `later ${unique}`);
    const answer = await trial.send(operationRequest(one, particulars(one, deal, unique, parameters)));
    if (!answer.succeeded) continue;
    const effect = fillEffect(one.operation.effect, parameters);
    const after = await effectState(trial, deal, effect, answer);
    const shown = after?.shown ?? {};
    const come = refused.filter(
      ([name, value]) => !isSame(before.shown?.[name], value) && isSame(shown[name], value) && !isNothing(value),
    );
    const names = [...new Set(come.flatMap(([name]) => (isSame(effect[name], shown[name]) ? [] : [name])))];
    const despite = `${one.operation.name} in form ${asked.form}, with nothing of what was refused before it`;
    if (after !== undefined && names.length > 0)
      fail(
        `${members(names, before.shown ?? {})} after ${despite}`,
        members(names, shown),
        before.answer,
        answer,
        after.answer,
      );
    return { witness: [answer], after: answer.status === 202 ? undefined : after };
  }
  return { witness: [], after: before };
}

/** Other values than those that the deal has by now. */
function refusedParameters(asked: Asked, deal: Deal): JsonObject {
  return otherParameters(asked, deal.unique);
}

function operationsIn({ target }: Trial, { form, resource }: Asked): readonly Asked[] {
  const own = target.operations.filter((one) => one.resource === resource.name && formsOf(target, one).includes(form));
  return own.map((operation) => askedIn(target, operation, form));
}

/** Undefined where nothing was carried out, or where the deal does not show all of it: what shows late would be taken for a change. */
async function workedOn(trial: Trial, asked: Asked): Promise<WorkedOn | undefined> {
  const { id, ...record } = await createRecord(trial);
  if (id === undefined) return undefined;
  let deal: Deal = { ...record, id };
  let due: Readonly<Record<string, unknown>> = {};
  let last: Answer | undefined;
  for (const name of EARLIER) {
    const one = operationsIn(trial, asked).find(({ operation }) => operation.name === name);
    if (one === undefined) continue;
    const what = particulars(one, deal, trial.unique());
    const answer = await trial.send(operationRequest(one, what));
    if (answer.status === 202) return undefined;
    if (!answer.succeeded) continue;
    last = answer;
    const effect = fillEffect(one.operation.effect, what.parameters);
    due = { ...due, ...effect };
    // Form D sends the deal as it is now.
    const sentAgain = Object.entries(effect).filter(([member]) => member in deal.payload);
    deal = { ...deal, payload: { ...deal.payload, ...Object.fromEntries(sentAgain) } };
  }
  const before = last === undefined ? undefined : await effectState(trial, deal, due, last);
  return before?.shown === undefined || before.lacking?.length !== 0 ? undefined : { deal, before };
}

/** Cut short, or without its last required parameter, by turns; undefined for what has none, as its body need not be read. */
async function brokenly(trial: Trial, asked: Asked, deal: Deal): Promise<Answer | undefined> {
  const { operation, form } = asked;
  const missing = operation.parameters.findLast(({ required }) => required)?.name;
  if (missing === undefined) return undefined;
  const isCut = form === 'D' || trial.target.operations.findIndex(({ name }) => name === operation.name) % 2 === 0;
  const { [missing]: _left, ...others } = refusedParameters(asked, deal);
  const parameters = isCut ? refusedParameters(asked, deal) : others;
  const request = operationRequest(asked, particulars(asked, deal, trial.unique(), parameters));
  if (!isCut) return trial.send(request);
  const { json, ...rest } = request;
  return trial.send({ ...rest, body: JSON.stringify(json).slice(0, -1) });
}

/** With If-Match of a tag that nobody has, which many servers pass over. */
function unmatched(trial: Trial, asked: Asked, deal: Deal): Promise<Answer> {
  const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
  return trial.send(withFields(request, { 'if-match': TAG_OF_NOBODY }));
}
