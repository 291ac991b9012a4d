import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { resourceOf } from '../subjects.ts';
import { LONG_AGO } from '../view/view-dates.ts';
import { fieldsInWords, withFields } from '../with-fields.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';

type Fields = Readonly<Record<string, string>>;

/** A condition, and the method that it comes with. */
export interface Condition {
  readonly method: 'GET' | 'HEAD';
  readonly fields: Fields;
}

/** Each says something else of what is not there than 404, were it looked at; one is of the moment at which it was seen to be missing. */
function conditionsAfter(plain: Answer): readonly Condition[] {
  return [
    { method: 'HEAD', fields: { 'if-none-match': '*', 'if-modified-since': LONG_AGO } },
    { method: 'GET', fields: { 'if-unmodified-since': LONG_AGO, 'if-none-match': '*' } },
    { method: 'HEAD', fields: { 'if-match': TAG_OF_NOBODY, 'if-none-match': '*' } },
    { method: 'GET', fields: { 'if-match': '*' } },
    { method: 'GET', fields: { 'if-modified-since': plain.header('Date') ?? LONG_AGO } },
  ];
}

/** Those of one place among many: some at each, others by turns. */
export function conditionsOfNth(plain: Answer, nth: number): readonly Condition[] {
  const others: readonly Condition[] = [
    { method: 'GET', fields: { 'if-unmodified-since': LONG_AGO } },
    { method: 'HEAD', fields: { 'if-none-match': '*' } },
  ];
  return [
    { method: 'GET', fields: { 'if-none-match': '*' } },
    { method: 'GET', fields: { 'if-match': TAG_OF_NOBODY } },
    { method: 'GET', fields: { 'if-modified-since': plain.header('Date') ?? LONG_AGO } },
    ...others.slice(nth % others.length).slice(0, 1),
  ];
}

/** The tag of something else, where it has one, as the condition of a GET. */
export function ofTag(tag: string | undefined): readonly Condition[] {
  return tag === undefined ? [] : [{ method: 'GET', fields: { 'if-none-match': tag } }];
}

/** Whether an answer goes by a condition, or by something that is there: neither is right where nothing is (document 4.4-m1, m3). */
export function isAsIfThere({ succeeded, status }: Answer): boolean {
  return succeeded || status === 304 || status === 412;
}

/**
 * What was answered as missing, asked for under conditions: they count only where the answer without them is a success (RFC 9110 13.2.1),
 * to HEAD as to GET (9.3.2). It has to be missing before and after, since somebody may make it meanwhile. At the n-th of several places
 * some of them are tried.
 */
export async function missesOnConditions(
  trial: Trial,
  request: HttpRequest,
  plain: Answer,
  nth?: number,
): Promise<readonly Answer[]> {
  return missesUnder(trial, request, plain, nth === undefined ? conditionsAfter(plain) : conditionsOfNth(plain, nth));
}

/** The same under these conditions. */
export async function missesUnder(
  trial: Trial,
  request: HttpRequest,
  plain: Answer,
  all: readonly Condition[],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const { never } = resourceOf(trial);
  for (const { method, fields } of isAbsent(plain) ? all.filter((one) => !never.includes(one.method)) : []) {
    const answer = await trial.send(withFields({ ...request, method }, fields));
    answers.push(answer);
    if (!isAsIfThere(answer)) continue;
    const isStillMissing = isAbsent(await trial.send(request));
    answer.owes(!isStillMissing, `${plain.status}, as without ${fieldsInWords(fields)}, for what is missing`);
  }
  return answers;
}
