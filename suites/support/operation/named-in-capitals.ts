import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { effectState, showsDue } from './deal-state.ts';
import type { Members } from './operation-dues.ts';
import { readyDeal, settled } from './operation-evidence.ts';
import { members } from './operation-outcome.ts';
import { type Deal, operationRequest, otherParameters, particulars } from './operation-requests.ts';
import { type Asked, guessesAttributes, isFirst } from './operation-subjects.ts';

/**
 * The first operation of each form with the names of its required parameters in capitals: names are compared letter for letter (RFC 8259 8.3),
 * so that they are missing (document 7, 400). Some readers of JSON take names without case, and then the operation is carried out with the
 * values that were sent; what neither refuses nor reads them has lost them.
 */
export async function losesNoneInCapitals(trial: Trial, asked: Asked, deal: Deal): Promise<readonly Answer[]> {
  const { operation, spelling } = asked;
  const names = operation.parameters.flatMap(({ name, required }) => (required ? [name] : []));
  if (!isFirst(trial) || typeof spelling.payload !== 'string' || guessesAttributes(operation, asked.form)) return [];
  if (names.every((name) => name === name.toUpperCase())) return [];
  const first = await sendInCapitals(trial, asked, deal, names);
  if (first.lost.length === 0) return first.answers;
  // What is on hold may stay on hold for the reason that it has, so that another deal is to show it too.
  const { answers, lost, due, shown } = await sendInCapitals(trial, asked, await readyDeal(trial, asked), names);
  if (lost.length === 0) return answers;
  const how = `status 400 with ${names.map((name) => name.toUpperCase()).join()} for ${names.join()}`;
  fail(`${how}, or ${members(lost, due)}`, members(lost, shown), ...answers);
}

interface Sent {
  readonly answers: readonly Answer[];
  readonly due: Members;
  readonly shown: Members;
  /** What the deal shows of the operation where the names are right, and does not show now. */
  readonly lost: readonly string[];
}

async function sendInCapitals(trial: Trial, asked: Asked, deal: Deal, names: readonly string[]): Promise<Sent> {
  const { effect } = asked.operation;
  const parameters = otherParameters(asked, trial.unique());
  const capitals: JsonObject = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [names.includes(name) ? name.toUpperCase() : name, value]),
  );
  const answer = await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique(), capitals)));
  const due = fillEffect(effect, parameters);
  const nothing = { answers: [answer], due, shown: {}, lost: [] };
  if (!answer.succeeded || answer.status === 202) return nothing;
  const after = await effectState(trial, deal, due, answer);
  if (after?.shown === undefined) return nothing;
  const { shown } = after;
  const usual = await settled(trial, asked);
  const right = fillEffect(effect, usual.what.parameters);
  const lost = Object.keys(due).filter(
    (name) => showsDue(usual.after?.shown?.[name], right[name]) && !showsDue(shown[name], due[name]),
  );
  return { answers: [answer, after.answer], due, shown, lost };
}
