import type { Trial } from '../../../core/run/trial.ts';
import { hardValues, hasFewForms, longValues, otherNumbers, type ParametersOf } from './hard-parameters.ts';
import type { Asked } from './operation-subjects.ts';

/**
 * Values that one deal gets one after the other, where an operation sets nothing but values: such as are easily changed on the way, others, and
 * the first ones again in the words of before. A PUT is carried out whatever was sent long before it (RFC 9110 9.3.4), and a command under an
 * id of its own is another one (document 4.2); a POST in known words may be taken for one that was sent twice by mistake.
 */
export function valuesInTurn(trial: Trial, asked: Asked): readonly (readonly ParametersOf[])[] {
  const [hard, long] = [hardValues(trial, asked), longValues(trial, asked)];
  if (asked.spelling.method !== 'PUT') return [...long, ...hard];
  const [first, ...others] = hard;
  const between = [...others, ...long];
  if (first === undefined) return long;
  // The first ones come back after any other: where no other is due, with numbers of another kind.
  const isShort = between.length === 0 || hasFewForms(trial, asked);
  return [first, ...between, ...(isShort ? otherNumbers(trial, asked) : []), first];
}
