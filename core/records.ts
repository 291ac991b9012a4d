import { type AimlessDeletions, openAimless } from './aimless.ts';
import { type Answer, answerOf } from './answer.ts';
import { openClaimBook } from './claim-book.ts';
import type { Exchange, HttpRequest, Transport } from './exchange.ts';
import { openFreeIds } from './free-ids.ts';
import type { FreshIds } from './fresh-ids.ts';
import type { StrayLeft } from './leftover.ts';
import { openListedBefore, type Read } from './listed-before.ts';
import { wasBeforeRun, whyNotNew } from './may-delete.ts';
import { likeIt, sentBy, textOf } from './natural-keys.ts';
import { absolute, type Home } from './origins.ts';
import { idAt } from './record-address.ts';
import { type Claim, holds, type RecordResource, readClaim } from './record-claim.ts';
import type { RecordLog } from './record-log.ts';
import { openNewness } from './record-newness.ts';
import { openOwnership } from './record-ownership.ts';
import { fieldsFor } from './record-requests.ts';
import { openReplaced, type Replaced } from './replaced.ts';
import { isRefusal } from './status-kinds.ts';
import { openWrongRecords, type WrongRecords } from './wrong-record.ts';

/** What a run asks of its records, and tells them. One for detection, rules and clean-up together. */
export interface Records {
  readonly home: Home;
  readonly fresh: FreshIds;
  /** Every creation that was answered with success, in order. */
  readonly claims: readonly Claim[];
  /** Those of them that were sent only to show that POST makes new records: nobody else deletes them. */
  readonly beside: readonly Claim[];
  /** Looks once, before the first creation, at what the collection lists: none of that is ours. Tells the log what is sent. */
  beforeCreation(resource: RecordResource, request: HttpRequest): Promise<Sending>;
  /** Notes ids of records that were there before the run. */
  know(resource: RecordResource, ids: readonly string[]): void;
  /** Reads every answer of the run for what it says of records. */
  observe(answer: Answer): void;
  /** Tells the log of a write to a record, or to an address at which nothing of this run is known, before it is sent. */
  beforeWrite(resource: RecordResource, id: string, request: HttpRequest): void;
  /** The claim that was made of a creation's answer. */
  claimOf(answer: Answer): Claim | undefined;
  /** The latest claim of an id that the run was given. */
  claimOfId(resource: RecordResource, id: string): Claim | undefined;
  /** Why a record may not be written to; undefined where it is ours. Reads it, unless it was seen to be ours already. */
  whyNotOurs(claim: Claim): Promise<string | undefined>;
  /** Finds out whether a creation made its record or changed one of before. May create another one like it. */
  showNew(claim: Claim): Promise<void>;
  /** Why what a collection lists with a value of the run may not be deleted; undefined where it may. */
  whyNotListed(resource: RecordResource, id: string): Promise<string | undefined>;
  /** Whether a record was seen before the first creation of the run. */
  wasListed(resource: RecordResource, id: string): boolean;
  /** Tells the log of a record that the answer to a change named as made. */
  mayBeMade(stray: StrayLeft): void;
  /** Why a record that the answer to a change named may have been there before; undefined where the list shows that it was not. */
  whyNotMade(resource: RecordResource, id: string): Promise<string | undefined>;
  /** How many records the list of a resource showed before the first creation; undefined where none was read. */
  countBefore(resource: RecordResource): number | undefined;
  /** Whether a record of this claim was there before, for all that is known, though it shows what was sent. */
  isDoubtful(claim: Claim): boolean;
  /** Whether a GET showed this record as the run's own: only then does a 404 say that it is gone. */
  wasShown(claim: Claim): boolean;
  /** Whether no record has an id that was made up. Asks for it, where that is possible and not sure already. */
  isFree(resource: RecordResource, id: string): Promise<boolean>;
  /** Deletions of what is not there. */
  readonly aimless: AimlessDeletions;
  /** Changes of records, which may come to another one than they name. */
  readonly wrong: WrongRecords;
  /** Records whose ids may be another client's by now. */
  readonly replaced: Replaced;
}

/** A creation under way. */
export interface Sending {
  /** Reads its answer; undefined where it was no success. */
  answered(answer: Answer): Claim | undefined;
  /** It had no answer, so that nobody knows what it made. */
  unanswered(): void;
}

/** How to send what records themselves have to ask. */
export interface RecordOptions {
  readonly home: Home;
  readonly fresh: FreshIds;
  readonly transport: Transport;
  readonly log?: RecordLog;
}

/** Opens the records of one run. */
export function openRecords({ home, fresh, transport, log }: RecordOptions): Records {
  const read: Read = async (request) => {
    const exchange = await transport.send(request);
    if (exchange.response === null) return undefined;
    const answer = answerOf(exchange, exchange.response);
    replaced.observe(answer);
    return answer;
  };
  const logged = log === undefined ? {} : { log };
  const book = openClaimBook();
  const before = openListedBefore({ read, fresh, book, ...logged });
  const isFree = openFreeIds({ read, fresh, book });
  const wrong = openWrongRecords({
    read,
    nonce: fresh.nonce,
    isOwn: (resource, id) => book.of(resource, id).length > 0,
  });
  const aimless = openAimless({
    read,
    book,
    onTaken: ({ resource, id = '' }) => wrong.tookOwn(resource, 'a DELETE of what is not there', id),
  });
  const beside: Claim[] = [];
  /** The resources of which a creation sent a value that is not the run's. */
  const withFixed = new Set<string>();
  let sendings = 0;

  const claim = (resource: RecordResource, request: HttpRequest, answer: Answer): Claim => {
    const isKnown = (id: string): boolean => before.wasSeen(resource, id);
    const named = readClaim({ home, resource, request, answer, nonce: fresh.nonce, isKnown });
    const number = book.all.length + 1;
    const made: Claim = {
      ...named,
      id: named.told,
      number,
      resource,
      request,
      answer,
      payload: request.json,
      gone: false,
    };
    book.add(made);
    replaced.given(made);
    return made;
  };
  const beforeCreation: Records['beforeCreation'] = async (resource, request) => {
    if (resource.known !== undefined) before.know(resource, [resource.known]);
    await before.look(resource);
    sendings += 1;
    if (sentBy(request, fresh.nonce).fixed.size > 0) withFixed.add(resource.name);
    const number = sendings;
    log?.creating(number, resource, request);
    return {
      answered(answer) {
        const made = answer.succeeded ? claim(resource, request, answer) : undefined;
        if (made !== undefined) log?.made(number, made);
        else if (isRefusal(answer)) log?.refused(number);
        else log?.unanswered(number);
        return made;
      },
      unanswered: () => log?.unanswered(number),
    };
  };
  const createLike = async (one: Claim): Promise<{ answer?: Answer; claim?: Claim }> => {
    const { resource } = one;
    const { headers, ...like } = likeIt(one.request, fresh.nonce, () => fresh.unique());
    const type = like.json === undefined ? {} : { 'content-type': resource.mediaTypes.request };
    const request = { ...like, headers: { ...fieldsFor(resource), ...type, ...headers } };
    const sending = await beforeCreation(resource, request);
    const answer = await read(request);
    if (answer === undefined) {
      sending.unanswered();
      return {};
    }
    const made = sending.answered(answer);
    if (made === undefined) return { answer };
    beside.push(made);
    return { answer, claim: made };
  };
  const wasMissing = ({ resource }: Claim, id: string, hasFixed: boolean): Promise<boolean> =>
    before.wasMissing(resource, id, hasFixed);
  const newness = openNewness({ fresh, claims: book.all, wasMissing, createLike, ...logged });
  const ownership = openOwnership({ read, fresh, book, newness });
  const replaced = openReplaced({
    home,
    read,
    nonce: fresh.nonce,
    book,
    wasListed: before.wasSeen,
    wasRead: (resource) => before.count(resource) !== undefined,
    wasShown: ownership.wasShown,
  });

  const endClaims = (claims: readonly Claim[], deletion: Exchange): void => {
    for (const one of claims) {
      // What was created since may have been given the same id.
      if (endOf(one.answer.exchange) > deletion.timings.startedAt) continue;
      one.gone = true;
      one.goneSince ??= deletion.timings.startedAt;
      log?.gone(one);
    }
  };

  return {
    home,
    fresh,
    claims: book.all,
    beside,
    beforeCreation,
    know: before.know,
    observe(answer) {
      replaced.observe(answer);
      const { request } = answer.exchange;
      const isDeletion = request.method === 'DELETE';
      if (!answer.succeeded || !(isDeletion || request.method === 'GET')) return;
      const [path = ''] = request.url.split('?');
      for (const resource of book.resources()) {
        const template = isDeletion ? resource.delete?.address.split('?')[0] : resource.item?.address;
        const id = template === undefined ? undefined : idAt(home, template, isDeletion ? path : request.url);
        const named = id === undefined ? [] : book.of(resource, id);
        if (isDeletion) endClaims(named, answer.exchange);
        else if (named.length > 0 && holds(answer, fresh.nonce)) named.forEach(ownership.show);
      }
    },
    beforeWrite(resource, id, { method, address, json, body }) {
      const claim = book.of(resource, id).at(-1);
      if (claim !== undefined && method === 'DELETE') claim.isDeletionSent = true;
      const isChange = claim !== undefined && method !== 'DELETE';
      if (isChange) replaced.changing(claim, json ?? textOf(body));
      if (isChange && json !== undefined) {
        log?.changing(claim, json);
      } else if (claim === undefined && method === 'PUT') log?.stray(resource, absolute(home, address));
    },
    claimOf: book.ofAnswer,
    claimOfId: (resource, id) => book.of(resource, id).at(-1),
    whyNotOurs: ownership.whyNotOurs,
    async showNew(one) {
      if (one.id !== undefined && fresh.freshnessOf(one.id) !== 'sure') await newness.whyNotNew(one, one.id);
    },
    async whyNotListed(resource, id) {
      const made = book.of(resource, id).at(-1);
      if (made !== undefined) return ownership.whyNotOurs(made);
      const known = { wasSeen: before.wasSeen(resource, id), makesNew: newness.isTrusted(resource) };
      if (wasBeforeRun(known) !== 'unknown') return whyNotNew(wasBeforeRun(known));
      const isMissing = await before.wasMissing(resource, id, withFixed.has(resource.name));
      return whyNotNew(wasBeforeRun({ ...known, wasMissing: isMissing }));
    },
    wasListed: before.wasSeen,
    mayBeMade({ resource, address, id, named }) {
      const isNew = named === 'as made' && id !== undefined && !before.wasSeen(resource, id);
      if (isNew) log?.stray(resource, absolute(home, address));
    },
    async whyNotMade(resource, id) {
      const wasSeen = before.wasSeen(resource, id);
      // That creations make new records says nothing of a change, which may have met an older record of the same key.
      return whyNotNew(
        wasBeforeRun({ wasSeen, wasMissing: !wasSeen && (await before.wasMissing(resource, id, true)) }),
      );
    },
    countBefore: before.count,
    isDoubtful: newness.isDoubtful,
    wasShown: ownership.wasShown,
    isFree,
    aimless,
    wrong,
    replaced,
  };
}

function endOf({ timings }: Exchange): number {
  return timings.startedAt + timings.total;
}
