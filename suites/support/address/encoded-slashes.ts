import type { Answer } from '../../../core/answer.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { resourceOf } from '../subjects.ts';
import { saysTheSame } from '../view/same-words.ts';
import { placesOf } from './longer-paths.ts';

/**
 * The addresses of a record, of nested records and of queries of document 4.3 with a slash of theirs percent-encoded: it is a part of a
 * segment then, and ends none (RFC 3986 2.2, 3.3), so that the identifier names nothing (document 4.4-m1). What comes there is not judged:
 * only that it is not what the address with its slashes names.
 */
export async function encodedSlashesMiss(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [i, { address }] of (await placesOf(trial)).entries()) {
    const place = withEncodedSlash(address, i);
    if (place === undefined) continue;
    const ask = (one: string): Promise<Answer> =>
      trial.send(withFieldsOf(resourceOf(trial), { method: 'GET', address: one, about: 'absurd' }));
    const answer = await ask(place);
    answers.push(answer);
    if (answer.status !== 200) continue;
    const own = await ask(address);
    const isOwn = own.status === 200 && answer.text !== '' && saysTheSame(answer, own);
    answers.push(own, answer.owes(!isOwn, 'another answer than with a slash that ends a segment', 'the same'));
  }
  return answers;
}

/** The last slash of the path encoded, in every other place that has another one the one before it as well, in small letters. */
function withEncodedSlash(address: string, nth: number): string | undefined {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)?(\/[^?#]*)$/u.exec(address) ?? [];
  const twice = nth % 2 === 1 ? path.replace(/([^/])\/([^/]+)\/([^/]+)$/u, '$1%2f$2%2f$3') : path;
  const place = twice === path ? path.replace(/([^/])\/([^/]+)$/u, '$1%2F$2') : twice;
  // A path of one segment has no slash to spare.
  return place === path ? undefined : origin + place;
}
