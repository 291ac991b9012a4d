import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Operation } from '../../../core/target.ts';
import { createRecord } from '../evidence.ts';
import { statesOf } from '../operation/operation-dues.ts';
import { type Deal, makesCommand, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { LONG_AGO } from '../view/view-dates.ts';
import { withFields } from '../with-fields.ts';
import { asShown } from './deal-as-shown.ts';
import { TAG_OF_NOBODY, weakly } from './entity-tag.ts';
import { isAtRecord, type OnConditions } from './put-conditions.ts';

type Fields = Readonly<Record<string, string>>;

/** What an operation under conditions was answered. */
export interface OnCondition {
  readonly asked: Asked;
  readonly answer: Answer;
}

/** The same where its conditions hold. */
interface Matched extends OnCondition {
  /** Whether the tag is that of the very address that is written to. */
  readonly isOwn: boolean;
  /** Whether it was answered 412 for nothing but its conditions. */
  readonly isWrong: boolean;
}

/** One deal on which every operation is asked for, and all that was answered. */
interface Walk {
  readonly trial: Trial;
  /** With the values that it showed last: form D sends them all, and an old one would ask for another change. */
  deal: Deal;
  readonly unmatched: OnCondition[];
  readonly matched: Matched[];
  readonly unlessMatched: Answer[];
  readonly made: Answer[];
}

/**
 * Every operation in every form on one deal, each with the tag that its address, or else the deal, has then: alone, in lists, and beside
 * conditions that hold or are not looked at (RFC 9110 13.1.1 to 13.1.4, 13.2.2). At the address of the deal, and at a sub-collection that
 * shows a tag of its own, 412 is wrong. Another address shows nothing, and there it is wrong in a form in which the current tag of the deal
 * is taken and another one refused.
 */
export async function operatesOnMatching(trial: Trial, unmatched: readonly OnCondition[]): Promise<OnConditions> {
  const { id, ...record } = await createRecord(trial);
  if (id === undefined) return { answers: [], unlessMatched: [] };
  const deal = { ...record, id };
  const walk: Walk = { trial, deal, unmatched: [...unmatched], matched: [], unlessMatched: [], made: [] };
  for (const operation of headsOf(trial)) await walkForms(walk, operation);
  judgeMatched(walk);
  judgeFollowers(walk, walk.unmatched.slice(unmatched.length));
  return {
    answers: [...walk.matched, ...walk.unmatched.slice(unmatched.length)].map(({ answer }) => answer).concat(walk.made),
    unlessMatched: walk.unlessMatched,
  };
}

/** The operations that follow no other. One that sets more states, such as the end of a deal, comes later. */
function headsOf(trial: Trial): readonly Operation[] {
  const { name } = resourceOf(trial);
  const heads = trial.target.operations.filter(({ resource, after }) => resource === name && after === undefined);
  return heads.toSorted((a, b) => statesOf(a.effect).length - statesOf(b.effect).length);
}

async function walkForms(walk: Walk, head: Operation): Promise<void> {
  const { target } = walk.trial;
  const followers = target.operations.filter(
    ({ after, resource }) => after === head.name && resource === head.resource,
  );
  for (const form of formsOf(target, head)) {
    const asked = askedIn(target, head, form);
    if (makesCommand(asked)) {
      await makesOne(walk, asked);
      continue;
    }
    const answer = await operatesMatching(walk, asked);
    // What goes on may end later, and then nothing is there yet to be undone.
    if (answer?.succeeded !== true || answer.status === 202) continue;
    for (const follower of followers.filter((one) => formsOf(target, one).includes(form))) {
      const next = askedIn(target, follower, form);
      walk.unmatched.push({ asked: next, answer: await send(walk, next, { 'if-match': TAG_OF_NOBODY }) });
      await operatesMatching(walk, next);
    }
  }
}

/** A command document under a new id unless it is there (RFC 9110 13.1.2): each operation in one of the forms. */
async function makesOne(walk: Walk, asked: Asked): Promise<void> {
  const at = walk.trial.target.operations.findIndex(({ name }) => name === asked.operation.name);
  // The first one is tried in both by makesUnlessThere.
  if (at === 0 || (asked.form === 'F') === (at % 2 === 0)) return;
  const answer = await send(walk, asked, { 'if-none-match': '*' });
  const isWrong = answer.status === 412 && (await send(walk, asked, {})).succeeded;
  walk.made.push(answer.owes(!isWrong, 'no 412 for If-None-Match: *, where there is nothing yet'));
}

async function operatesMatching(walk: Walk, asked: Asked): Promise<Answer | undefined> {
  // A tag that was read may be an old one by the time of the write.
  if (isGoingOn(walk)) return undefined;
  const own = await shownAt(walk, asked);
  let read = own ?? (await readDeal(walk));
  if (!isStrong(read)) return undefined;
  if (isAtRecord(walk.trial, asked)) {
    const tags = UNLESS[walk.unlessMatched.length % UNLESS.length] ?? alone;
    const unless = await send(walk, asked, { 'if-none-match': tags(tagOf(read)) });
    walk.unlessMatched.push(unless.owes(unless.status !== 304, 'no 304 to a write for If-None-Match'));
    if (!isRefusal(unless)) read = await readDeal(walk);
  }
  const answer = await send(walk, asked, FIELDS[asked.form](tagOf(read), read.header('Last-Modified') ?? LONG_AGO));
  answer.owes(answer.status !== 304, 'no 304 to a write');
  const isWrong = answer.status === 412 && (await isForNothing(walk, asked, read));
  walk.matched.push({ asked, answer, isOwn: own !== undefined, isWrong });
  return answer;
}

const alone = (tag: string): string => tag;

/** If-None-Match that fails with this current tag, however it is written: it is compared weakly (RFC 9110 13.1.2). */
const UNLESS: readonly ((tag: string) => string)[] = [
  alone,
  (tag) => `${TAG_OF_NOBODY},${weakly(tag)}`,
  () => '*',
  (tag) => `${tag}\t,,${TAG_OF_NOBODY}`,
];

/** Conditions that hold with this current tag: If-Unmodified-Since is not looked at beside it, and If-Modified-Since in no write. */
const FIELDS: Readonly<Record<Form, (tag: string, changed: string) => Fields>> = {
  A: (tag, changed) => ({ 'if-match': tag, 'if-modified-since': changed }),
  B: (tag) => ({ 'if-match': `${tag},,${TAG_OF_NOBODY}`, 'if-none-match': TAG_OF_NOBODY }),
  C: (tag) => ({ 'if-match': tag, 'if-unmodified-since': LONG_AGO }),
  D: (tag) => ({ 'if-match': `${TAG_OF_NOBODY}, ${tag}`, 'if-none-match': TAG_OF_NOBODY }),
  // A sub-collection may read no If-Match, and the date alone: many do not know that the one replaces the other (13.1.4).
  E: (tag) => ({ 'if-match': tag, 'if-none-match': TAG_OF_NOBODY }),
  F: (tag) => ({ 'if-match': tag }),
  G: (tag) => ({ 'if-match': tag }),
};

/** What the address of the operation shows with a tag of its own: the deal, or the sub-collection of form E. */
async function shownAt(walk: Walk, asked: Asked): Promise<Answer | undefined> {
  if (isAtRecord(walk.trial, asked)) return readDeal(walk);
  if (asked.spelling.method !== 'POST') return undefined;
  const read = await readOperation(walk, asked);
  return isStrong(read) ? read : undefined;
}

/**
 * Whether a 412 came though nothing has changed and though the same request without conditions is carried out (RFC 9110 13.2.1). An address
 * that shows something has conditions of its own.
 */
async function isForNothing(walk: Walk, asked: Asked, read: Answer): Promise<boolean> {
  const now = await walk.trial.send({ method: 'GET', address: read.exchange.request.url });
  if (now.status !== 200 || tagOf(now) !== tagOf(read)) return false;
  const isElsewhere = read.exchange.request.url === walk.deal.address && !isAtRecord(walk.trial, asked);
  if (isElsewhere && (await readOperation(walk, asked)).status === 200) return false;
  return (await send(walk, asked, {})).succeeded;
}

function judgeMatched({ matched, unmatched }: Walk): void {
  for (const { asked, answer, isOwn, isWrong } of matched) {
    const isSameForm = (other: OnCondition): boolean => other.asked.form === asked.form;
    const isTaken = matched.some((other) => isSameForm(other) && !other.isOwn && other.answer.succeeded);
    const isRefused = unmatched.some((other) => isSameForm(other) && other.answer.status === 412);
    const isDue = isOwn || (isTaken && isRefused);
    answer.owes(!(isDue && isWrong), `no 412 to ${asked.operation.name} for conditions that hold`);
  }
}

/** An operation that follows another one, with a tag of nobody: refused where others are in its form (RFC 9110 13.1.1). */
function judgeFollowers({ trial, unmatched }: Walk, followers: readonly OnCondition[]): void {
  for (const { asked, answer } of followers) {
    const isRead = unmatched.some((other) => other.asked.form === asked.form && other.answer.status === 412);
    const isDue = isRead || isAtRecord(trial, asked);
    answer.owes(!(isDue && answer.succeeded), `status 412 for If-Match: ${TAG_OF_NOBODY}, as others answer`);
  }
}

function send({ trial, deal }: Walk, asked: Asked, fields: Fields): Promise<Answer> {
  return trial.send(withFields(operationRequest(asked, particulars(asked, deal, trial.unique())), fields));
}

async function readDeal(walk: Walk): Promise<Answer> {
  const read = await walk.trial.send({ method: 'GET', address: walk.deal.address });
  walk.deal = asShown(walk.trial, walk.deal, read);
  return read;
}

function readOperation({ trial, deal }: Walk, asked: Asked): Promise<Answer> {
  const { address } = operationRequest(asked, particulars(asked, deal, trial.unique()));
  return trial.send({ method: 'GET', address });
}

/** Whether something was accepted for later, so that the deal may change between a reading and a write. */
function isGoingOn({ matched, unmatched, unlessMatched, made }: Walk): boolean {
  const onConditions = [...matched, ...unmatched].map(({ answer }) => answer);
  return [...onConditions, ...unlessMatched, ...made].some(({ status }) => status === 202);
}

function isStrong(read: Answer): boolean {
  return read.status === 200 && tagOf(read).startsWith('"');
}

function tagOf(answer: Answer): string {
  return answer.header('ETag') ?? '';
}
