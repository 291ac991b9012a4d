import type { Answer } from '../core/answer.ts';
import { READING_METHODS } from '../core/guard/record-gate.ts';
import { isRefusal } from '../core/http/status-kinds.ts';
import { parseContentType } from '../core/representation/text.ts';
import { fail, notExercised } from '../core/results/outcome.ts';
import type { RuleBody, Suite } from '../core/rule.ts';
import { equalReadings, type Sandwich, sandwiches } from './support/equal-readings.ts';
import { namesAppliedCodings } from './support/field/applied-codings.ts';
import { datesAreOfNow } from './support/field/clock.ts';
import { leadsToItself, namesItself } from './support/field/content-location.ts';
import { keepsAttributesWhole } from './support/field/cut-attributes.ts';
import { fieldsAreWritten } from './support/field/every-field.ts';
import { hasUniqueMembers } from './support/field/unique-members.ts';
import { allowedBy } from './support/method/allow.ts';
import { variesBy } from './support/negotiate/vary.ts';
import { lengthsAsBetween } from './support/read/head-lengths.ts';
import { inOrderOfKind } from './support/status/kinds.ts';
import { isPassing } from './support/status/passing.ts';
import { acceptsNothingByReading, succeedsAlikeByReading } from './support/status/reading-statuses.ts';
import { listsAreAlike } from './support/steady/alike-lists.ts';
import { targetUnless, theTarget } from './support/subjects.ts';
import { isWellFormed, VALIDATOR_FIELDS } from './support/validator/validator-form.ts';
import { readsInCodings } from './support/view/codings.ts';
import { deflatesInZlib } from './support/view/deflated.ts';
import { answersWhatWasAsked, answersWhoWaits } from './support/watch/asked-statuses.ts';
import { takesJsonWithCharset } from './support/watch/charset-refusals.ts';
import { conditionsOfRoot } from './support/watch/conditions-of-root.ts';
import { fieldsAsOn200 } from './support/watch/fields-of-304.ts';
import { tagsFollow } from './support/watch/followed-changes.ts';
import { datesFollow } from './support/watch/followed-dates.ts';
import { headsOfGrowing } from './support/watch/head-of-growing.ts';
import { headsDespiteRange } from './support/watch/heads-with-range.ts';
import { hasOneLabel, isLabelled, isLabelledAsAskedFor, isLabelledString } from './support/watch/labels.ts';
import { notModifiedAnswers } from './support/watch/not-modified.ts';
import { readsHoweverAsked } from './support/watch/other-messages.ts';
import { readsInRanges } from './support/watch/ranges.ts';
import { datesAreSent } from './support/watch/sent-dates.ts';
import { setsOneCookieEach } from './support/watch/set-cookie.ts';
import { readsInOtherWords } from './support/watch/spelt-otherwise.ts';
import { tagsStay } from './support/watch/steady-tags.ts';
import { tagsTellApart } from './support/watch/told-apart.ts';
import { validatorsOfWrites } from './support/watch/told-validators.ts';

type Id = 'validator/every' | 'negotiate/labelled' | 'status/steady';

const SENDS = 'Nothing of its own: it watches every answer of the run.';

/** What HTTP says of every message, judged at every address that the run met. */
export const watching: Suite<Id> = {
  'validator/every': watches({
    level: 'should',
    clause:
      'RFC 6265 4.1, RFC 6265 5.1.1, RFC 9110 6.6.1, RFC 9110 8.6, RFC 9110 8.8, RFC 9110 10.1.1, RFC 9110 15.3.7, RFC 9110 15.4.5, RFC 9110 15.5.13',
    title: 'every validator, date and cookie of the run is well formed',
    why: 'Caches and browsers read these fields wherever they meet them, in refusals and redirections too.',
    sends: SENDS,
    due: 'One quoted ETag and one HTTP-date in Last-Modified and Date, where they are sent; Last-Modified not after Date, and a Date on each but a 204 where nearly all have one, and on some at least of the successes to one method, a 204 too, where nearly all others have one. On the answer to a PUT that changed a record, at its address or below it, not the ETag of what it was, nor of another record; on each 201 the ETag and Last-Modified with which what was made is read next. No Last-Modified that goes back or stands when a record is changed. One strong ETag never for two bodies of one address, nor for two types, and one ETag for one body of a record while nothing is written there, and not another one of a list at each of many readings. A 304 to a conditional GET or HEAD alone, without a body, with the ETag that the request named, and with ETag, Date, Vary, Cache-Control, Expires and Content-Location where the 200 has them: the tag as strong, the same names in Vary, the same Content-Location and Last-Modified as on the readings before and after; a Content-Length of it only as on the 200. No 206 or 416 to a reading without Range, nor to a write with it, no 412 to one without a condition. 100 or a final status for a body that waits for it. On a 206 a Content-Range that is as long as the part, or multipart/byteranges. One cookie in each Set-Cookie, whose name is a token, with an Expires that is a date.',
    drivenBy: [
      'validator/if-none-match',
      'validator/etag-changes',
      'read/head',
      'negotiate/accept',
      'create/any-valid',
    ],
    operates: true,
    on: targetUnless(({ claims }) =>
      claims.validators === false ? 'the target claims no validators (validators = false)' : undefined,
    ),
    async check(trial) {
      const seen = [...trial.asked, ...trial.seen];
      const sent = seen.filter((answer) => VALIDATOR_FIELDS.some((name) => answer.header(name) !== undefined));
      if (sent.length === 0) notExercised('no answer of the run had a validator or a date');
      for (const answer of inOrderOfKind(trial, sent)) isWellFormed(answer);
      tagsTellApart(seen);
      tagsStay(trial);
      tagsFollow(trial);
      validatorsOfWrites(trial);
      datesFollow(trial);
      datesAreSent(seen);
      notModifiedAnswers(seen);
      fieldsAsOn200(seen);
      answersWhatWasAsked(seen);
      answersWhoWaits(seen);
      for (const answer of seen) setsOneCookieEach(answer);
      return { witness: sent.slice(0, 3), remark: `${sent.length} answers had a validator or a date` };
    },
  }),

  'negotiate/labelled': watches({
    level: 'should',
    clause:
      '4.4-c3, 4.5-1, RFC 9110 5.5, RFC 9110 6.6.1, RFC 9110 8.3, RFC 9110 8.4, RFC 9110 8.7, RFC 9110 8.8.3.3, RFC 9110 11.2, RFC 9110 12.5.5, RFC 8259 4, RFC 8259 8.1, RFC 8259 11',
    title: 'every field is well formed, and every body is what its one Content-Type and its coding say',
    why: 'With two labels, or one that does not parse, two clients read one body differently.',
    sends:
      'It watches every answer of the run, and reads collections, known records, queries, nested records, what never was and the session check for clients that take gzip; what came packed also for clients that take nothing packed or no gzip (q=0). One collection, or else the session check, for a client that takes deflate alone; of one record of each resource, and of one that form E made, what its Content-Location names, where that is another address, and the record once more.',
    due: 'One Content-Type with a type, a subtype and parameters as RFC 9110 8.3.1 writes them, on each body; JSON without a byte order mark, and with no two members of one name in an object; a page that is neither JSON nor XML of another kind, in the charset that it names, and whose attributes no quote of a text ends. Each of Cache-Control, Expires, Age, Retry-After, Link, Content-Location, Location, Vary, Allow, Accept-Ranges, Content-Language, Server and WWW-Authenticate as HTTP writes it, whatever the answer, and each parameter once in a challenge; a Content-Range of */ and the length on a 416, no Content-Location of another record, nor of what shows another one or other values, and a Date within 10 minutes of the clock of this machine. What is read or created for one type alone, and is of it, labelled so, and the JSON string of the session check too. A body that can be decoded as its Content-Encoding says, and is text then where it says so, and no name there of what was not applied, such as a charset. Where deflate is sent, in the zlib format. No gzip for gzip;q=0 where a plain body is to be had, and nothing packed for identity where most addresses have it plain. A packed body has not the strong ETag of the plain one, and Vary names Accept-Encoding unless no cache may keep it. No 415 for a charset beside application/json where that alone is taken.',
    drivenBy: ['negotiate/accept', 'read/unknown-item', 'create/malformed', 'create/any-valid', 'session/unauthorized'],
    on: theTarget,
    async check(trial) {
      const seen = [...trial.asked, ...trial.seen];
      const typed = seen.filter((answer) => answer.header('Content-Type') !== undefined && answer.size > 0);
      if (typed.length === 0) notExercised('no body of the run had a Content-Type');
      for (const answer of inOrderOfKind(trial, seen)) hasOneLabel(answer);
      for (const answer of inOrderOfKind(trial, typed)) isLabelled(answer);
      for (const answer of inOrderOfKind(trial, typed)) isLabelledAsAskedFor(answer, trial.target);
      for (const answer of inOrderOfKind(trial, typed)) isLabelledString(answer, trial.target);
      for (const answer of inOrderOfKind(trial, seen)) {
        fieldsAreWritten(answer);
        namesAppliedCodings(answer);
        namesItself(answer, trial.target);
      }
      takesJsonWithCharset(seen);
      datesAreOfNow(trial);
      const read = new WeakSet();
      for (const answer of inOrderOfKind(trial, typed)) {
        hasUniqueMembers(answer, read);
        keepsAttributesWhole(answer, trial.records.fresh.nonce);
      }
      await leadsToItself(trial, inOrderOfKind(trial, typed));
      await readsInCodings(trial);
      await deflatesInZlib(trial);
      return { witness: typed.slice(0, 3), remark: `${typed.length} bodies were labelled` };
    },
  }),

  'status/steady': watches({
    level: 'should',
    clause:
      '4.5-2, RFC 9110 7.6.1, RFC 9110 8.6, RFC 9110 9.2.1, RFC 9110 9.3.2, RFC 9110 13.1, RFC 9110 14.2, RFC 9110 15.3.7, 15, RFC 3986 2.4, RFC 3986 6.2.2',
    title: 'equal readings are answered alike',
    why: 'A fault that shows in a few answers only, or for one spelling of an address, still reaches some clients.',
    sends:
      'It watches every answer of the run, and reads a known record and nested records with the last character of the path and the marks of its last segment percent-encoded, nested records with that of the owner too, each also with that encoding encoded once more, and a query in capital and in small hexadecimal digits. It reads the collections on which records are created by GET and HEAD, alone and with If-None-Match of the current tag, as each representation; where the run saw such conditions read, by GET with that tag among others in If-None-Match and in If-Match, with tags that resemble it in If-None-Match, and with its own date in If-Modified-Since and If-Unmodified-Since. It reads the session check under conditions that hold or are none, and where it tells a tag or a date under those too. It reads collections, known records, queries, nested records and the session check with a Range of the first byte (where a part comes, with If-None-Match of its tag too), of what is past the end, and by turns of the last byte, of all but the first or of two, where a part comes also in each form, over both ends, and for who takes gzip; and a known record with one of an unknown unit, one that ends before it begins, and one beside an If-Range that does not match; what never was too; where that is answered 503, by turns without it and with it; three of these by HEAD with a Range and without. It reads one collection with Connection: TE, Close, by HTTP/1.0 and with an empty query. Last it reads each collection in JSON.',
    due: 'Where one request was answered alike before and after: the same refusal between them, and between two successes the same media type and charset, an ETag and a body or none as they have; between two 405 the same Allow. A Content-Length of HEAD as that of GET before and after it; for those collections ETag and Last-Modified too, where HEAD tells them, and 304 where GET is; 304 or no 412 for those conditions, whose tags and dates are its own; the session check as without them. No other success, such as 202 or 204, for any Accept between two readings in JSON with 200. What is named is named in every spelling of the address, and by none that is decoded twice. With a Range comes the whole with 200, or the part of it that Content-Range names with 206: the bytes that the form of the range selects, as many as there are, and of a packed body those of the packed one, with Date, Cache-Control, ETag, Expires, Content-Location and Vary where the whole has them; 416 or the whole for what is past the end; the whole for a unit that nobody knows, and an If-Range that does not match; what is missing is missing all the same, and HEAD is answered as without a Range. The collection for each message that asks for it; an empty query may name nothing, and HTTP/1.0 be refused. The XML and HTML of a collection have the entries that its JSON has before and after them, the newest too, but for pages and what may follow late.',
    drivenBy: ['read/every', 'query/every', 'read/unknown-item', 'negotiate/unacceptable'],
    on: theTarget,
    async check(trial) {
      const all = [...equalReadings(trial.seen, READING_METHODS).values()].flatMap(sandwiches);
      if (all.length === 0) notExercised('the run sent no request three times');
      for (const sandwich of all) {
        const problem = differenceIn(sandwich);
        if (problem === undefined) continue;
        const { before, between, after } = sandwich;
        const { method, url } = between.exchange.request;
        fail(
          `${method} ${url} to be answered as before and after`,
          `${problem}: ${between.brief}`,
          before,
          between,
          after,
        );
      }
      lengthsAsBetween(trial.seen);
      acceptsNothingByReading(trial);
      succeedsAlikeByReading(trial);
      await readsInOtherWords(trial);
      await readsInRanges(trial);
      await headsDespiteRange(trial);
      await readsHoweverAsked(trial);
      if (trial.target.claims.validators !== false) await headsOfGrowing(trial);
      await conditionsOfRoot(trial);
      await listsAreAlike(trial);
      return {
        witness: all.slice(-1).map(({ between }) => between),
        remark: `${all.length} answers between two others`,
      };
    },
  }),
};

function watches(body: Omit<RuleBody, 'passive' | 'watches'>): RuleBody {
  return { ...body, passive: true, watches: 'every-answer' };
}

function differenceIn({ before, between, after }: Sandwich): string | undefined {
  if (before.status !== after.status || isPassing(before.status) || isPassing(between.status)) return undefined;
  // What comes and goes is the matter of read/every, which knows who writes; a refusal of the request itself stays.
  if (between.status !== before.status)
    return isRefusal(before) && isRefusal(between) ? `status ${between.status}` : undefined;
  if (before.status === 405)
    return differs((answer) => allowedBy(answer).toSorted().join(), before, between, after)
      ? 'another Allow'
      : undefined;
  if (before.status !== 200) return undefined;
  if (differs(({ mediaType }) => mediaType, before, between, after)) return 'another Content-Type';
  if (differs(charsetOf, before, between, after)) return 'another charset';
  if (differs((answer) => String(variesBy(answer, 'accept')), before, between, after)) return 'another Vary';
  if (differs((answer) => String(answer.header('ETag') !== undefined), before, between, after))
    return 'with or without ETag';
  return differs(({ size }) => String(size === 0), before, between, after) ? 'with or without a body' : undefined;
}

function charsetOf(answer: Answer): string {
  return (parseContentType(answer.header('Content-Type') ?? '').charset ?? 'utf-8').toLowerCase();
}

function differs(of: (answer: Answer) => string, before: Answer, between: Answer, after: Answer): boolean {
  return of(before) === of(after) && of(between) !== of(before);
}
