import { type Answer, answerOf } from './answer.ts';
import { whyNotByIdAlone } from './deletion.ts';
import { listedIn } from './entries.ts';
import type { Exchange, HttpRequest, Transport } from './exchange.ts';
import type { FreshIds } from './fresh-ids.ts';
import { likeIt } from './natural-keys.ts';
import { absolute, type Home } from './origins.ts';
import { idAt } from './record-address.ts';
import {
  type Claim,
  holds,
  idsListed,
  type RecordResource,
  readClaim,
  showsRecord,
  whoseItIs,
} from './record-claim.ts';
import type { RecordLog } from './record-log.ts';
import { openNewness } from './record-newness.ts';
import { fieldsFor, listRequest, readRequest } from './record-requests.ts';
import { isAbsent, isRefusal } from './status-kinds.ts';

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
  /** Whether a record of this claim was there before, for all that is known, though it shows what was sent. */
  isDoubtful(claim: Claim): boolean;
  /** Whether a GET showed this record as the run's own: only then does a 404 say that it is gone. */
  wasShown(claim: Claim): boolean;
  /** Whether no record has an id that was made up. Asks for it, where that is possible and not sure already. */
  isFree(resource: RecordResource, id: string): Promise<boolean>;
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

/** Ids of counting services are far below this; what is drawn from above it names no record of theirs. */
const COUNTED = 10_000_000;

/** Opens the book of what one run makes. */
export function openRecords({ home, fresh, transport, log }: RecordOptions): Records {
  const claims: Claim[] = [];
  const byId = new Map<string, Claim[]>();
  const resources = new Map<string, RecordResource>();
  const byAnswer = new Map<Answer['exchange'], Claim>();
  const looked = new Map<string, Promise<void>>();
  // When an id was first seen, by resource and id, in the run's time.
  const seenAt = new Map<string, number>();
  const shown = new Set<Claim>();
  const others = new Map<Claim, string>();
  const beside: Claim[] = [];
  // What the collections showed before the first creation, and whether that was all.
  const before = new Map<string, { readonly ids: readonly string[]; readonly count: number }>();
  const whole = new Map<string, Promise<boolean>>();
  const free = new Map<string, Promise<boolean>>();
  const strictly = fresh.unique();
  let sendings = 0;

  const read = async (request: HttpRequest): Promise<Answer | undefined> => {
    const exchange = await transport.send(request);
    return exchange.response === null ? undefined : answerOf(exchange, exchange.response);
  };
  const claimsOf = (resource: RecordResource, id: string): readonly Claim[] => byId.get(keyOf(resource, id)) ?? [];
  const wasGiven = (resource: RecordResource, id: string): boolean => claimsOf(resource, id).length > 0;
  const note = (resource: RecordResource, ids: readonly string[], time: number): void => {
    for (const id of ids) {
      const key = keyOf(resource, id);
      if (!wasGiven(resource, id) && fresh.freshnessOf(id) !== 'sure' && !seenAt.has(key)) seenAt.set(key, time);
    }
  };
  const lookAtList = async (resource: RecordResource): Promise<void> => {
    const request = listRequest(resource);
    const answer = request === undefined ? undefined : await read(request);
    if (answer?.succeeded !== true) return;
    const ids = idsListed(answer, resource);
    note(resource, ids, Number.NEGATIVE_INFINITY);
    const count = listedIn(answer.representation.value, resource)?.length;
    if (count === undefined) return;
    before.set(resource.name, { ids, count });
    log?.listed(resource, ids, false);
  };
  /** A page never grows: where the list shows more now than before, it showed all before. That it shows the id says that it shows ids. */
  const hasGrown = async (resource: RecordResource, id: string): Promise<boolean> => {
    const first = before.get(resource.name);
    const request = listRequest(resource);
    const answer = first === undefined || request === undefined ? undefined : await read(request);
    if (first === undefined || answer?.succeeded !== true) return false;
    const count = listedIn(answer.representation.value, resource)?.length ?? 0;
    const isWhole = count > first.count && idsListed(answer, resource).includes(id);
    if (isWhole) log?.listed(resource, first.ids, true);
    return isWhole;
  };
  const wasListedWhole = async (resource: RecordResource, id: string): Promise<boolean> => {
    const first = before.get(resource.name);
    if (first === undefined || first.ids.includes(id)) return false;
    const known = whole.get(resource.name) ?? hasGrown(resource, id);
    whole.set(resource.name, known);
    return known;
  };
  const createLike = async (one: Claim): Promise<{ answer?: Answer; claim?: Claim }> => {
    const { resource } = one;
    const { headers, ...like } = likeIt(one.request, fresh.nonce, () => fresh.unique());
    const type = like.json === undefined ? {} : { 'content-type': resource.mediaTypes.request };
    const request = { ...like, headers: { ...fieldsFor(resource), ...type, ...headers } };
    const sending = await records.beforeCreation(resource, request);
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
  const newness = openNewness({
    fresh,
    claims,
    wasListedWhole: ({ resource }, id) => wasListedWhole(resource, id),
    createLike,
    ...(log === undefined ? {} : { log }),
  });

  const claim = (resource: RecordResource, request: HttpRequest, answer: Answer): Claim => {
    const { startedAt } = answer.exchange.timings;
    const isKnown = (id: string): boolean => {
      const time = seenAt.get(keyOf(resource, id));
      return time !== undefined && time < startedAt && !wasGiven(resource, id);
    };
    const found = readClaim({ home, resource, request, answer, nonce: fresh.nonce, isKnown });
    const made: Claim = {
      ...found,
      number: claims.length + 1,
      resource,
      request,
      answer,
      payload: request.json,
      gone: false,
    };
    claims.push(made);
    resources.set(resource.name, resource);
    byAnswer.set(answer.exchange, made);
    if (made.id !== undefined) byId.set(keyOf(resource, made.id), [...claimsOf(resource, made.id), made]);
    return made;
  };

  /** Two creations that were given one id, the first of which was not deleted: then the ids that are told are not to be trusted. */
  const isGivenTwice = ({ id, resource, payload }: Claim): boolean => {
    const same = claimsOf(resource, id ?? '').filter((other) => !other.gone);
    return same.some((other) => JSON.stringify(other.payload) !== JSON.stringify(payload));
  };
  const idsGiven = (resource: RecordResource): Set<string> =>
    new Set(claims.flatMap((one) => (one.resource.name === resource.name && one.id !== undefined ? [one.id] : [])));

  const withoutReading = (one: Claim, why: string): string | undefined => {
    const { name } = one.resource;
    const alone = { id: one.id ?? '', resource: name, isGivenTwice: isGivenTwice(one) };
    const reason = whyNotByIdAlone({ ...alone, idsGiven: idsGiven(one.resource).size });
    return reason === undefined ? undefined : `${why}, and ${reason}`;
  };

  const whyNotNamed = async (one: Claim): Promise<string | undefined> => {
    if (one.id === undefined) return one.problem ?? 'its id is not known';
    if (shown.has(one) || fresh.freshnessOf(one.id) === 'sure') return undefined;
    const refused = others.get(one);
    if (refused !== undefined) return refused;
    const request = readRequest(one.resource, one.id);
    if (request === undefined) return withoutReading(one, 'records cannot be read');
    const answer = await read(request);
    if (answer?.succeeded !== true) {
      const told = answer === undefined ? 'not answered' : `answered ${answer.status}`;
      return withoutReading(one, `GET ${request.address} was ${told}`);
    }
    const whose = whoseItIs(answer, one, fresh.nonce);
    if (whose === 'unknown') return withoutReading(one, `GET ${request.address} shows nothing of what was sent`);
    if (whose === 'ours') shown.add(one);
    else others.set(one, `GET ${request.address} shows another record than the one that was sent`);
    return others.get(one);
  };

  const records: Records = {
    home,
    fresh,
    claims,
    beside,
    async beforeCreation(resource, request) {
      const key = `${resource.name} ${resource.list?.address ?? ''}`;
      if (resource.known !== undefined) records.know(resource, [resource.known]);
      const known = looked.get(key) ?? lookAtList(resource);
      looked.set(key, known);
      await known;
      sendings += 1;
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
        unanswered() {
          log?.unanswered(number);
        },
      };
    },
    know(resource, ids) {
      note(resource, ids, Number.NEGATIVE_INFINITY);
    },
    observe(answer) {
      const { request, timings } = answer.exchange;
      const isDeleted = request.method === 'DELETE' && answer.succeeded;
      const isRead = request.method === 'GET' && answer.succeeded;
      if (!isDeleted && !isRead) return;
      for (const resource of resources.values()) {
        const template = isRead ? resource.item?.address : resource.delete?.address.split('?')[0];
        const [address = ''] = isRead ? [request.url] : request.url.split('?');
        const id = template === undefined ? undefined : idAt(home, template, address);
        const named = id === undefined ? [] : claimsOf(resource, id);
        const isShown = isRead && named.length > 0 && holds(answer, fresh.nonce);
        for (const one of named) {
          if (isShown) shown.add(one);
          if (isRead) continue;
          // What was created since may have been given the same id.
          if (endOf(one.answer.exchange) <= timings.startedAt) {
            one.gone = true;
            log?.gone(one);
          }
        }
      }
    },
    beforeWrite(resource, id, { method, address, json }) {
      const claim = claimsOf(resource, id).at(-1);
      if (claim !== undefined && json !== undefined && method !== 'DELETE') log?.changing(claim, json);
      else if (claim === undefined && method === 'PUT') log?.stray(resource, absolute(home, address));
    },
    claimOf: ({ exchange }) => byAnswer.get(exchange),
    claimOfId: (resource, id) => claimsOf(resource, id).at(-1),
    async whyNotOurs(one) {
      if (one.id !== undefined && fresh.freshnessOf(one.id) === 'sure') return undefined;
      const why = await whyNotNamed(one);
      if (why === undefined) return newness.whyNotNew(one, one.id ?? '');
      if (shown.has(one)) return why;
      for (const id of one.others) {
        const request = readRequest(one.resource, id);
        const answer = request === undefined ? undefined : await read(request);
        if (answer?.succeeded !== true || whoseItIs(answer, one, fresh.nonce) !== 'ours') continue;
        if ((await newness.whyNotNew(one, id)) !== undefined) continue;
        one.id = id;
        byId.set(keyOf(one.resource, id), [...claimsOf(one.resource, id), one]);
        shown.add(one);
        return undefined;
      }
      return why;
    },
    async showNew(one) {
      if (one.id !== undefined && fresh.freshnessOf(one.id) !== 'sure') await newness.whyNotNew(one, one.id);
    },
    async whyNotListed(resource, id) {
      const made = claimsOf(resource, id).at(-1);
      if (made !== undefined) return records.whyNotOurs(made);
      const time = seenAt.get(keyOf(resource, id));
      if (time === Number.NEGATIVE_INFINITY) return 'it was there before the run, and a creation of the run changed it';
      if (newness.isTrusted(resource) || (await wasListedWhole(resource, id))) return undefined;
      return 'nothing shows that it was not there before the run';
    },
    isDoubtful: newness.isDoubtful,
    wasShown: (one) => shown.has(one),
    isFree(resource, id) {
      const freshness = fresh.freshnessOf(id);
      if (freshness === undefined) return Promise.resolve(false);
      if (freshness === 'sure') return readsStrictly(resource);
      const request = readRequest(resource, id);
      const key = keyOf(resource, id);
      const known = free.get(key) ?? (request === undefined ? Promise.resolve(counts(resource)) : isMissing(request));
      free.set(key, known);
      return known;
    },
  };

  /** Whether a word that names nothing is read as nothing. What reads words as numbers (PHP, MySQL) takes it for record 0. */
  const readsStrictly = (resource: RecordResource): Promise<boolean> => {
    const id = resource.unknownIds === 'uuid' ? fresh.uuid : strictly;
    const request = readRequest(resource, id);
    const key = keyOf(resource, id);
    const known = free.get(key) ?? (request === undefined ? Promise.resolve(true) : showsNothing(resource, request));
    free.set(key, known);
    return known;
  };
  const showsNothing = async (resource: RecordResource, request: HttpRequest): Promise<boolean> => {
    const answer = await read(request);
    return answer === undefined || !showsRecord(answer, resource);
  };
  const isMissing = async (request: HttpRequest): Promise<boolean> => {
    const answer = await read(request);
    return answer !== undefined && isAbsent(answer);
  };
  /** Whether the resource counts its records, as far as the run was given ids. */
  const counts = (resource: RecordResource): boolean => {
    const given = [...idsGiven(resource)];
    return given.length > 0 && given.every((id) => !/^\d+$/u.test(id) || Number(id) < COUNTED);
  };
  return records;
}

function keyOf({ name }: RecordResource, id: string): string {
  return `${name} ${id}`;
}

function endOf({ timings }: Exchange): number {
  return timings.startedAt + timings.total;
}
