import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { isSame, type State, settledState } from './deal-state.ts';
import { statesOf } from './operation-dues.ts';
import { settled } from './operation-evidence.ts';
import { members } from './operation-outcome.ts';
import { type Deal, operationRequest, otherParameters, particulars, sampleParameters } from './operation-requests.ts';
import { type Asked, askedIn, formsOf } from './operation-subjects.ts';

/**
 * Asks twice for another operation, with another text each time, on a deal whose values an operation has set (document 2, 4.2): those
 * values stay, and the text is one of the two. Which states allow it, and whether what is on hold takes another reason, is not shown (3). In
 * the first form deals are taken through more operations (keepsItsHistory); form D sends the deal as it was created, and may put it back.
 */
export async function staysUnderAnother(
  trial: Trial,
  asked: Asked,
  deal: Deal,
  before: State,
): Promise<readonly Answer[]> {
  const other = anotherFor(trial, asked);
  if (other === undefined || before.shown === undefined) return [];
  const { what, after: known, before: fresh, answer: usual } = await settled(trial, other);
  const [a, b] = [fresh?.shown, known?.shown];
  if (!usual.succeeded || known?.pending !== false || a === undefined || b === undefined) return [];
  const values = Object.keys(asked.operation.effect).filter((name) => name in deal.payload && isSame(a[name], b[name]));
  const usually = fillEffect(other.operation.effect, what.parameters);
  const states = statesOf(other.operation.effect);
  const texts = Object.keys(usually).filter((name) => !states.includes(name) && isSame(b[name], usually[name]));
  const first = sampleParameters(other, deal.unique);
  const second = otherParameters(other, deal.unique);
  const answers: Answer[] = [];
  for (const parameters of [first, second])
    answers.push(await trial.send(operationRequest(other, particulars(other, deal, trial.unique(), parameters))));
  const [one, again] = answers;
  if (one?.succeeded !== true || again === undefined || answers.some(({ status }) => status === 202)) return [];
  const parameters = again.succeeded ? second : first;
  const after = await settledState(trial, deal, other, { parameters }, again);
  const shown = after?.shown;
  if (after === undefined || shown === undefined) return [];
  const sent = [fillEffect(other.operation.effect, first), fillEffect(other.operation.effect, second)];
  const isSent = (name: string): boolean => sent.some((due) => isSame(shown[name], due[name]));
  const lost = values.filter((name) => !isSame(shown[name], before.shown?.[name]));
  const despite = `${other.operation.name} twice in form ${other.form}`;
  if (lost.length > 0)
    fail(
      `${members(lost, before.shown)} after ${despite}`,
      members(lost, shown),
      before.answer,
      ...answers,
      after.answer,
    );
  // What shows nothing of it may have been ended.
  const wrong = states.every((state) => isSame(shown[state], usually[state]))
    ? texts.filter((name) => !isSent(name))
    : [];
  if (wrong.length > 0) fail(`one of the values of ${despite}`, members(wrong, shown), ...answers, after.answer);
  return [after.answer];
}

/** The first operation that sets a state and a text, for the first one that sets values alone. */
function anotherFor({ target }: Trial, { operation, form }: Asked): Asked | undefined {
  const own = target.operations.filter(({ resource, after }) => resource === operation.resource && after === undefined);
  const setsValues = own.find(({ effect }) => Object.keys(effect).length > 0 && statesOf(effect).length === 0);
  const isMeant = setsValues?.name === operation.name && form !== 'D' && form !== target.claims.operationForms[0];
  const other = own.find(
    ({ effect, parameters }) =>
      statesOf(effect).length > 0 && parameters.some(({ type, name }) => type === 'string' && hasPlace(effect, name)),
  );
  if (!isMeant || other === undefined || !formsOf(target, other).includes(form)) return undefined;
  return askedIn(target, other, form);
}

function hasPlace(effect: Asked['operation']['effect'], name: string): boolean {
  return Object.values(effect).includes(`{${name}}`);
}
