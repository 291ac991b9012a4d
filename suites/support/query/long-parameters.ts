import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { PATIENCE_MS } from '../patience.ts';
import { whyNotCreatable } from '../subjects.ts';
import { askBy, finds, makeOne, type ParameterOf, showsIds } from './found-records.ts';

/** Longer than what careless stores and routers keep of a text, and short enough for a name. */
const LONG = 120;
const END = 'zqxj';

/**
 * Demands that the whole parameter counts (document 4.3: it is one segment of the path): a record with a long text is found by
 * it, and not by one that differs at its end alone. A target may refuse such a text, and one that finds by resemblance finds it by another change as well.
 */
export async function readsToTheEnd(
  trial: Trial,
  resource: Resource,
  parameterOf: ParameterOf,
): Promise<readonly Answer[]> {
  if (whyNotCreatable(resource) !== undefined) return [];
  const unique = trial.unique();
  const text = `${unique} ${'long '.repeat(LONG)}`.slice(0, LONG);
  const made = await makeOne(trial, resource, `${text}bend`);
  if (made === undefined || !made.answer.text.includes(`${text}bend`)) return [];
  const ask = (one: string): Promise<Answer> => askBy(trial, parameterOf(one));
  const own = await trial.until(
    () => ask(`${text}bend`),
    (answer) => finds(answer, resource, made),
    PATIENCE_MS,
  );
  if (!finds(own, resource, made)) {
    // Results need not show ids, and what is refused is not looked for.
    if (own.status !== 404 && !showsIds(own, resource)) return [own];
    fail(`the record ${made.id} by its own text of ${text.length} letters and more`, own.brief, made.answer, own);
  }
  const alike = await ask(`${text.replace('long', END)}bend`);
  if (alike.succeeded) return [];
  const answer = await ask(`${text}${END}`);
  if (finds(answer, resource, made))
    fail(`no record by a text of ${text.length + END.length} letters with another end`, answer.brief, own, answer);
  return [own, alike, answer];
}
