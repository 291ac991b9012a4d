import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { equalReadings, wordsOf } from '../equal-readings.ts';
import { resourceOf } from '../subjects.ts';
import { allGiven } from '../view/views.ts';
import { asText, staysAsItWas } from './steady-answers.ts';

/** How often each view is asked for after the first time: every fifth one may be another, and one in three twice. */
const MORE = 6;

/**
 * Asks again for each place in XML and HTML, where it comes as that: what stands there once stands there each time. Of what the run
 * cannot write to, its earlier readings count as well.
 */
export async function viewsStay(trial: Trial): Promise<void> {
  for (const { name, request, answer } of await allGiven(trial)) {
    if (name === 'json') continue;
    const answers: Answer[] = [answer];
    while (answers.length <= MORE) answers.push(await trial.send(request));
    staysAsItWas(answers, asText);
    if (isOnlyRead(trial)) staysAsItWas(allLike(trial, answers.at(-1)), asText);
  }
}

/** Whether the run cannot write to the records of this resource. */
export function isOnlyRead(trial: Trial): boolean {
  const { name, create, update, delete: deletion } = resourceOf(trial);
  const isWorkedOn = trial.target.operations.some(({ resource }) => resource === name);
  return create === undefined && update === undefined && deletion === undefined && !isWorkedOn;
}

/** Every answer to this request that shows what was asked for. */
function allLike(trial: Trial, answer: Answer | undefined): readonly Answer[] {
  const equal = equalReadings(trial.seen).get(wordsOf(answer)) ?? [];
  return equal.filter(({ status }) => status === 200);
}
