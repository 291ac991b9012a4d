import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { breakJson, EXTENSIONS } from '../payload/break-json.ts';
import { gainsNothing, stateOf, unchanged } from './deal-state.ts';
import { readyDeal } from './operation-evidence.ts';
import { operationRequest, otherParameters, particulars, saysNothing } from './operation-requests.ts';
import { type Asked, isFirst, rotated } from './operation-subjects.ts';

/** How many of the ways a form is tried with, and which forms are. */
const COUNT = 3;
const EVERY = 2;

/** What some parsers take for a number, and what no JSON can hold. */
const INFINITE = 'Infinity';
const WAYS: readonly string[] = [...EXTENSIONS, INFINITE];

/**
 * Sends the first operation in what only some parsers read as JSON, with other values than before, on a deal of its own: some ways in every
 * second form. A parser may accept more than JSON (RFC 8259 9), so that each may be taken or refused; create/extended-json alone asks for 400.
 * Neither breaks anything, what is refused leaves the deal as it was (document 7), and what was taken does not break the deal for its readers.
 */
export async function operatedInExtendedJson(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const turn = trial.target.claims.operationForms.indexOf(asked.form);
  if (!isFirst(trial) || turn % EVERY !== 0 || saysNothing(asked)) return [];
  const deal = await readyDeal(trial, asked);
  const before = await stateOf(trial, deal);
  const answers: Answer[] = [];
  for (const how of rotated(trial, WAYS, COUNT)) {
    const unique = trial.unique();
    const what = particulars(asked, deal, unique, otherParameters(asked, unique));
    const { json, ...request } = operationRequest(asked, what);
    const body = how === INFINITE ? withInfinity(json) : breakJson(json, { how, at: 0 });
    const answer = await trial.send({ ...request, body });
    answers.push(answer.owes(answer.status < 500, `no server error for JSON with ${how}`));
  }
  const after = await stateOf(trial, deal);
  if (after === undefined) return answers;
  const { representation, status } = after.answer;
  const isWhole = status < 500 && (representation.syntax !== 'json' || representation.problem === undefined);
  after.answer.owes(isWhole, 'a deal that can be read, after what is no JSON');
  if (!answers.every(isRefusal)) return [...answers, after.answer];
  const despite = 'what only some parsers read as JSON, and which was refused';
  return [
    ...answers,
    ...(await unchanged(trial, before, after, despite)),
    ...(await gainsNothing(trial, before, after, despite)),
  ];
}

function withInfinity(json: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(json).slice(0, -1)},"assayer":Infinity}`;
}
