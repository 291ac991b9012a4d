import { type Answer, answerOf } from '../answer.ts';
import { LATE_MS } from '../cleanup/still-there.ts';
import { openAimless } from '../guard/aimless.ts';
import { openBystanders } from '../guard/bystanders.ts';
import { openChangedBeside } from '../guard/changed-beside.ts';
import { openGoneWith, whose } from '../guard/gone-with.ts';
import { openLosses } from '../guard/losses.ts';
import { wasBeforeRun, whyNotNew } from '../guard/may-delete.ts';
import { openNamedByOwn } from '../guard/named-by-own.ts';
import { openNestedOthers } from '../guard/nested-others.ts';
import { openNewcomers } from '../guard/newcomers.ts';
import { openOperated } from '../guard/operated.ts';
import { openOverwritten } from '../guard/overwritten.ts';
import { openOwnRecords } from '../guard/reached-own.ts';
import { openReplaced, type Replaced } from '../guard/replaced.ts';
import { openSafeMethod, type SafeMethod, type SafeMethodGuard } from '../guard/safe-methods.ts';
import { toldReading } from '../guard/told-reading.ts';
import { CREATIONS, DELETIONS, openWatchedWrites } from '../guard/watched-writes.ts';
import { openWeighing } from '../guard/weighing.ts';
import { openWrongRecords } from '../guard/wrong-record.ts';
import type { Exchange, Transport } from '../http/exchange.ts';
import { absolute, type Home } from '../http/origins.ts';
import { openFreeIds } from '../ids/free-ids.ts';
import type { FreshIds } from '../ids/fresh-ids.ts';
import { textOf } from '../ids/natural-keys.ts';
import { idAt } from '../ids/record-address.ts';
import { type Clock, pause, SYSTEM_CLOCK } from '../run/clock.ts';
import { openTurns, WRITES } from '../run/turns.ts';
import { openClaimBook } from './claim-book.ts';
import { openListedBefore, type Read } from './listed-before.ts';
import type { Span } from './moments.ts';
import { type Claim, holds, isLong, type RecordResource } from './record-claim.ts';
import type { RecordLog } from './record-log.ts';
import { openNewness } from './record-newness.ts';
import { openOwnership } from './record-ownership.ts';
import { listRequest } from './record-requests.ts';
import type { Records } from './records.ts';
import { openCreations } from './sent-creations.ts';
import { openUndoing } from './undoing.ts';

/** How to send what records themselves have to ask. */
export interface RecordOptions {
  readonly home: Home;
  readonly fresh: FreshIds;
  readonly transport: Transport;
  readonly log?: RecordLog;
  /** The clock of this machine by default. */
  readonly clock?: Clock;
  /** When the run began, in milliseconds since 1970; now by default. */
  readonly startedAt?: number;
  /** So many milliseconds effects may take to show; none by default. */
  readonly settleMs?: number;
  /** Ends the run: nothing is created after it to try HEAD on. */
  readonly signal?: AbortSignal;
}

/** Opens the records of one run. */
export function openRecords(options: RecordOptions): Records {
  const { home, fresh, transport, log, clock = SYSTEM_CLOCK, settleMs = 0, signal } = options;
  const [begin, opened] = [options.startedAt ?? Date.now(), clock.now()];
  const span = (): Span => ({ begin, now: begin + clock.now() - opened });
  const read: Read = async (request) => {
    const exchange = await transport.send(request);
    if (exchange.response === null) return undefined;
    const answer = answerOf(exchange, exchange.response);
    note(answer);
    return answer;
  };
  const logged = log === undefined ? {} : { log };
  const lateMs = Math.max(LATE_MS, settleMs);
  const book = openClaimBook();
  const before = openListedBefore({ read, fresh, book, ...logged });
  const isFree = openFreeIds({ read, fresh, book, wasListed: before.wasSeen });
  let collections: readonly RecordResource[] = [];
  const beside = ({ name }: RecordResource): readonly RecordResource[] =>
    collections.filter((one) => one.name !== name);
  const sentNames = new Set<string>();
  const noteNames = (json: unknown): void => {
    if (typeof json !== 'object' || json === null) return;
    for (const [name, value] of Object.entries(json)) {
      sentNames.add(name);
      noteNames(value);
    }
  };
  // Each of them may take records of others away, or change them.
  const suspect = (resource: RecordResource): void => {
    for (const writes of [creations, deletions, wrong]) writes.suspect(resource);
  };
  const isOwn = (resource: RecordResource, id: string): boolean => book.of(resource, id).length > 0;
  const isDeleted = (resource: RecordResource, id: string): boolean => book.of(resource, id).at(-1)?.gone === true;
  const there = ({ name }: RecordResource): readonly string[] =>
    book.all.flatMap(({ resource, id, gone, isDeletionSent }) =>
      resource.name !== name || gone || isDeletionSent === true || id === undefined ? [] : [id],
    );
  const wasOthers = (resource: RecordResource, id: string): boolean =>
    before.wasSeen(resource, id) || others.wasListed(resource, id);
  const others = openBystanders({
    read,
    beside,
    nonce: fresh.nonce,
    isOwn,
    isDeleted,
    there,
    onMissing: suspect,
    isSent: (name) => sentNames.has(name),
    span,
  });
  const newcomers = openNewcomers({
    read,
    nonce: fresh.nonce,
    isOwn,
    wasOthers,
    isDeleted,
    there,
    created: ({ name }) => book.all.filter(({ resource }) => resource.name === name).length,
  });
  const goneWith = openGoneWith(newcomers, clock);
  /** Notes what an answer tells of ids that came back, and of records that others made. */
  const note = (answer: Answer): void => {
    replaced.observe(answer);
    namedByOwn.seen(answer);
    const { method, url } = answer.exchange.request;
    const resource = method === 'GET' ? collections.find((one) => isListOf(one, url)) : undefined;
    if (resource !== undefined) newcomers.seen(answer, resource);
  };
  const turns = openTurns(signal);
  const namedByOwn = openNamedByOwn(fresh.nonce);
  const nested = openNestedOthers({
    read,
    ids: others.ids,
    named: (resource) => namedByOwn.of(others.ids(resource)),
    isSent: (name) => sentNames.has(name),
    span,
  });
  const settled = settleMs === 0 ? undefined : (): Promise<void> => pause(clock, settleMs);
  const losses = openLosses({ clock, others, nested, beside, wasListed: before.wasSeen });
  const wrong = openWrongRecords({
    nested,
    turns,
    onSent: losses.wrote,
    others,
    collections: () => collections,
    own: openOwnRecords(book, others),
    beside: openChangedBeside({
      others,
      clock,
      settled,
      span,
    }),
    operated: openOperated({
      others,
      nested,
      beside,
      isDeleted,
      isAnyNamed: (ids) => namedByOwn.of(ids).length > 0,
      clock,
      settled,
      span,
    }),
  });
  const weighing = openWeighing(losses, clock, newcomers);
  const watching = { turns, losses, weighing, clock, others, onTaken: wrong.tookOthers };
  const deletions = openWatchedWrites({
    kind: DELETIONS,
    ...watching,
    goneWith,
    onStop: (resource, why) => log?.deletesNoMore(resource, why),
  });
  const creations = openWatchedWrites({ kind: CREATIONS, ...watching });
  const aimless = openAimless({
    read,
    book,
    onTaken: ({ resource, id = '' }) =>
      wrong.tookOwn(resource, 'a DELETE of what is not there', { id, became: 'is gone since' }),
    missed: async (resource) => (await others.gone(resource)).length,
  });
  const replaced: Replaced = openReplaced({
    home,
    read,
    nonce: fresh.nonce,
    clock,
    book,
    wasListed: before.wasSeen,
    wasRead: (resource) => before.count(resource) !== undefined,
    wasShown: (one) => ownership.wasShown(one),
    ...logged,
  });
  const undoing = openUndoing({ home, fresh });
  const overwritten = openOverwritten({ read, nonce: fresh.nonce, replaced });
  const sent = openCreations({ home, fresh, read, book, before, replaced, ...logged });
  const wasMissing = ({ resource }: Claim, id: string, hasFixed: boolean): Promise<boolean> =>
    before.wasMissing(resource, id, hasFixed);
  const createLike = async (one: Claim): ReturnType<typeof sent.createLike> => {
    if ((creations.whyNoMore(one.resource) ?? overwritten.whyNoMore(one.resource)) !== undefined) return {};
    return sent.createLike(one).finally(losses.wrote);
  };
  const newness = openNewness({ fresh, claims: book.all, wasMissing, createLike, ...logged });
  const ownership = openOwnership({ read, fresh, book, newness });
  const spared = new Set<Claim>();
  // What is long is deleted as soon as it has served.
  const mayServe = (one: Claim): boolean =>
    one.resource.item !== undefined && one.id !== undefined && !one.resource.never.includes('HEAD') && !isLong(one);
  // One that is there already, so that nothing is created amid what a check sends.
  const spare = async (): Promise<Claim | undefined> => {
    if (signal?.aborted === true) return undefined;
    const there = sent.beside.find(
      (one) => mayServe(one) && !one.gone && one.isDeletionSent !== true && !spared.has(one),
    );
    const like = there === undefined ? book.all.find(mayServe) : undefined;
    const one = there ?? (like && (await createLike(like)).claim);
    if (one !== undefined) spared.add(one);
    return one;
  };
  const safeTurns = openTurns();
  const guard = (method: SafeMethod): SafeMethodGuard =>
    openSafeMethod({ method, read, spare, turns: safeTurns, late: () => pause(clock, lateMs) });

  const isListOf = ({ list }: RecordResource, url: string): boolean =>
    list !== undefined && url === absolute(home, list.address);
  const endClaims = (claims: readonly Claim[], deletion: Exchange): void => {
    for (const one of claims) {
      // What was created since may have been given the same id.
      if (endOf(one.answer.exchange) > deletion.timings.startedAt) continue;
      one.gone = true;
      one.goneSince ??= deletion.timings.startedAt;
      one.goneAt ??= endOf(deletion);
      log?.gone(one);
    }
  };

  return {
    ...(options.startedAt === undefined ? {} : { beganAt: options.startedAt }),
    home,
    fresh,
    lateMs,
    claims: book.all,
    beside: sent.beside,
    besideUnknown: sent.besideUnknown,
    beforeCreation(resource, request) {
      noteNames(request.json);
      return sent.before(resource, request);
    },
    madeNothing: sent.madeNothing,
    isAnsweredAlike: sent.isAnsweredAlike,
    whyNoneMade: sent.whyNoneMade,
    know: before.know,
    knowCollections(resources) {
      collections = resources.filter((one) => listRequest(one) !== undefined);
      nested.know(resources);
    },
    observe(answer) {
      note(answer);
      undoing.observe(answer);
      const { request } = answer.exchange;
      const isDeletion = request.method === 'DELETE';
      if (!answer.succeeded || !(isDeletion || request.method === 'GET')) return;
      const [path = ''] = request.url.split('?');
      for (const resource of book.resources()) {
        const template = isDeletion ? resource.delete?.address.split('?')[0] : resource.item?.address;
        const id = template === undefined ? undefined : idAt(home, template, isDeletion ? path : request.url);
        const named = id === undefined ? [] : book.of(resource, id);
        if (isDeletion) endClaims(named, answer.exchange);
        else if (isListOf(resource, request.url) && others.isSuspicious(answer, resource)) suspect(resource);
        else if (named.length > 0 && holds(answer, fresh.nonce)) named.forEach(ownership.show);
      }
    },
    beforeWrite(resource, id, { method, address, json, body }) {
      const claim = book.of(resource, id).at(-1);
      if (claim !== undefined && method === 'DELETE') claim.isDeletionSent = true;
      const isChange = claim !== undefined && method !== 'DELETE';
      noteNames(json);
      if (isChange) replaced.changing(claim, json ?? textOf(body));
      if (isChange && json !== undefined) {
        log?.changing(claim, json);
      } else if (claim === undefined && method === 'PUT') log?.stray(resource, absolute(home, address));
    },
    claimOf: book.ofAnswer,
    claimOfId: (resource, id) => book.of(resource, id).at(-1),
    async whyNotOurs(one) {
      await overwritten.look(one);
      return ownership.whyNotOurs(one);
    },
    async showNew(one) {
      await overwritten.look(one);
      // A record more may take one of others away. Before this one is deleted, it is asked again.
      const mayCreate = (): boolean => !creations.isSuspected(one.resource);
      if (one.id !== undefined && fresh.freshnessOf(one.id) !== 'sure') await newness.whyNotNew(one, one.id, mayCreate);
    },
    async whyNotListed(resource, id) {
      const made = book.of(resource, id).at(-1);
      if (made !== undefined) return ownership.whyNotOurs(made);
      const wasSeen = before.wasSeen(resource, id);
      const known = { wasSeen, isSpelt: sent.spells(resource, id), makesNew: newness.isTrusted(resource) };
      const isOpen = wasBeforeRun(known) === 'unknown';
      const wasMissing = isOpen && (await before.wasMissing(resource, id, sent.sentFixed(resource)));
      return whyNotNew({ ...known, wasMissing }) ?? (await ownership.whyNotShown(resource, id));
    },
    wasListed: before.wasSeen,
    wasOthers,
    listedFirst: others.ids,
    async toldReading(exchanges) {
      const told: string[] = [];
      for (const resource of collections) {
        const by = {
          home,
          read,
          nonce: fresh.nonce,
          others,
          isOwn,
          span,
          clock,
          ...(signal === undefined ? {} : { signal }),
        };
        told.push(...(await toldReading(resource, exchanges, by)));
      }
      return told;
    },
    last: goneWith.last,
    ending: goneWith.ending,
    async toldNewcomers() {
      if (book.all.length === 0) return [];
      return newcomers.told(collections, (resource) => whose(goneWith.of(resource)));
    },
    async alone(task) {
      const end = await turns.take(WRITES);
      await task().finally(end);
    },
    mayBeMade({ resource, address, id, named }) {
      const isNew = named === 'as made' && id !== undefined && !before.wasSeen(resource, id);
      if (isNew) log?.stray(resource, absolute(home, address));
    },
    async whyNotMade(resource, id) {
      const wasSeen = before.wasSeen(resource, id);
      // That creations make new records says nothing of a change, which may have met an older record of the same key.
      return whyNotNew({ wasSeen, wasMissing: !wasSeen && (await before.wasMissing(resource, id, true)) });
    },
    countBefore: before.count,
    isDoubtful: newness.isDoubtful,
    wasShown: ownership.wasShown,
    isAnothers: ownership.isAnothers,
    isFree,
    aimless,
    deletions,
    creations,
    overwritten,
    wrong,
    safe: { HEAD: guard('HEAD'), OPTIONS: guard('OPTIONS') },
    replaced,
    harmDueMs: weighing.dueMs,
    undoing,
  };
}

function endOf({ timings }: Exchange): number {
  return timings.startedAt + timings.total;
}
