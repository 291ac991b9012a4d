import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { readyDeal } from '../operation/operation-evidence.ts';
import { makesCommand, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { dayBefore, inSomeForm } from '../view/http-days.ts';
import { withFields, withLines } from '../with-fields.ts';
import { OTHER_TAG, STAR_AS_TAG, TAG_OF_NOBODY, weakly } from './entity-tag.ts';
import { isNoneMissing } from './missing-deals.ts';

/** What one address answered to a write with conditions. */
interface Written {
  /** With If-Match of a tag that nobody has. */
  readonly unmatched: Answer;
  /** With If-None-Match that fails; undefined where nothing shows that it does. */
  readonly unlessMatched?: Answer;
}

/**
 * Command documents that are there (forms F and G), and the sub-collection of form E, written to with conditions on themselves. A server
 * may read conditions of records alone; where one document answers 412 to If-Match of another tag, each does, and takes the current
 * one, and where one does to If-None-Match, each does (RFC 9110 13.1.1, 13.1.2). What answers 412 and shows a Last-Modified looks at
 * If-Unmodified-Since as well (13.1.4).
 */
export async function writesOnOwnConditions(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const operation = target.operations.find(
    ({ resource, after }) => resource === resourceOf(trial).name && after === undefined,
  );
  if (operation === undefined) return [];
  const all = formsOf(target, operation).map((form) => askedIn(target, operation, form));
  const documents: Written[] = [];
  const answers: Answer[] = [];
  for (const asked of all) {
    const isDocument = makesCommand(asked);
    if (!isDocument && asked.spelling.method !== 'POST') continue;
    const written = await writesTo(trial, asked);
    if (written === undefined) continue;
    if (isDocument) documents.push(written);
    answers.push(written.unmatched, ...(written.unlessMatched === undefined ? [] : [written.unlessMatched]));
  }
  const isRead = documents.some(({ unmatched }) => unmatched.status === 412);
  for (const { unmatched } of isRead ? documents : [])
    unmatched.owes(
      !unmatched.succeeded,
      `status 412 for If-Match: ${TAG_OF_NOBODY}, as other command documents answer`,
    );
  const unless = documents.flatMap(({ unlessMatched }) => unlessMatched ?? []);
  for (const answer of unless.some(({ status }) => status === 412) ? unless : [])
    answer.owes(!answer.succeeded, 'status 412 for If-None-Match that fails, as other command documents answer');
  return answers;
}

/** A document that was made, or a collection with a record in it, written to again. Each write repeats the first one. */
async function writesTo(trial: Trial, asked: Asked): Promise<Written | undefined> {
  const deal = await readyDeal(trial, asked);
  const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
  const made = await trial.send(request);
  if (!made.succeeded || made.status === 202) return undefined;
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: made.exchange.request.url });
  const write = (fields: Readonly<Record<string, string>>): Promise<Answer> => trial.send(withFields(request, fields));
  const before = await read();
  const unmatched = await write({ 'if-match': TAG_OF_NOBODY });
  // A repeat may be refused for the state of the deal; that of a document is no missing one.
  if (makesCommand(asked)) await isNoneMissing(trial, deal, [unmatched]);
  if (before.status !== 200) return { unmatched };
  // Where If-Match kept the first write away, its tag is the current one still.
  const still = unmatched.status === 412 && asked.form !== 'F' ? before.header('ETag') : undefined;
  const unlessMatched = await write({
    'if-none-match': still === undefined ? '*' : `${TAG_OF_NOBODY},${weakly(still)}`,
  });
  isNothingNew(unlessMatched, asked);
  if (makesCommand(asked)) await isNoneMissing(trial, deal, [unlessMatched]);
  if (unlessMatched.status === 412 && before.header('ETag') !== STAR_AS_TAG) {
    const starred = await write({ 'if-none-match': STAR_AS_TAG });
    const isForIt = starred.status === 412 && (await write({})).status !== 412;
    starred.owes(!isForIt, `no 412 for If-None-Match: ${STAR_AS_TAG}, a tag of nobody`);
  }
  if (unmatched.status !== 412) return { unmatched, unlessMatched };
  const starred = await write({ 'if-match': STAR_AS_TAG });
  starred.owes(!starred.succeeded, `status 412 for If-Match: ${STAR_AS_TAG}, a tag of nobody`);
  const dayOld = inFormOf(asked, dayBefore(before));
  if (dayOld !== undefined) {
    const late = await write({ 'if-unmodified-since': dayOld });
    late.owes(!late.succeeded, `status 412 for If-Unmodified-Since: ${dayOld}, before its Last-Modified`);
  }
  const others = `${TAG_OF_NOBODY}, ${OTHER_TAG}`;
  const unlisted = await write({ 'if-match': others });
  unlisted.owes(!unlisted.succeeded, `status 412 for If-Match: ${others}, tags of nobody`);
  for (const linesOf of LISTS[asked.form] ?? LAST) {
    // Each write may give it another tag.
    const tag = (await read()).header('ETag') ?? '';
    if (!tag.startsWith('"')) break;
    const lines = linesOf(tag);
    const matched = await trial.send(withLines(request, 'if-match', lines));
    // Others may have changed it meanwhile, and so may the operation that goes on.
    const isStill = matched.status === 412 && (await read()).header('ETag') === tag;
    matched.owes(!isStill, `no 412 for If-Match: ${lines.join(' and ')}, the current one`);
  }
  return { unmatched, unlessMatched };
}

type LinesOf = (tag: string) => readonly string[];

/** Two lines are one list (RFC 9110 5.3), in which empty members are passed over (5.6.1). */
const MIDDLE: LinesOf = (tag) => [`${TAG_OF_NOBODY}, ${tag},${OTHER_TAG}`];
const LAST: readonly LinesOf[] = [MIDDLE, (tag) => [`${TAG_OF_NOBODY},,${tag}`]];

/** The current tag in the middle of a list, and at one of its ends. */
const LISTS: Readonly<Partial<Record<Form, readonly LinesOf[]>>> = {
  E: [MIDDLE, (tag) => [`${tag} , ${TAG_OF_NOBODY}`]],
  G: [MIDDLE, (tag) => [tag, TAG_OF_NOBODY]],
};

/** Whoever reads dates takes all three forms of them (RFC 9110 5.6.7): one for each form of operations. */
function inFormOf({ form }: Asked, usual: string | undefined): string | undefined {
  return usual === undefined ? undefined : inSomeForm(usual, form === 'E' ? 1 : form === 'F' ? 2 : 0);
}

/** A 304 is for GET and HEAD alone (RFC 9110 13.1.2), and nothing is made where a document is. */
function isNothingNew(answer: Answer, asked: Asked): void {
  answer.owes(answer.status !== 304, 'no 304 to a write for If-None-Match', `304 to ${asked.spelling.method}`);
  const isMade = makesCommand(asked) && answer.status === 201;
  answer.owes(!isMade, 'no 201 for If-None-Match that fails, where the command document is there');
}
