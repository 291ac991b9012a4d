import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Query } from '../../../core/target.ts';
import { lookalikes } from '../view/lookalikes.ts';
import { recordsIn } from './read-as-found.ts';
import { findsByTheWhole } from './whole-values.ts';

type Shown = Readonly<Record<string, unknown>>;

/**
 * What resembles the parameter finds nothing (document 4.3: 404), where the same with other signs finds nothing either. A suffix that
 * chooses a representation may stand on a path (4.5-3), and then it comes as that.
 */
export async function findsNoLookalike(trial: Trial, { address, found = '' }: Query): Promise<readonly Answer[]> {
  const ask = (parameter: string): Promise<Answer> =>
    trial.send({ method: 'GET', address: fillTemplate(address, { parameter }) });
  const answers: Answer[] = [];
  for (const { control, values } of lookalikes(found)) {
    if ((await ask(control)).status !== 404) continue;
    // JSON comes by itself, so that its suffix is seen to choose only where another one does.
    let isSuffixRead = false;
    for (const value of values) {
      const answer = await ask(value);
      const isChosen: boolean =
        answer.succeeded &&
        value.endsWith(`.${answer.representation.syntax}`) &&
        (isSuffixRead || !value.endsWith('.json'));
      isSuffixRead ||= isChosen;
      answers.push(answer.owes(!answer.succeeded || isChosen, `nothing by the parameter “${value}”`));
    }
  }
  return answers;
}

/**
 * Nothing is found by the parameter with more at it, where it is a text that all of the records have in one member: what else a parameter
 * may mean is not shown (document 4.3), and a number may be read as far as it is one.
 */
export async function findsNothingLonger(
  trial: Trial,
  { address, found = '' }: Query,
  records: readonly Shown[],
): Promise<readonly Answer[]> {
  const members = Object.keys(records[0] ?? {}).filter((name) => records.every((one) => one[name] === found));
  if (members.length === 0 || !/\p{L}/u.test(found)) return [];
  return findsByTheWhole(found, {
    ask: (parameter) => trial.send({ method: 'GET', address: fillTemplate(address, { parameter }) }),
    finds: (answer) =>
      recordsIn(answer)
        .filter(isObject)
        .some((one) => members.some((name) => one[name] === found)),
  });
}
