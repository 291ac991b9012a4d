import type { Answer } from '../../../core/answer.ts';
import { sameAddress } from '../../../core/http/address.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { createRecord } from '../evidence.ts';
import { stateOf, unchanged } from '../operation/deal-state.ts';
import {
  type Deal,
  makesCommand,
  operationRequest,
  otherParameters,
  particulars,
  sampleParameters,
} from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { dayBefore, inSomeForm } from '../view/http-days.ts';
import { saysTheSame } from '../view/same-words.ts';
import { ISO_DATE, isNoCondition, NO_DATE } from '../view/view-dates.ts';
import { withFields, withLines } from '../with-fields.ts';
import { isUnmodified } from './delete-conditions.ts';
import { nearly, OTHER_TAG, STAR_AS_TAG, TAG_OF_NOBODY, weakly } from './entity-tag.ts';
import { isNoneMissing } from './missing-deals.ts';
import { changedByOne } from './written-at-once.ts';

/** The operations of document 4.2 that can be asked for again and again. */
const REPEATABLE: readonly string[] = ['ChangePrice', 'ChangeCompletionDate', 'HoldDeal'];

/** What was answered to requests with conditions, and to those with If-None-Match of the current tag among them. */
export interface OnConditions {
  readonly answers: readonly Answer[];
  readonly unlessMatched: readonly Answer[];
}

/**
 * One operation that is repeated with conditions: as a PUT of the record itself, and as one of another address. Where the current tag is
 * taken there and another one refused, the condition is about the record, and every way to write it counts (RFC 9110 13.1.1,
 * 13.1.2, 13.1.4). Gives no witness where it is not.
 */
export async function operatesOnConditions(trial: Trial): Promise<OnConditions> {
  const all: OnConditions[] = [];
  for (const asked of placesAsked(trial)) all.push(await operatesOn(trial, asked));
  return {
    answers: all.flatMap(({ answers }) => answers),
    unlessMatched: all.flatMap(({ unlessMatched }) => unlessMatched),
  };
}

/** The operation in the forms that are asked for with conditions. */
export function placesAsked(trial: Trial): readonly Asked[] {
  const { target } = trial;
  const own = target.operations.filter(({ resource }) => resource === resourceOf(trial).name);
  const operation = REPEATABLE.flatMap((name) => own.find((one) => one.name === name) ?? [])[0];
  if (operation === undefined) return [];
  const all = formsOf(target, operation).map((form) => askedIn(target, operation, form));
  const puts = all.filter((asked) => asked.spelling.method === 'PUT' && !makesCommand(asked));
  const isOfRecord = (asked: Asked): boolean => isAtRecord(trial, asked);
  return [puts.find(isOfRecord), puts.find((asked) => !isOfRecord(asked))].flatMap((asked) => asked ?? []);
}

/** Whether an operation is asked for at the address of the record itself, as forms C and D are. */
export function isAtRecord(trial: Trial, asked: Asked): boolean {
  return sameAddress(urlOf(trial, asked), urlOfItem(trial));
}

function urlOf({ target }: Trial, { spelling }: Asked): string {
  return target.baseUrl + spelling.address.replace('{id}', 'x');
}

function urlOfItem(trial: Trial): string {
  return trial.target.baseUrl + (resourceOf(trial).item?.address ?? '').replace('{id}', 'x');
}

const NOTHING: OnConditions = { answers: [], unlessMatched: [] };

type Put = (fields: Readonly<Record<string, string>>, lines?: readonly string[]) => Promise<Answer>;

async function operatesOn(trial: Trial, asked: Asked): Promise<OnConditions> {
  const record = await createRecord(trial);
  const { id, address } = record;
  if (id === undefined) return NOTHING;
  let time = 0;
  const put: Put = (fields, lines = []) => {
    time += 1;
    const unique = trial.unique();
    const parameters = time % 2 === 0 ? sampleParameters(asked, unique) : otherParameters(asked, unique);
    const request = operationRequest(asked, particulars(asked, { ...record, id }, unique, parameters));
    return trial.send(withLines(withFields(request, fields), 'if-match', lines));
  };
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address });
  const tagOf = (answer: Answer): string => answer.header('ETag') ?? '';
  const first = await read();
  const refused = await put({ 'if-match': TAG_OF_NOBODY });
  const taken = await put({ 'if-match': tagOf(first) });
  if (taken.succeeded) await isNoneMissing(trial, record, [refused]);
  const isOfRecord = isAtRecord(trial, asked);
  if (isOfRecord && isStrong(tagOf(first)) && taken.status === 412) {
    const still = tagOf(await read()) === tagOf(first);
    taken.owes(!still, `no 412 for If-Match: ${tagOf(first)}, the current tag`);
  }
  // A server may have tags of its own for other addresses, or none.
  if (!isStrong(tagOf(first)) || refused.status !== 412 || !taken.succeeded)
    return { answers: [refused, taken], unlessMatched: [] };
  const answers = [refused, taken, ...(await operatesOnAny(put))];
  // Each PUT sends other values than the one before, so that the record is another each time.
  let last = first;
  const readChanged = async (): Promise<Answer> => {
    last = await trial.until(read, (answer) => !saysTheSame(answer, last));
    return last;
  };
  for (const write of LISTS) {
    const tag = tagOf(await readChanged());
    const answer = await put({}, write(tag));
    answers.push(answer);
    if (answer.status !== 412) continue;
    // The change before may show late, and others may change the record meanwhile.
    const later = await trial.until(read, (one) => tagOf(one) !== tag);
    const due = `no 412 for If-Match: ${write(tag).join(' and ')}, whose current tag is taken alone`;
    answer.owes(tagOf(later) !== tag, due);
  }
  const now = await readChanged();
  const weak = await put({ 'if-match': `W/${tagOf(now)}` });
  answers.push(weak.owes(!weak.succeeded, `status 412 for If-Match: W/${tagOf(now)}, as it is compared strongly`));
  let isFormerRefused = false;
  if (tagOf(first) !== tagOf(now)) {
    const former = await put({ 'if-match': tagOf(first) });
    answers.push(former.owes(!former.succeeded, `status 412 for If-Match: ${tagOf(first)}, from before a change`));
    isFormerRefused = former.status === 412;
  }
  // Of all that resemble it, only the star may be looked at where it stands alone.
  const alike = isOfRecord ? [TAG_OF_NOBODY, ...nearly(trial, tagOf(now))].join(', ') : STAR_AS_TAG;
  const near = await put({ 'if-match': alike });
  answers.push(near.owes(!near.succeeded, `status 412 for If-Match: ${alike}`));
  // An operation's own address may have no representation, and then If-None-Match holds (RFC 9110 13.1.2).
  const unlessMatched = isOfRecord ? await unlessThere(trial, { ...record, id }, put, tagOf(now)) : [];
  // A second hold in a row may be refused for what the deal is.
  if (asked.operation.name !== 'HoldDeal') await isNoneMissing(trial, record, [...answers, ...unlessMatched]);
  answers.push(...(await operatesOnDates(now, put, isOfRecord)), ...(await operatesUnmodified(trial, read, put)));
  if (isFormerRefused) answers.push(...(await changedByOne(trial, asked, { ...record, id })));
  return { answers, unlessMatched };
}

/** PUT of the record unless it has its current tag, and unless it is there at all. What is refused so changes nothing. */
async function unlessThere(trial: Trial, deal: Deal, put: Put, tag: string): Promise<readonly Answer[]> {
  const before = await stateOf(trial, deal);
  const answers = [
    await put({ 'if-none-match': `${TAG_OF_NOBODY},${weakly(tag)}` }),
    await put({ 'if-none-match': '*' }),
  ];
  if (answers.every(({ status }) => status === 412))
    await unchanged(trial, before, await stateOf(trial, deal), 'a PUT that was answered 412 to If-None-Match');
  return answers;
}

/** Two lines are one list (RFC 9110 5.3), in which no blank is due after a comma and empty members are passed over (5.6.1). */
const LISTS: readonly ((tag: string) => readonly string[])[] = [
  (tag) => [`${TAG_OF_NOBODY},,${tag}\t,${OTHER_TAG}`],
  (tag) => [tag, TAG_OF_NOBODY],
  (tag) => [TAG_OF_NOBODY, tag],
];

/** Conditions that hold whatever the tag of a record is (RFC 9110 13.1.1, 13.1.2). */
async function operatesOnAny(put: Put): Promise<readonly Answer[]> {
  const any = await put({ 'if-match': '*' });
  const other = await put({ 'if-none-match': TAG_OF_NOBODY });
  return [
    any.owes(any.status !== 412, 'no 412 for If-Match: *, where there is a record'),
    other.owes(other.status !== 412, `no 412 for If-None-Match: ${TAG_OF_NOBODY}`),
  ];
}

async function operatesOnDates(now: Answer, put: Put, isOfRecord: boolean): Promise<readonly Answer[]> {
  const usual = dayBefore(now);
  if (usual === undefined) return [];
  // Whoever reads dates takes all their forms (RFC 9110 5.6.7).
  const dayOld = inSomeForm(usual, isOfRecord ? 1 : 2);
  const late = await put({ 'if-unmodified-since': dayOld });
  late.owes(!late.succeeded, `status 412 for If-Unmodified-Since: ${dayOld}, as DELETE is answered`);
  const others = [late];
  for (const text of [ISO_DATE, NO_DATE])
    others.push(isNoCondition(await put({ 'if-unmodified-since': text }), 'If-Unmodified-Since', text));
  return others;
}

/** Its own Last-Modified is not later than itself (RFC 9110 13.1.4). */
async function operatesUnmodified(trial: Trial, read: () => Promise<Answer>, put: Put): Promise<readonly Answer[]> {
  const before = await read();
  const date = before.header('Last-Modified') ?? '';
  if (before.status !== 200 || parseHttpDate(date) === undefined) return [];
  const answer = await put({ 'if-unmodified-since': date });
  return [answer, ...(await isUnmodified(trial, before, answer))];
}

function isStrong(tag: string): boolean {
  return tag.startsWith('"');
}
