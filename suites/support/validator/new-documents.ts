import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, createRecord } from '../evidence.ts';
import { makesCommand, operationRequest, particulars } from '../operation/operation-requests.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { withFields } from '../with-fields.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { isNoneMissing } from './missing-deals.ts';
import { madeByOne } from './written-at-once.ts';

/** What was answered, and that to If-None-Match: * where the document was there and its writes have conditions. */
export interface Made {
  readonly answers: readonly Answer[];
  readonly again: readonly Answer[];
  /** The same where GET of the document is answered 304, and nothing shows that its writes have conditions. */
  readonly failing: readonly Answer[];
}

/** What became of a document that is there. */
interface Written extends Pick<Made, 'answers' | 'again'> {
  /** To If-None-Match: *, where GET is answered 304. */
  readonly known?: Answer;
}

/**
 * A command document under a new id with If-None-Match: *, which holds where there is nothing yet (RFC 9110 13.1.2): the way to make sure
 * that no document of another client is overwritten. Then the same again, where there is one.
 */
export async function makesUnlessThere(trial: Trial): Promise<Made> {
  const { target } = trial;
  const operation = target.operations.find(
    ({ resource, after }) => resource === resourceOf(trial).name && after === undefined,
  );
  if (operation === undefined) return { answers: [], again: [], failing: [] };
  const answers: Answer[] = [];
  const again: Answer[] = [];
  const failing: Answer[] = [];
  for (const asked of formsOf(target, operation).map((form) => askedIn(target, operation, form))) {
    if (!makesCommand(asked)) continue;
    const { id, ...record } = await createRecord(trial);
    if (id === undefined) continue;
    const requestNew = (): HttpRequest =>
      operationRequest(asked, particulars(asked, { ...record, id }, trial.unique()));
    const request = requestNew();
    const answer = await trial.send(withFields(request, { 'if-none-match': '*' }));
    answers.push(answer.owes(answer.status !== 412, 'no 412 for If-None-Match: *, where there is nothing yet'));
    if (!answer.succeeded || answer.status === 202) continue;
    const there = await writesOver(trial, request);
    await isNoneMissing(trial, record, there.answers);
    answers.push(...there.answers);
    again.push(...there.again);
    // Where writes to what is there have conditions.
    if (there.again.length > 0) answers.push(...(await makesNoneUnmatched(trial, record, requestNew())));
    if (there.known !== undefined) failing.push(there.known);
    answers.push(...(await makesDespiteOther(trial, requestNew())));
    if (there.again.some(({ status }) => status === 412)) answers.push(...(await madeByOne(trial, requestNew)));
  }
  return { answers, again, failing };
}

/**
 * A command document with If-None-Match of a tag that nobody has, under a new id, and again where it is: that tag matches nothing
 * (RFC 9110 13.1.2). A repeat may be refused for what the deal is, but not by 412.
 */
async function makesDespiteOther(trial: Trial, request: HttpRequest): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const where of ['there is nothing yet', 'it is there']) {
    const answer = await trial.send(withFields(request, { 'if-none-match': TAG_OF_NOBODY }));
    answers.push(answer.owes(answer.status !== 412, `no 412 for If-None-Match: ${TAG_OF_NOBODY}, where ${where}`));
  }
  return answers;
}

/**
 * A command document that is read, put again with conditions. Whether it is read is not shown (document 4.2), and many servers read
 * conditions of GET alone.
 */
async function writesOver(trial: Trial, request: HttpRequest): Promise<Written> {
  const read = await trial.send({ method: 'GET', address: request.address });
  if (read.status !== 200) return { answers: [read], again: [] };
  const [put, unless] = [
    await trial.send(withFields(request, { 'if-match': TAG_OF_NOBODY })),
    await trial.send(withFields(request, { 'if-none-match': '*' })),
  ];
  const answers = [read, put, unless, ...(await writesWhatMatches(trial, request, read))];
  if (put.status === 412) return { answers, again: [unless] };
  return (await isKnown(trial, request)) ? { answers, again: [], known: unless } : { answers, again: [] };
}

/** Whether a document that is there looks at If-None-Match with GET. */
async function isKnown(trial: Trial, { address }: HttpRequest): Promise<boolean> {
  const tag = (await trial.send({ method: 'GET', address })).header('ETag');
  if (tag === undefined) return false;
  return (await trial.send({ method: 'GET', address, headers: { 'if-none-match': tag } })).status === 304;
}

/**
 * A command document under a new id with If-Match, which fails where there is nothing, for any tag as for one (RFC 9110 13.1.1): it is
 * not made.
 */
async function makesNoneUnmatched(
  trial: Trial,
  deal: Pick<Created, 'address'>,
  request: HttpRequest,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const tag of ['*', TAG_OF_NOBODY]) {
    const answer = await trial.send(withFields(request, { 'if-match': tag }));
    answers.push(answer.owes(!answer.succeeded, `status 412 for If-Match: ${tag}, where there is nothing yet`));
  }
  await isNoneMissing(trial, deal, answers);
  const read = await trial.send({ method: 'GET', address: request.address, about: 'missing' });
  return [...answers, read.owes(read.status !== 200, 'no command document where If-Match failed')];
}

/** With its current tag, and with `*`, which whatever is there matches; that a repeat is refused by another code says nothing. */
async function writesWhatMatches(trial: Trial, request: HttpRequest, read: Answer): Promise<readonly Answer[]> {
  const any = await trial.send(withFields(request, { 'if-match': '*' }));
  if (any.status === 412) {
    const there = await trial.send({ method: 'GET', address: request.address });
    any.owes(there.status !== 200, 'no 412 for If-Match: *, where there is a command document');
  }
  // Each write may give it another tag.
  const now = any.succeeded ? await trial.send({ method: 'GET', address: request.address }) : read;
  return [any, ...(await writesWhatIsCurrent(trial, request, now))];
}

async function writesWhatIsCurrent(trial: Trial, request: HttpRequest, read: Answer): Promise<readonly Answer[]> {
  const tag = read.header('ETag') ?? '';
  if (!tag.startsWith('"')) return [];
  const answer = await trial.send(withFields(request, { 'if-match': tag }));
  if (answer.status !== 412) return [answer];
  const now = await trial.send({ method: 'GET', address: request.address });
  const isStill = now.status === 200 && now.header('ETag') === tag;
  return [answer.owes(!isStill, `no 412 for If-Match: ${tag}, the current tag`), now];
}
