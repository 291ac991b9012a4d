import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { createdBy } from '../create/created-otherwise.ts';
import { create, samplePayload } from '../evidence.ts';
import { stateOf } from '../operation/deal-state.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import { type Deal, operationRequest, particulars, sampleParameters } from '../operation/operation-requests.ts';
import { type Asked, isFirst, isItsTurn } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { NULL, type WronglyTyped, withWrongType, written, wronglyTyped } from './wrong-types.ts';

/**
 * Creations with a value of another type for one member, and a usual one after them. The document shows no types (2), so that each may be
 * taken or refused; neither is a breakdown (7), nor does what was taken break the record or the collection for others. A member by which
 * alone a record is known as one of the run stays inside of what is sent for it.
 */
export async function createdWronglyTyped(trial: Trial, mayLose: readonly string[]): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const all = wronglyTyped(resource.create?.sample ?? {}, (member) => mayLose.includes(member));
  const answers: Answer[] = [];
  let isListed = false;
  // Null may stand for none: create/refused sends it by itself.
  for (const one of all.filter(({ wrong }) => wrong !== NULL)) {
    const { answer, address } = await createdBy(trial, ({ json: _json, ...request }, unique) => ({
      ...request,
      body: written(withWrongType(samplePayload(resource, unique), one)),
    }));
    answers.push(isNoBreakdown(answer, inWords(one)));
    if (!answer.succeeded || address === undefined) continue;
    isListed = resource.list !== undefined;
    if (resource.item !== undefined)
      answers.push(...(await isRead(trial, address, `for what was made ${inWords(one)}`)));
  }
  if (answers.length === 0) return [];
  if (isListed)
    answers.push(...(await isRead(trial, resource.list?.address ?? '', 'for a list with members of other types')));
  const { answer } = await create(trial);
  return [...answers, isNoBreakdown(answer, 'for the sample, after members of other types')];
}

async function isRead(trial: Trial, address: string, what: string): Promise<readonly Answer[]> {
  const { representations, selectors, mediaTypes } = resourceOf(trial);
  const answers: Answer[] = [];
  for (const name of selectors.includes('accept') ? representations : representations.slice(0, 1)) {
    const answer = await trial.send({ method: 'GET', address, headers: { accept: mediaTypes[name] } });
    answers.push(isNoBreakdown(answer, what));
  }
  return answers;
}

/**
 * The same of an operation, on a deal of its own: of the first one, and of the first that has a number, for its numbers; in one form, since
 * the others say the same values.
 */
export async function operatedWronglyTyped(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { operations, claims } = trial.target;
  if (asked.form !== claims.operationForms[0]) return [];
  const isNumbered = operations.find((one) => Object.keys(numbersOf(one)).length > 0)?.name === asked.operation.name;
  const sample = isFirst(trial)
    ? sampleParameters(asked, trial.unique())
    : isNumbered
      ? numbersOf(asked.operation)
      : {};
  if (Object.keys(sample).length === 0) return [];
  const deal = await readyDeal(trial, asked);
  const answers: Answer[] = [];
  for (const one of wronglyTyped(sample, () => true)) {
    const unique = trial.unique();
    const parameters = withWrongType(sampleParameters(asked, unique), one);
    const { json, ...request } = operationRequest(asked, particulars(asked, deal, unique, parameters));
    answers.push(isNoBreakdown(await trial.send({ ...request, body: written(json) }), inWords(one)));
  }
  const after = (await stateOf(trial, deal))?.answer;
  return after === undefined
    ? answers
    : [...answers, isNoBreakdown(after, 'for the deal, after parameters of other types')];
}

/**
 * The operation without a Content-Type, at the end of all that a deal is for: a recipient may look at what it is, or take it for bytes that it
 * does not read (RFC 9110 8.3); it does not break. The first operation in each form, and by turns the others.
 */
export async function operatedUntyped(trial: Trial, asked: Asked, deal: Deal): Promise<readonly Answer[]> {
  if (!isItsTurn(trial)) return [];
  const { json, ...request } = operationRequest(asked, particulars(asked, deal, trial.unique()));
  const untyped = { ...request, body: JSON.stringify(json), headers: { 'content-type': undefined } };
  return [isNoBreakdown(await trial.send(untyped), 'without a Content-Type')];
}

function numbersOf({ parameters }: Asked['operation']): JsonObject {
  return Object.fromEntries(
    parameters.flatMap(({ name, sample }) => (typeof sample === 'number' ? [[name, sample] as const] : [])),
  );
}

function inWords({ member, wrong }: WronglyTyped): string {
  return `with ${wrong.told} as ${member}`;
}

function isNoBreakdown(answer: Answer, what: string): Answer {
  return answer.owes(answer.status < 500, `no server error ${what}`);
}
