import type { Answer } from '../../../core/answer.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { addressed, create, deletion } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { LONG_AGO, NO_DATE } from '../view/view-dates.ts';
import { withFields } from '../with-fields.ts';
import { createDespite } from './creations-on-conditions.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { goneUnderConditions } from './gone-conditions.ts';

/**
 * Records of their own, deleted with the current tag in If-Match, and with `*`: both conditions hold (RFC 9110 13.1.1), whether the target
 * reads the field or not.
 */
export async function deletesWhatMatches(trial: Trial): Promise<readonly Answer[]> {
  const matched = [...(await deletesOne(trial, (tag) => tag)), ...(await deletesOne(trial, () => '*'))];
  return [...matched, ...(await deletesUnmodified(trial))];
}

/** The same with its own Last-Modified in If-Unmodified-Since: what is equal is not later (RFC 9110 13.1.4), whatever a store keeps of a second. */
async function deletesUnmodified(trial: Trial): Promise<readonly Answer[]> {
  const record = addressed(await create(trial));
  const before = await trial.send({ method: 'GET', address: record.address });
  const date = before.header('Last-Modified') ?? '';
  if (before.status !== 200 || parseHttpDate(date) === undefined) return [];
  const answer = await trial.send(withFields(deletion(resourceOf(trial), record), { 'if-unmodified-since': date }));
  return [answer, ...(await isUnmodified(trial, before, answer))];
}

/** Demands that a write on the condition that nothing was modified since is not answered 412, where the record tells the same date still. */
export async function isUnmodified(trial: Trial, before: Answer, answer: Answer): Promise<readonly Answer[]> {
  if (answer.status !== 412) return [];
  const date = before.header('Last-Modified') ?? '';
  const now = await trial.send({ method: 'GET', address: before.exchange.request.url });
  const isStill = now.status === 200 && now.header('Last-Modified') === date;
  return [answer.owes(!isStill, `no 412 for If-Unmodified-Since: ${date}, its Last-Modified`), now];
}

/** A creation with a condition that holds, or with a date field without a date (RFC 9110 13.1.2, 13.1.4). */
function createOne(trial: Trial, isAny: boolean): ReturnType<typeof createDespite> {
  const fields = isAny ? { 'if-unmodified-since': NO_DATE } : { 'if-none-match': TAG_OF_NOBODY };
  return createDespite(trial, fields, [304, 412]);
}

/** Of a record that is gone, each of them would be told something, were they looked at. */
function conditionsOn(before: Answer, isAny: boolean): readonly Readonly<Record<string, string>>[] {
  const tag = before.header('ETag') ?? TAG_OF_NOBODY;
  const date = before.header('Last-Modified') ?? before.header('Date') ?? LONG_AGO;
  return isAny
    ? [{ 'if-match': '*' }, { 'if-modified-since': date, 'if-unmodified-since': LONG_AGO }]
    : [{ 'if-match': tag }, { 'if-none-match': '*' }];
}

async function deletesOne(trial: Trial, write: (tag: string) => string): Promise<readonly Answer[]> {
  const isAny = write(TAG_OF_NOBODY) === '*';
  const record = await createOne(trial, isAny);
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: record.address });
  const before = await read();
  const tag = before.header('ETag') ?? '';
  const field = write(tag);
  // A weak tag matches nothing here, and without a representation `*` matches nothing either.
  if (before.status !== 200 || (field !== '*' && !tag.startsWith('"'))) return [];
  const answer = await trial.send(withFields(deletion(resourceOf(trial), record), { 'if-match': field }));
  if (answer.succeeded)
    return [answer, ...(await goneUnderConditions(trial, record.address, conditionsOn(before, isAny)))];
  if (answer.status !== 412) return [answer];
  const now = await read();
  const isStill = now.status === 200 && (field === '*' || now.header('ETag') === tag);
  return [answer.owes(!isStill, `no 412 for If-Match: ${field}, which the record matches`), now];
}
