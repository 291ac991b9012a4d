import type { Answer } from '../../../core/answer.ts';
import { exchangeInWords } from '../validator/validator-form.ts';
import { FIELDS, hasChallengeIn, lineWithTwins } from './grammar.ts';

/**
 * Demands of every field that HTTP gives a grammar that it keeps it, whatever the answer (RFC 9110 5.5): who reads it otherwise gets
 * nothing, or something else. Tags, dates and cookies are the matter of validator/every, Content-Type that of `isLabelled`.
 */
export function fieldsAreWritten(answer: Answer): void {
  const { headers } = answer.exchange.response ?? { headers: [] };
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const on = `on ${exchangeInWords(answer)}`;
  for (const { name, due, isWritten, isSingle } of FIELDS) {
    if (!names.has(name.toLowerCase())) continue;
    const lines = answer.headerLines(name);
    answer.owes(isSingle === undefined || lines.length < 2, `one ${name}`, `${lines.length} of them ${on}`);
    const wrong = lines.find((line) => !isWritten(line.trim()));
    answer.owes(wrong === undefined, `${name} of ${due}`, `“${wrong ?? ''}” ${on}`);
  }
  if (names.has('www-authenticate')) hasChallenges(answer, on);
  tellsLength(answer, on);
}

/** One challenge at least can be read, and none that can has a parameter twice: which of them counts is up to the reader. */
function hasChallenges(answer: Answer, on: string): void {
  const lines = answer.headerLines('WWW-Authenticate');
  const twins = lineWithTwins(lines);
  answer.owes(twins === undefined, 'each parameter once in a challenge (RFC 9110 11.2)', `“${twins ?? ''}” ${on}`);
  const isRead = hasChallengeIn(lines);
  answer.owes(isRead, 'a WWW-Authenticate with a challenge (RFC 9110 11.6.1)', `“${lines.join(', ')}” ${on}`);
}

/** A 416 tells how long the whole is, and no part (RFC 9110 14.4, 15.5.17). */
function tellsLength(answer: Answer, on: string): void {
  const range = answer.header('Content-Range');
  if (answer.status !== 416 || range === undefined) return;
  const isWhole = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \*\/\d+$/u.test(range.trim());
  answer.owes(isWhole, 'a Content-Range of “bytes */” and the whole length', `“${range}” ${on}`);
}
