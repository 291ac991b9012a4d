import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { resourceOf } from '../subjects.ts';
import { type ReadBack, readBack } from './hard-members.ts';

/** Languages that write numbers with a comma, with an apostrophe, and in digits of their own. */
const LANGUAGES: readonly string[] = ['de', 'de-CH, fr;q=0.8', 'ar-EG', 'hi-IN-u-nu-deva'];

const PRICE: JsonObject = { price: 1234.5 };
const FURTHER: JsonObject = { ...PRICE, assayerShare: 1234567.25, assayerUrgent: true };

/**
 * Demands that the JSON of a deal is well formed, and tells its numbers and flags alike, whatever Accept-Language asks for: JSON has one way to
 * write them (RFC 8259 6). Texts may be in that language.
 */
export async function sameInEachLanguage(trial: Trial): Promise<readonly Answer[]> {
  const kept = (await readBack(trial, FURTHER)) ?? (await readBack(trial, PRICE));
  if (kept === undefined) return [];
  const answers: Answer[] = [];
  for (const language of LANGUAGES) {
    const ask = (): Promise<Answer> =>
      trial.send({ method: 'GET', address: kept.record.address, headers: { 'accept-language': language } });
    const first = await ask();
    answers.push(first);
    if (whatIsWrong(trial, kept, first) === undefined) continue;
    const again = await ask();
    const plain = await trial.send({ method: 'GET', address: kept.record.address });
    // Somebody else may have changed the deal.
    if (whatIsWrong(trial, kept, plain) !== undefined) continue;
    const wrong = whatIsWrong(trial, kept, again);
    again.owes(wrong === undefined, `the JSON that comes without it for Accept-Language: ${language}`, wrong);
  }
  return answers;
}

function whatIsWrong(trial: Trial, { record, own }: ReadBack, answer: Answer): string | undefined {
  const { syntax, problem, value } = answer.representation;
  if (answer.status !== 200 || syntax !== 'json') return undefined;
  if (problem !== undefined) return problem;
  const shown = at(value, resourceOf(trial).item?.envelope ?? '');
  if (!isObject(shown)) return `another shape: ${answer.brief}`;
  const other = Object.keys(record.payload).filter(
    (name) => ['number', 'boolean'].includes(typeof own[name]) && shown[name] !== own[name],
  );
  return other.length === 0 ? undefined : `${other.join(', ')} otherwise: ${answer.excerpt()}`;
}
