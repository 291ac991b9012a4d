import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { listedAsRead } from '../create/fresh-listed.ts';
import { withFractions, withNegatives } from '../create/further-members.ts';
import type { Created } from '../evidence.ts';
import { settledState } from '../operation/deal-state.ts';
import { statesOf } from '../operation/operation-dues.ts';
import { settled } from '../operation/operation-evidence.ts';
import { operationRequest, particulars, sampleParameters, withTexts } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { contradictions } from '../payload/payloads.ts';
import { resourceOf } from '../subjects.ts';
import { othersTell } from '../view/equivalence.ts';
import { hardText } from '../view/treacherous-views.ts';

type Readable = Created & { readonly address: string };

/**
 * Asks for each operation on a new record, with texts that are hard to write, with blanks at their ends, and with fractions below zero, and reads the
 * record in each representation after it, and at last the collection: what was stored is told by all of them (document 4.5-2). What is
 * refused says nothing.
 */
export async function viewsAfterOperations(trial: Trial, record: Readable): Promise<readonly Answer[]> {
  const { operations } = trial.target;
  const own = operations.filter(({ resource, after }) => resource === resourceOf(trial).name && after === undefined);
  const answers: Answer[] = [];
  let last: Answer | undefined;
  for (const operation of own.toSorted(byStates)) {
    const json = await storedAndRead(trial, record, operation);
    if (json === undefined) continue;
    last = json;
    answers.push(json, ...(await othersTell(trial, record.address, json)));
  }
  return last === undefined ? answers : [...answers, ...(await listedAsRead(trial, record, last))];
}

/** One that sets more states, such as the end of a deal, comes later. */
function byStates(a: Operation, b: Operation): number {
  return statesOf(a.effect).length - statesOf(b.effect).length;
}

/** The record in JSON after the operation; undefined where it was refused, or may be carried out later. */
async function storedAndRead(trial: Trial, record: Readable, operation: Operation): Promise<Answer | undefined> {
  const [form] = formsOf(trial.target, operation);
  if (form === undefined || record.id === undefined) return undefined;
  const asked = askedIn(trial.target, operation, form);
  const deal = { ...record, id: record.id };
  const send = async (parameters: JsonObject): Promise<Answer> =>
    trial.send(operationRequest(asked, particulars(asked, deal, trial.unique(), parameters)));
  const sample = sampleParameters(asked, record.unique);
  const text = hardText(record.unique);
  // What may be refused: a number below zero, one with a fraction, and blanks at the ends of a text.
  const [hardest, ...simpler] = [
    withTexts(asked, withNegatives(sample), `  ${text} `),
    withTexts(asked, withFractions(sample), `  ${text} `),
    withTexts(asked, sample, text),
  ] as const;
  let parameters: JsonObject = hardest;
  let answer = await send(parameters);
  for (const next of simpler) {
    if (!isRefusal(answer)) break;
    parameters = next;
    answer = await send(parameters);
  }
  if (!answer.succeeded) return undefined;
  const after = await settledState(trial, deal, asked, { parameters }, answer);
  if (after?.shown === undefined || after.pending) return undefined;
  return showsWhatWasSent(trial, after.answer, asked, { parameters, unique: record.unique });
}

/**
 * A text of the operation that the record shows is escaped and encoded once; blanks at its ends may be taken away before it is stored. A number
 * is the one that was sent, where the operation with its usual values shows the number there.
 */
async function showsWhatWasSent(
  trial: Trial,
  answer: Answer,
  asked: Asked,
  { parameters, unique }: { readonly parameters: JsonObject; readonly unique: string },
): Promise<Answer> {
  const { operation } = asked;
  const shown = at(answer.representation.value, resourceOf(trial).item?.envelope ?? '');
  if (!isObject(shown)) return answer;
  const usual = await settled(trial, asked);
  const usually = fillEffect(operation.effect, usual.what.parameters);
  const due = fillEffect(operation.effect, parameters);
  const wrong = contradictions(due, shown).filter((member) => {
    const [sent, own] = [due[member], shown[member]];
    if (typeof sent === 'number') return sameValue(usual.after?.shown?.[member], usually[member]);
    const isOfIt = typeof sent === 'string' && typeof own === 'string' && own.includes(unique);
    return isOfIt && own.trim().normalize() !== sent.trim().normalize();
  });
  const seen = wrong.map((member) => `${member} ${JSON.stringify(shown[member])}`).join(', ');
  return answer.owes(wrong.length === 0, `the values of ${operation.name} as they were sent`, seen);
}
