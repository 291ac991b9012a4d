import type { Answer } from '../core/answer.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { parseSentHttpDate } from '../core/http/http-date.ts';
import { fail, notApplicable, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Resource, Target } from '../core/target.ts';
import { isChange, seenChanges, seenOtherwise } from './support/changes.ts';
import { collection, create, existing, existingItem } from './support/evidence.ts';
import { resourceOf, resourcesUnless, whyNotCreatable } from './support/subjects.ts';
import { changedLists, forgetsOldTagOfList } from './support/validator/changed-lists.ts';
import {
  forgetsOldTag,
  keepsTagsApart,
  keepsTagsApartBesides,
  missesAllTheSame,
  unchangedByAddress,
} from './support/validator/conditions.ts';
import { missesElsewhere } from './support/validator/conditions-on-nothing.ts';
import { readForLater } from './support/validator/dates-of-before.ts';
import { isEntityTag, STAR_AS_TAG, TAG_OF_NOBODY } from './support/validator/entity-tag.ts';
import { conditionsOfQueries } from './support/validator/found-conditions.ts';
import { unmodifiedViews } from './support/validator/unmodified-views.ts';
import { isAfterDate } from './support/validator/validator-form.ts';
import { unchangedViews, unmatchedViews } from './support/validator/view-conditions.ts';
import { datedViews } from './support/view/view-dates.ts';
import { allGiven, given } from './support/view/views.ts';

type Id =
  | 'validator/etag-form'
  | 'validator/etag-changes'
  | 'validator/etag-stable'
  | 'validator/per-representation'
  | 'validator/last-modified-form'
  | 'validator/if-none-match';

const readable = withValidators(() => undefined);

/** Validators: document 4.4-c4. Each rule speaks only where the target sends the field. */
export const validators: Suite<Id> = {
  'validator/etag-form': {
    level: 'may',
    reads: true,
    clause: '4.4-c4, RFC 9110 8.8.3',
    title: 'an ETag is a quoted opaque tag',
    why: 'Clients send it back word for word, and proxies parse it.',
    sends: 'GET of one record; of it, the collection, queries and nested records in each representation.',
    due: 'One quoted tag, weak or strong, where an ETag is sent.',
    on: readable,
    async check(trial) {
      const answer = (await existingItem(trial)).asControl('GET of the record');
      etagOf(trial, answer);
      const sent = [answer, ...(await otherViews(trial))].filter((view) => view.header('ETag') !== undefined);
      return sent.map((view) => {
        const etag = view.header('ETag') ?? '';
        view.owes(view.headerLines('ETag').length === 1, 'one ETag', etag);
        return view.owes(isEntityTag(etag), 'a quoted tag', etag);
      });
    },
  },

  'validator/etag-changes': {
    level: 'must',
    clause: '4.4-c4',
    title: 'the ETag changes when the resource changes',
    why: 'It is the one thing that the document asks of it; a client with the old tag would keep the old data.',
    sends:
      'GET of a record, a change of it, the same GET; the same in each other representation; around a creation for the collection in each representation, by HEAD as well; and for the collection around each change of a record and, in each representation, around its deletion.',
    due: 'Another ETag wherever the body has become another.',
    operates: true,
    on: withValidators((resource, target) => {
      const updatable = resource.update !== undefined || target.operations.some((o) => o.resource === resource.name);
      return updatable || whyNotCreatable(resource) === undefined
        ? undefined
        : `nothing is known that changes ${resource.name}`;
    }),
    async check(trial) {
      const ofRecord = [...(await seenChanges(trial)), ...(await seenOtherwise(trial))];
      const pairs = [...ofRecord, ...(await aroundCreation(trial)), ...(await changedLists(trial))];
      const told = pairs.filter(({ before, after }) => isChange(before, after) && before.header('ETag') !== undefined);
      if (told.length === 0) {
        const answers = pairs.flatMap(({ before, after }) => [before, after]);
        if (pairs.length > 0 && answers.every((answer) => answer.header('ETag') === undefined))
          unsent(trial, 'ETag', ...answers);
        notExercised('no answer with an ETag was seen to change', ...answers);
      }
      return told.flatMap(({ before, after }) => [
        before,
        after.owes(
          after.header('ETag') !== before.header('ETag'),
          'another ETag for another body',
          `${before.header('ETag') ?? ''} again`,
        ),
      ]);
    },
  },

  'validator/etag-stable': {
    level: 'should',
    reads: true,
    clause: 'RFC 9110 8.8.3',
    title: 'the ETag stays while the resource stays',
    why: 'A tag that changes each time makes every cache useless.',
    sends:
      'GET of one record, twice; the same of it and of nested records in each representation, and of the collection and queries where the run creates no record there.',
    due: 'The same ETag with the same body.',
    on: readable,
    async check(trial) {
      const first = (await existingItem(trial)).asControl('GET of the record');
      const etag = etagOf(trial, first);
      const second = await trial.send({ method: 'GET', address: first.exchange.request.url });
      if (second.text !== first.text) notExercised('the two readings differ', first, second);
      second.owes(second.header('ETag') === etag, `ETag ${etag} again`, second.header('ETag') ?? 'no ETag');
      return [first, second, ...(await stableViews(trial))];
    },
  },

  'validator/per-representation': {
    level: 'should',
    reads: true,
    clause: 'RFC 9110 8.8.3.3',
    title: 'strong ETags differ between representations',
    why: 'A strong tag vouches for every byte, and a cache may serve the bytes that it vouches for.',
    sends: 'GET of one record, the collection, queries and nested records in each representation.',
    due: 'Different tags, where they are strong.',
    on: withValidators(({ name, representations, selectors }) => {
      if (!selectors.includes('accept')) return `${name} does not claim the selector accept`;
      return representations.length < 2 ? `${name} claims one representation only` : undefined;
    }),
    async check(trial) {
      const resource = resourceOf(trial);
      const { address } = await existing(trial);
      const answers: Answer[] = [];
      for (const name of resource.representations) {
        const answer = await trial.send({ method: 'GET', address, headers: { accept: resource.mediaTypes[name] } });
        const etag = etagOf(trial, answer.asControl(`GET as ${name}`));
        if (etag.startsWith('W/')) notApplicable('the tags are weak');
        const twin = answers.find((other) => other.header('ETag') === etag && other.mediaType !== answer.mediaType);
        answer.owes(
          twin === undefined,
          `an ETag of its own for ${answer.mediaType}`,
          `${etag}, that of ${twin?.mediaType ?? ''}`,
        );
        answers.push(answer);
      }
      return [...answers, ...(await tagsOfTheirOwn(trial))];
    },
  },

  'validator/last-modified-form': {
    level: 'may',
    reads: true,
    clause: 'RFC 9110 8.8.2',
    title: 'Last-Modified is an HTTP-date, not later than Date',
    why: 'A date in the future would be believed for ever.',
    sends: 'GET of one record; of it, the collection, queries and nested records in each representation.',
    due: 'A date in the form of HTTP, where Last-Modified is sent.',
    on: readable,
    async check(trial) {
      const answer = (await existingItem(trial)).asControl('GET of the record');
      const value = answer.header('Last-Modified');
      if (value === undefined) unsent(trial, 'Last-Modified', answer);
      const sent = [answer, ...(await otherViews(trial))].filter((view) => view.header('Last-Modified') !== undefined);
      return sent.map(isPast);
    },
  },

  'validator/if-none-match': {
    level: 'should',
    clause: 'RFC 9110 13.1, RFC 9110 13.2.1',
    title: 'a conditional GET is answered 304 for the current tag, 200 for another',
    why: 'It saves the transfer of what the client already has.',
    sends:
      'GET with If-None-Match: the current ETag, that tag in a list, another tag, "*" as a tag, and the tag from before a change, of the collection too and from before a deletion; the current one on an id that never was, on nested records past the end and on queries that find nothing (these by HEAD too, with dates, and with If-Match of *), on nested records of an owner that never was and at a word for an index, on queries of no name, and under a version that is not served; and with Accept for another representation, of queries and nested records too. Of each place in each representation, with its tag among others, in one line or in two, beside empty members, weakly, and as *, with tags that resemble it or are those of other places, and but for the record with "*" as a tag alone; HEAD of the record and of the collection so in each representation, of the others in JSON; by suffix and parameter too; with If-Match of another tag (HEAD too, beside If-None-Match of its own), of its own alone or among others (one of these each but for the record) and as *, beside If-None-Match of it too, and of the one from before a change, beside dates that say the opposite; with If-Modified-Since of its own date (HEAD too), in the three forms of dates by turns, of the record in each; with If-Unmodified-Since of a day after and of its own date, with If-Modified-Since and If-Unmodified-Since of a day before it (HEAD beside If-None-Match of its tag), of no date at all, and of a date in the form of ISO 8601. At the end a record that was made at the beginning is changed, and it and the collection are asked for with If-Modified-Since of their dates from before. Where little is left of it, that is done when they are seconds old.',
    due: '304 without a byte of body for the current tag, 200 for another; no 412 for a condition that holds, and 412 for If-Match or If-Unmodified-Since before 304 for If-None-Match; neither, and no success, for what does not exist; no 304 for what was modified since, or for the strong tag of another representation; a date field without a date is ignored. A record that is changed seconds after it was read has another Last-Modified then, if it had one of its own. Where any place answers 412 to If-Match or to If-Unmodified-Since, or 304 to If-Modified-Since, all do.',
    operates: true,
    on: readable,
    async check(trial) {
      const first = (await existingItem(trial)).asControl('GET of the record');
      const etag = etagOf(trial, first);
      const askAgain = await readForLater(trial);
      const address = first.exchange.request.url;
      const ask = (tags: string): Promise<Answer> =>
        trial.probe({ method: 'GET', address, headers: { 'if-none-match': tags } });
      const unchanged: Answer[] = [];
      for (const tags of [etag, `${TAG_OF_NOBODY}, ${etag}`]) {
        const answer = await ask(tags);
        // A record that tells when it was served has another tag in each answer, and the one sent is no longer current.
        const other = answer.header('ETag');
        if (answer.status === 200 && other !== undefined && other !== etag && answer.text !== first.text)
          notExercised('no two readings of the record are alike, so no tag stays current', first, answer);
        answer.hasStatus(304);
        const after = answer.wire?.afterHeaders.length ?? 0;
        unchanged.push(answer.owes(after === 0, 'not one byte after the header section of the 304', `${after} bytes`));
      }
      const changed = [(await ask(TAG_OF_NOBODY)).hasStatus(200), (await ask(STAR_AS_TAG)).hasStatus(200)];
      const elsewhere = [
        ...(await missesAllTheSame(trial, etag)),
        ...(await keepsTagsApart(trial)),
        ...(await keepsTagsApartBesides(trial)),
        ...(await unchangedByAddress(trial)),
        ...(await conditionsOfQueries(trial)),
        ...(await missesElsewhere(trial)),
      ];
      const views = [
        ...(await unchangedViews(trial)),
        ...(await unmatchedViews(trial)),
        ...(await unmodifiedViews(trial)),
        ...(await datedViews(trial)),
        ...(await askAgain()),
      ];
      const former = [...(await forgetsOldTag(trial)), ...(await forgetsOldTagOfList(trial))];
      return [first, ...unchanged, ...changed, ...former, ...elsewhere, ...views];
    },
  },
};

function withValidators(
  unless: (resource: Resource, target: Target) => string | undefined,
): ReturnType<typeof resourcesUnless> {
  return resourcesUnless((resource, target) => {
    if (target.claims.validators === false) return 'the target claims no validators (validators = false)';
    if (resource.item === undefined) return `${resource.name} is not read by id`;
    return unless(resource, target);
  });
}

/** The views that the record, the collection, queries and nested records were given in. */
async function otherViews(trial: Trial): Promise<readonly Answer[]> {
  return (await allGiven(trial)).map(({ answer }) => answer);
}

async function stableViews(trial: Trial): Promise<readonly Answer[]> {
  // A collection does not stay while other checks create: where it shows one page, its tag changes and its text does not.
  const grows = whyNotCreatable(resourceOf(trial)) === undefined;
  const again: Answer[] = [];
  for (const { request, answer: first, place } of await allGiven(trial)) {
    const etag = first.header('ETag');
    if (etag === undefined) continue;
    if (grows && ['list', 'query', 'found'].includes(place.kind)) continue;
    const second = await trial.send(request);
    const isSame = second.text !== first.text || second.header('ETag') === etag;
    again.push(second.owes(isSame, `ETag ${etag} again`, second.header('ETag') ?? 'no ETag'));
  }
  return again;
}

/** Of each place, no two bodies that differ have one strong tag. */
async function tagsOfTheirOwn(trial: Trial): Promise<readonly Answer[]> {
  const views = await allGiven(trial);
  for (const { answer, place } of views) {
    const etag = answer.header('ETag');
    if (etag?.startsWith('"') !== true) continue;
    const twin = views.find((other) => other.place === place && isTwin(answer, other.answer, etag));
    answer.owes(
      twin === undefined,
      `an ETag of its own for ${answer.mediaType}`,
      `${etag}, that of ${twin?.name ?? ''}`,
    );
  }
  return views.map(({ answer }) => answer);
}

function isTwin(answer: Answer, other: Answer, etag: string): boolean {
  return other !== answer && other.header('ETag') === etag && other.mediaType !== answer.mediaType;
}

function isPast(answer: Answer): Answer {
  const value = answer.header('Last-Modified') ?? '';
  // The two obsolete forms are for reading old messages: a sender may not use them (RFC 9110 5.6.7).
  if (parseSentHttpDate(value) === undefined) fail('an HTTP-date', value, answer);
  const { [0]: sentDate = '' } = answer.headerLines('Date');
  return answer.owes(!isAfterDate(value, sentDate), `a moment not after Date ${sentDate}`, value);
}

function etagOf(trial: Trial, answer: Answer): string {
  return answer.header('ETag') ?? unsent(trial, 'ETag', answer);
}

/** A target may do without validators (4.4-c4): what a rule says of a field that is not sent does not apply, unless it is claimed. */
function unsent({ target }: Trial, field: string, ...answers: readonly Answer[]): never {
  if (target.claims.validators === true) notExercised(`no ${field} was sent`, ...answers);
  notApplicable(`no ${field} was sent, and nobody claims that it is (validators = true)`);
}

/** The collection before and after a creation, in each representation. */
async function aroundCreation(trial: Trial): Promise<{ before: Answer; after: Answer }[]> {
  const resource = resourceOf(trial);
  if (resource.list === undefined || whyNotCreatable(resource) !== undefined) return [];
  const request = { method: 'GET', address: resource.list.address };
  const views = await given(trial, { kind: 'list', address: resource.list.address });
  const before = await collection(trial);
  const made = await create(trial);
  made.answer.asControl('creating a record');
  const after = await trial.send(request);
  // What others add and take away meanwhile cannot bring back the body from before while the new record is in it.
  if (isChange(before, after) && after.text.includes(made.unique)) await headChanges(trial, request, before);
  const pairs = before.succeeded && after.succeeded ? [{ before, after }] : [];
  for (const view of views.filter(({ name }) => name !== 'json')) {
    const now = await trial.send(view.request);
    // A page that does not show the new record may have changed for other reasons.
    if (now.succeeded && now.text.includes(made.unique)) pairs.push({ before: view.answer, after: now });
  }
  return pairs;
}

/** HEAD of a collection that has changed does not tell the tag from before (RFC 9110 9.3.2). */
async function headChanges(trial: Trial, request: HttpRequest, before: Answer): Promise<void> {
  const tag = before.header('ETag');
  if (tag === undefined || !before.succeeded || resourceOf(trial).never.includes('HEAD')) return;
  const head = await trial.send({ ...request, method: 'HEAD' });
  head.owes(!head.succeeded || head.header('ETag') !== tag, 'another ETag of HEAD for another body', `${tag} again`);
}
