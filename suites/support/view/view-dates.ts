import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { withFields } from '../with-fields.ts';
import { dayAfter, dayBefore, inSomeForm } from './http-days.ts';
import { given, type Place, placesOf, type View } from './views.ts';

/** No parser reads a date in it, however much it forgives. */
export const NO_DATE = 'no date';

/** A date, but no HTTP-date (RFC 9110 5.6.7): careless parsers take it for one. */
export const ISO_DATE = '2000-01-01T00:00:00Z';

/** The same, after anything that a run can make. */
export const ISO_FUTURE = '2030-01-01T00:00:00Z';

/** Before anything that a run can make. */
export const LONG_AGO = 'Thu, 01 Jan 1970 00:00:01 GMT';

/**
 * Every place, or these, asked for with dates as conditions: what was modified after If-Modified-Since is sent in full
 * (RFC 9110 13.1.3), what was modified after If-Unmodified-Since is not, where that field is read at all, and what is no
 * HTTP-date is no condition (13.1.3, 13.1.4). Dates are read by the same code in each representation, so one of each place is enough.
 */
export async function datedViews(trial: Trial, places?: readonly Place[]): Promise<readonly Answer[]> {
  const views: View[] = [];
  for (const place of places ?? (await placesOf(trial))) views.push(...(await given(trial, place)).slice(0, 1));
  const answers: Answer[] = [];
  for (const [i, view] of views.entries())
    answers.push(
      ...(await isModifiedSince(trial, view)),
      ...(await isUndated(trial, view, i)),
      ...(await isUnmodified(trial, view, i)),
    );
  return [...answers, ...(await wereUnmodified(trial, views))];
}

async function isModifiedSince(trial: Trial, view: View): Promise<readonly Answer[]> {
  const since = dayBefore(view.answer) ?? (view.place.kind === 'created' ? LONG_AGO : undefined);
  const ask = (value: string): Promise<Answer> => trial.send(withFields(view.request, { 'if-modified-since': value }));
  const answers: Answer[] = [];
  if (since !== undefined) {
    const answer = await ask(since);
    answers.push(answer.owes(answer.status !== 304, `no 304 for If-Modified-Since: ${since}, before it was modified`));
  }
  for (const text of isOneRecord(view) ? [NO_DATE, ISO_FUTURE] : [])
    answers.push(isNoCondition(await ask(text), 'If-Modified-Since', text));
  return answers;
}

/** Places but one record, with both fields at once and no date in either; which one is nearer to a date alternates by place. */
async function isUndated(trial: Trial, view: View, index: number): Promise<readonly Answer[]> {
  if (isOneRecord(view)) return [];
  const [modified, unmodified] = index % 2 === 0 ? [ISO_FUTURE, NO_DATE] : [NO_DATE, ISO_DATE];
  const fields = { 'if-modified-since': modified, 'if-unmodified-since': unmodified };
  const answer = await trial.send(withFields(view.request, fields));
  return [isNoCondition(answer, 'If-Modified-Since', `${modified} and If-Unmodified-Since: ${unmodified}`)];
}

/** Many servers read If-Unmodified-Since nowhere in a GET; where one place answers 412, all that show their date are held to it. */
async function wereUnmodified(trial: Trial, views: readonly View[]): Promise<readonly Answer[]> {
  const asked: { readonly view: View; readonly since: string; readonly answer: Answer }[] = [];
  for (const view of views) {
    const usual = dayBefore(view.answer);
    if (usual === undefined) continue;
    // The first place is asked with the usual form.
    const since = inSomeForm(usual, asked.length);
    asked.push({ view, since, answer: await trial.send(withFields(view.request, { 'if-unmodified-since': since })) });
  }
  const isRead = asked.some(({ answer }) => answer.status === 412);
  const others: Answer[] = [];
  for (const { view, since, answer } of isRead ? asked : []) {
    answer.owes(!answer.succeeded, `status 412 for If-Unmodified-Since: ${since}, before it was modified`);
    others.push(await isModifiedFirst(trial, view, since), await isStillUnmodified(trial, view));
    if (!isOneRecord(view)) continue;
    const again = await trial.send(withFields(view.request, { 'if-unmodified-since': NO_DATE }));
    others.push(isNoCondition(again, 'If-Unmodified-Since', NO_DATE));
  }
  return [...asked.map(({ answer }) => answer), ...others];
}

/** HEAD, which is answered as GET (RFC 9110 9.3.2), with the current tag: If-Unmodified-Since comes before If-None-Match (13.2.2). */
async function isModifiedFirst(trial: Trial, { request, answer: first }: View, since: string): Promise<Answer> {
  const tag = first.header('ETag');
  const fields = { 'if-unmodified-since': since, ...(tag === undefined ? {} : { 'if-none-match': tag }) };
  const answer = await trial.send(withFields({ ...request, method: 'HEAD' }, fields));
  return answer.owes(answer.status !== 304 && !answer.succeeded, `status 412 for If-Unmodified-Since: ${since}`);
}

/** A date after anything that was done: nothing was modified since (RFC 9110 13.1.4). */
async function isUnmodified(trial: Trial, { request, answer: first }: View, index: number): Promise<readonly Answer[]> {
  const usual = dayAfter(first);
  if (usual === undefined) return [];
  const later = inSomeForm(usual, index);
  const answer = await trial.send(withFields(request, { 'if-unmodified-since': later }));
  return [answer.owes(answer.status !== 412, `no 412 for If-Unmodified-Since: ${later}, after it was modified`)];
}

async function isStillUnmodified(trial: Trial, { request, answer: first }: View): Promise<Answer> {
  const since = first.header('Last-Modified') ?? '';
  const answer = await trial.send(withFields(request, { 'if-unmodified-since': since }));
  if (answer.status !== 412) return answer;
  // Where 304 shows that conditions are compared with the date that is told.
  const same = await trial.send(withFields(request, { 'if-modified-since': since }));
  if (same.status !== 304) return same;
  const now = await trial.send(request);
  const isSame = now.status === 200 && now.header('Last-Modified') === since;
  return answer.owes(!isSame, `no 412 for If-Unmodified-Since: ${since}, which is its Last-Modified`);
}

function isOneRecord({ place: { kind } }: View): boolean {
  return kind === 'item' || kind === 'created';
}

/** Demands that a date field without a date was passed over. A server in front may refuse it by other codes. */
export function isNoCondition(answer: Answer, field: string, text: string): Answer {
  return answer.owes(![304, 400, 412].includes(answer.status), `${field}: ${text} to be ignored, as it is no date`);
}
