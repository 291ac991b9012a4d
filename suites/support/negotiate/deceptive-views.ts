import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { listedAsRead } from '../create/fresh-listed.ts';
import { isLetterForLetter } from '../create/letter-for-letter.ts';
import { createRecord } from '../evidence.ts';
import { KEEPING } from '../keeping-writes.ts';
import { settledState } from '../operation/deal-state.ts';
import {
  type Deal,
  operationRequest,
  particulars,
  sampleParameters,
  withTexts,
} from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { othersTell, type TellsIt, tellsAll } from '../view/equivalence.ts';

/** What a writer takes for a flag, for nothing, for a number, and for another number. */
const TEXTS: readonly string[] = ['true', 'null', '0', '0012.50'];

/**
 * Each operation that keeps the deal, on one deal, with a text that looks like something else: what its JSON shows then as that text, the
 * other representations show so too (document 4.5-2), and the collection. An operation may be refused, and a text be kept otherwise.
 */
export async function deceptiveTextsAlike(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const own = target.operations.filter(
    ({ name, resource, after, parameters }) =>
      KEEPING.includes(name) &&
      resource === resourceOf(trial).name &&
      after === undefined &&
      parameters.some(({ type }) => type === 'string'),
  );
  if (own.length === 0) return [];
  const { id, ...record } = await createRecord(trial);
  if (id === undefined) return [];
  const deal = { ...record, id };
  const answers: Answer[] = [];
  let last: Answer | undefined;
  for (const [i, operation] of own.entries()) {
    const [form] = formsOf(target, operation);
    if (form === undefined) continue;
    const json = await shownAfter(trial, deal, askedIn(target, operation, form), TEXTS[i % TEXTS.length] ?? '');
    if (json === undefined) continue;
    last = json;
    answers.push(json, ...(await othersTell(trial, deal.address, json, letterForLetter)));
  }
  return last === undefined ? answers : [...answers, ...(await listedAsRead(trial, deal, last))];
}

/** The deal in JSON, where the operation was carried out and the deal shows the text. */
async function shownAfter(trial: Trial, deal: Deal, asked: Asked, text: string): Promise<Answer | undefined> {
  const parameters = withTexts(asked, sampleParameters(asked, trial.unique()), text);
  const answer = await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique(), parameters)));
  if (!answer.succeeded) return undefined;
  const after = await settledState(trial, deal, asked, { parameters }, answer);
  const isShown = after?.pending === false && Object.values(after.shown ?? {}).includes(text);
  return isShown ? after.answer : undefined;
}

const letterForLetter: TellsIt = (view, told, name) =>
  view.representation.syntax === name ? isLetterForLetter(tellsAll(view, told, name), told) : view;
