import type { Answer } from '../core/answer.ts';
import { obsoleteForms } from '../core/http/http-date.ts';
import { isAbsent } from '../core/http/status-kinds.ts';
import { fail, type Witness } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Remark, Trial } from '../core/run/trial.ts';
import { changesOf } from './support/changes.ts';
import { addressed, type Created, create, createRecord, deletion, firstCreated } from './support/evidence.ts';
import { resourceOf, resourcesUnless, whyNotDeletable } from './support/subjects.ts';
import { writesToNothing } from './support/validator/conditions-on-nothing.ts';
import { createDespite } from './support/validator/creations-on-conditions.ts';
import { deletesWhatMatches } from './support/validator/delete-conditions.ts';
import { writesDespiteDates } from './support/validator/despite-dates.ts';
import { writesOnOwnConditions } from './support/validator/document-conditions.ts';
import { isEntityTag, nearly, OTHER_TAG, STAR_AS_TAG, TAG_OF_NOBODY, weakly } from './support/validator/entity-tag.ts';
import { operatesOnNothing } from './support/validator/gone-conditions.ts';
import { operatesOnMatching } from './support/validator/matched-operations.ts';
import { makesUnlessThere } from './support/validator/new-documents.ts';
import { unmatchedAtRecord, unmatchedOperations } from './support/validator/operation-conditions.ts';
import { type OnConditions, operatesOnConditions } from './support/validator/put-conditions.ts';
import { operatesOnWhatNeverWas } from './support/validator/unknown-deal-conditions.ts';
import { answersNoWriteAsKnown, areNotCarriedOut, hasNo304 } from './support/validator/unless-matched.ts';
import { createsNone, findsNothingFirst } from './support/validator/unmatched-elsewhere.ts';
import { dayBefore } from './support/view/http-days.ts';
import { saysTheSame } from './support/view/same-words.ts';
import { ISO_DATE, isNoCondition, LONG_AGO, NO_DATE } from './support/view/view-dates.ts';
import { withFields } from './support/with-fields.ts';

/** Conditions on what writes: RFC 9110 13.1.1, 13.1.3, 13.1.4, 13.2.1. */
export const writeConditions: Suite<'validator/if-match'> = {
  'validator/if-match': {
    level: 'should',
    clause: 'RFC 9110 13.1.1, RFC 9110 13.1.2, RFC 9110 13.1.3, RFC 9110 13.1.4, RFC 9110 13.2.1',
    title: 'where If-Match is honoured, it is honoured throughout',
    why: 'It keeps two clients from undoing the changes of each other, and only if it always works.',
    sends:
      'DELETE of a new record with If-Match of another tag, alone and beside If-Unmodified-Since; with the current tag alone, and with *; with the current tag weakly; with "*" as a tag; with tags that resemble it; with the one from before a change; with If-Unmodified-Since of its Last-Modified, and of a day before that in the three forms of dates; with the current one first in a list, between two others, and last in one beside an old If-Unmodified-Since. Operations with If-Match of another tag, beside the current one weakly in some forms, of tags that resemble it or of "*" as a tag in others; each in each form with the current tag, alone, in a list, and beside conditions that hold or are not looked at; at the address of the record with If-None-Match of it, in several syntaxes, and of *; one of them again and again with the current tag, in lists of one line and of two, weakly, with a former one, with tags that resemble it, with *, with If-None-Match, and with dates, its own Last-Modified among them; at the address of the record with If-Modified-Since of that and a Range. What never was, deleted and operated on with If-Match of no tag and of *, and with If-None-Match and If-Unmodified-Since; a PUT of these without conditions, where If-Match was answered 412; operations of another verb with If-None-Match, and forms E and F below what never was with each; the first operation on it in each other form, the others in some. Command documents under new ids with If-None-Match: *, and one that is there with that, with If-Match of another tag, of its own and of *, with "*" as a tag in both, and with others in a list and its own in the middle and at an end of one; POST to a collection of form E likewise; each with If-Unmodified-Since of a day before its Last-Modified, and a command document under a new id with If-Match of * and of no tag. Two changes of one record at once, each with its tag; one new command document twice at once, with If-None-Match: *; one with If-None-Match of no tag. A DELETE with If-None-Match of the current tag; where If-Match is passed over, an operation with that too. A creation with If-Match of no tag, where reading the collection with it is answered 412; with If-None-Match of * and, where that is read there, with If-Unmodified-Since of a day before, where that is answered 412 as well. Creations carry If-Modified-Since and Range, If-None-Match of no tag, and an If-Unmodified-Since without a date; that last DELETE carries the first two. What was deleted, read and operated on below it with each of the fields.',
    due: 'No 404 for what is there, nor to an operation or a command document whose deal is read. No 412 for the current tag alone, nor for * where a record is. Where the first is answered 412: 412 for each that does not match, with the record still there, and success for the one that does, whatever If-Unmodified-Since says. Where an operation at the address of the record answers 412, DELETE does. Where one operation answers 412, all do, and the record is as it was; where one takes the current tag of the record, the others of its form do; and where the collection does, a creation does. Where it takes the current tag of the record alone, it takes it in lists, and * for any, and nothing else. Where one write is answered 412 to If-None-Match of the current tag, all of that address are, and all writes to records and command documents that are there are where DELETE is to If-Match and GET is answered 304 for it; none for another tag, nor to * where nothing is. Where one command document answers 412, all do, and none to its own tag; none is made under a new id with If-Match. Of two writes at once under conditions that the first one makes fail, one is carried out. A document or a collection of form E that answers 412 looks at If-Unmodified-Since too. No 304 to a write, and no 412 for If-Unmodified-Since of the Last-Modified that is told. What never was, what names no operation, and what was deleted, is 404 all the same, whatever the condition; If-Match may be 412 on a PUT that would make it. If-Modified-Since, Range, and a date field without a date, change nothing.',
    operates: true,
    on: resourcesUnless((resource, target) => {
      if (target.claims.validators === false) return 'the target claims no validators (validators = false)';
      return (
        whyNotDeletable(resource) ?? (resource.item === undefined ? `${resource.name} is not read by id` : undefined)
      );
    }),
    needs: ['delete/status'],
    check: (trial) => checkConditions(trial),
  },
};

async function checkConditions(trial: Trial): Promise<Witness | Remark> {
  const missing = await writesToNothing(trial);
  const record = await createDespiteDate(trial);
  const request = deletion(resourceOf(trial), record);
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: record.address });
  const before = (await read()).asControl('reading the new record');
  const tag = before.header('ETag') ?? '';
  const send = (fields: Readonly<Record<string, string>>): Promise<Answer> => trial.send(withFields(request, fields));
  const { answers: made, again, failing } = await makesUnlessThere(trial);
  const matched = [...(await deletesWhatMatches(trial)), ...(await writesDespiteDates(trial))];
  const first = hasNo304(await send({ 'if-match': TAG_OF_NOBODY }));
  // Many servers read If-Match nowhere, which the document leaves to them.
  if (first.status !== 412) {
    // A record that is there is no missing one, whatever the condition says (document 4.4-m1).
    if (isAbsent(first)) first.owes((await read()).status !== 200, 'no 404 to a DELETE of a record that is there');
    await readsNoCondition(trial, first);
    const known = [...(await answersNoWriteAsKnown(trial)), ...(await operatesOnWhatNeverWas(trial))];
    const unmatched = await unmatchedAtRecord(trial);
    if (unmatched !== undefined && first.succeeded)
      fail(`status 412 for If-Match: ${TAG_OF_NOBODY}, as an operation is answered`, first.brief, unmatched, first);
    return {
      witness: [before, ...made, ...matched, first, ...known, ...missing.slice(0, 1)],
      remark: `DELETE with If-Match of another tag was answered ${first.status}: it is not read`,
    };
  }
  const others = [TAG_OF_NOBODY, ...(isEntityTag(tag) ? nearly(trial, tag) : [])].join(', ');
  const starred = await send({ 'if-match': STAR_AS_TAG });
  starred.owes(
    tag === STAR_AS_TAG || starred.status === 412,
    `status 412 for If-Match: ${STAR_AS_TAG}, a tag of nobody`,
  );
  const since = { 'if-match': others, 'if-unmodified-since': before.header('Date') ?? LONG_AGO };
  const refused: Answer[] = [...missing, ...made, ...matched, first, starred];
  refused.push((await send(since)).hasStatus(412));
  if (tag.startsWith('"')) refused.push((await send({ 'if-match': `W/${tag}` })).hasStatus(412));
  const dayOld = dayBefore(before);
  // Whoever reads dates takes all three forms of them (RFC 9110 5.6.7), or asks for a tag in place of a date (RFC 6585 3).
  for (const form of dayOld === undefined ? [] : [dayOld, ...obsoleteForms(dayOld)])
    refused.push((await send({ 'if-unmodified-since': form })).hasStatus(412, 428));
  const operations = await operatesOnConditions(trial);
  const unmatched = await unmatchedOperations(trial);
  const matching = await operatesOnMatching(trial, unmatched);
  const creations = await createsNone(trial);
  refused.push(
    ...unmatched.map(({ answer }) => answer),
    ...operations.answers,
    ...matching.answers,
    ...(await writesOnOwnConditions(trial)),
    ...(await findsNothingFirst(trial)),
    ...(await operatesOnWhatNeverWas(trial)),
    ...creations.answers,
    ...(await operatesOnNothing(trial)),
  );
  const after = await read();
  after.owes(after.status === 200, 'the record to be there after what was refused');
  const change = changesOf(trial, resourceOf(trial), record)[0];
  const isChanged = (await change?.())?.succeeded === true;
  const now = isChanged ? await trial.until(read, (answer) => !saysTheSame(answer, before)) : after;
  // Weak tags match nothing here, and where each reading has another tag, none stays current.
  const current = now.succeeded ? (now.header('ETag') ?? '') : '';
  const isStill = current.startsWith('"') && (await read()).header('ETag') === current;
  if (isStill && isChanged && tag !== '' && tag !== current)
    refused.push((await send({ 'if-match': tag })).hasStatus(412));
  const ignored = dayOld === undefined ? [] : [...(await deletesDespiteNoDate(trial))];
  if (!isStill) return [before, ...refused, after, ...ignored];
  const deletions = await deletesTheFirstOfList(trial);
  const ofRecords = [operations, matching, deletions].flatMap(({ unlessMatched }) => unlessMatched);
  const unlessMatched = [...ofRecords, ...creations.unlessMatched, ...again];
  ignored.push(...deletions.answers, ...isReadThroughout(unlessMatched));
  const known = await trial.send({ method: 'GET', address: record.address, headers: { 'if-none-match': current } });
  if (known.status === 304) ignored.push(known, ...areNotCarriedOut([...ofRecords, ...again, ...failing]));
  const done = await send({
    'if-match': `${TAG_OF_NOBODY},,${current}`,
    'if-unmodified-since': LONG_AGO,
    'if-modified-since': after.header('Date') ?? LONG_AGO,
    range: 'bytes=0-0',
  });
  done.owes(
    ![206, 304, 412, 416].includes(done.status),
    `no ${done.status} for If-Match: …,,${current}, whatever the date fields and Range say`,
  );
  return [before, ...refused, after, ...ignored, done];
}

/**
 * A target that passes over If-Match may read no conditions but those that save a transfer. One that answers 412 to another condition
 * reads them, and If-Match comes first among them (RFC 9110 13.2.2).
 */
async function readsNoCondition(trial: Trial, first: Answer): Promise<void> {
  const record = await createRecord(trial);
  const request = { method: 'GET', address: record.address };
  const dayOld = dayBefore(await trial.send(request));
  const fields = [{ 'if-match': TAG_OF_NOBODY }, ...(dayOld === undefined ? [] : [{ 'if-unmodified-since': dayOld }])];
  for (const field of fields) {
    const answer = await trial.send(withFields(request, field));
    const [name = ''] = Object.keys(field);
    if (answer.status === 412 && first.succeeded)
      fail(`status 412 for If-Match: ${TAG_OF_NOBODY}, as GET is answered for ${name}`, first.brief, answer, first);
  }
}

/** A creation with If-Modified-Since, which is for GET and HEAD alone (RFC 9110 13.1.3), and with Range, which is for GET (14.2). */
async function createDespiteDate(trial: Trial): Promise<Created & { readonly address: string }> {
  const date = (await firstCreated(trial)).answer.header('Date');
  if (date === undefined) return createRecord(trial);
  return createDespite(trial, { 'if-modified-since': date, range: 'bytes=0-0' }, [206, 304, 412, 416]);
}

/** Records of their own, deleted with an If-Unmodified-Since that is no HTTP-date (RFC 9110 13.1.4). */
async function deletesDespiteNoDate(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const text of [NO_DATE, ISO_DATE]) {
    const record = addressed(await create(trial));
    const request = deletion(resourceOf(trial), record);
    const answer = await trial.send(withFields(request, { 'if-unmodified-since': text }));
    answers.push(isNoCondition(answer, 'If-Unmodified-Since', text));
  }
  return answers;
}

/**
 * A record of its own, deleted with its tag as the first of a list: any of the listed tags counts (RFC 9110 13.1.1). Before that with
 * If-None-Match of it, which fails (13.1.2).
 */
async function deletesTheFirstOfList(trial: Trial): Promise<OnConditions> {
  const record = addressed(await create(trial));
  const request = deletion(resourceOf(trial), record);
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: record.address });
  const tag = (await read()).header('ETag') ?? '';
  if (!tag.startsWith('"')) return { answers: [], unlessMatched: [] };
  const kept = await trial.send(withFields(request, { 'if-none-match': `${TAG_OF_NOBODY},${weakly(tag)}` }));
  hasNo304(kept);
  if (kept.succeeded) return { answers: [], unlessMatched: [kept] };
  const any = hasNo304(await trial.send(withFields(request, { 'if-none-match': '*' })));
  if (any.succeeded) return { answers: [], unlessMatched: [kept, any] };
  const answer = await trial.send(withFields(request, { 'if-match': `${tag}, ${TAG_OF_NOBODY}` }));
  const isStill = answer.status === 412 && (await read()).header('ETag') === tag;
  const answers = [
    answer.owes(!isStill, `no 412 for If-Match: ${tag}, ${TAG_OF_NOBODY}`),
    ...(await deletesTheMiddle(trial)),
  ];
  return { answers, unlessMatched: [kept, any] };
}

/** Another record, with its tag between two others. */
async function deletesTheMiddle(trial: Trial): Promise<readonly Answer[]> {
  const record = addressed(await create(trial));
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: record.address });
  const tag = (await read()).header('ETag') ?? '';
  if (!tag.startsWith('"')) return [];
  const tags = `${TAG_OF_NOBODY}, ${tag},${OTHER_TAG}`;
  const answer = await trial.send(withFields(deletion(resourceOf(trial), record), { 'if-match': tags }));
  const isStill = answer.status === 412 && (await read()).header('ETag') === tag;
  return [answer.owes(!isStill, `no 412 for If-Match: ${tags}`)];
}

/** Many servers read If-None-Match in no write; where one of these is refused for it, all are (RFC 9110 13.1.2). */
function isReadThroughout(unlessMatched: readonly Answer[]): readonly Answer[] {
  const isRead = unlessMatched.some(({ status }) => status === 412);
  for (const answer of isRead ? unlessMatched : [])
    answer.owes(!answer.succeeded, 'status 412 for If-None-Match that fails, as other writes are answered');
  return unlessMatched;
}
