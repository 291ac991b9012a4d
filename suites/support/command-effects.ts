import type { Answer } from '../../core/answer.ts';
import { fail, notApplicable, notExercised, type Witness } from '../../core/outcome.ts';
import type { Operation } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { fillEffect } from '../../fixtures/operations.ts';
import { commanded, commandedAnew, commandOf } from './command-evidence.ts';
import { effectState, isSame, notRead, type State, told } from './deal-state.ts';
import { settled } from './operation-evidence.ts';
import { askedIn, formsOf, guessesAttributes } from './operation-subjects.ts';

/** Demands that the deal shows what the command of an operation's name brings about, as far as it shows such members. */
export async function showsCommandEffect(trial: Trial): Promise<Witness> {
  const operation = operationOf(trial);
  if (operation === undefined)
    notApplicable('the target lists no operation of that name, so nothing says what it brings about');
  const { answer, payload, deal } = await commanded(trial);
  answer.asControl('the command');
  if (deal === undefined) notExercised('the command names no deal that could be read', answer);
  const due = fillEffect(operation.effect, payload);
  const after = await effectState(trial, deal, due, answer);
  if (after?.shown === undefined) notRead('the deal could not be read after the command', after?.answer);
  const shown = after.shown;
  const visible = new Set([...Object.keys(shown), ...(await shownByForms(trial, operation))]);
  const judged = Object.keys(due).filter((member) => visible.has(member));
  if (judged.length === 0) notExercised(`the deal shows none of ${Object.keys(due).join(', ')}`, answer, after.answer);
  const wrong = judged.filter((member) => !isSame(shown[member], due[member]));
  const inWords = (record: State['shown']): string => wrong.map((m) => `${m} ${told(record?.[m])}`).join(', ');
  if (wrong.length > 0) fail(inWords(due), inWords(shown), answer, after.answer);
  return [answer, after.answer, ...(await showsItAgain(trial, operation, judged))];
}

/** How often the command is sent again: every third one may do nothing. */
const AGAIN = 3;

/** Sends the command for other deals: what is answered with success has its effect each time. */
async function showsItAgain(trial: Trial, operation: Operation, judged: readonly string[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let time = 1; time <= AGAIN; time += 1) {
    const { answer, payload, deal } = await commandedAnew(trial);
    const due = fillEffect(operation.effect, payload);
    const after = deal === undefined ? undefined : await effectState(trial, deal, due, answer);
    // Which transitions are allowed, and how many, is not shown (document 3).
    if (!answer.succeeded || after?.shown === undefined || after.pending) continue;
    const { shown } = after;
    const wrong = judged.filter((member) => !isSame(shown[member], due[member]));
    const inWords = (record: State['shown']): string => wrong.map((m) => `${m} ${told(record?.[m])}`).join(', ');
    if (wrong.length > 0) fail(inWords(due), inWords(shown), answer, after.answer);
    answers.push(after.answer);
  }
  return answers.slice(0, 1);
}

/** The operation that a command is named after (document 4.2, 4.3). */
export function operationOf(trial: Trial): Operation | undefined {
  const { name } = commandOf(trial);
  return trial.target.operations.find((operation) => operation.name === name);
}

/** The members that a deal shows after the same operation in a form of 4.2, where one is claimed. */
async function shownByForms(trial: Trial, operation: Operation): Promise<readonly string[]> {
  const form = formsOf(trial.target, operation).find((one) => !guessesAttributes(operation, one));
  if (form === undefined) return [];
  const { after } = await settled(trial, askedIn(trial.target, operation, form));
  return Object.keys(after?.shown ?? {});
}
