import { type Answer, answerOf } from '../answer.ts';
import { type Counted, openDeletionBrake } from '../guard/deletion-brake.ts';
import { harmOf } from '../guard/harm.ts';
import type { Exchange, HttpRequest, Transport } from '../http/exchange.ts';
import { type Read, readList } from '../records/listed-before.ts';
import { isLong, type RecordResource } from '../records/record-claim.ts';
import type { RecordLog } from '../records/record-log.ts';
import type { Records } from '../records/records.ts';
import { type Clock, pause, SYSTEM_CLOCK } from '../run/clock.ts';
import { untilStopped } from '../run/until-stopped.ts';
import { openMadeBeside } from './beside.ts';
import { openCameWith } from './came-with.ts';
import type { Ask } from './deletion.ts';
import { openDeletions } from './deletions.ts';
import { lookUpLast } from './last-look.ts';
import { openLate } from './late.ts';
import { eachOnce, isBreakdown, type LeftBehind, type Leftover, NOT_TRIED } from './leftover.ts';
import { openLook } from './look.ts';
import { openSearch } from './search.ts';

/** Deletes what a run made. */
export interface CleanUp {
  /** Why no more records of a resource are created, where deletions fail; undefined where they may be. `share`: of the limit, 1 by default. */
  whyNoMore(resource: RecordResource, share?: number): string | undefined;
  /** Waits for what is looked at before more is created: whether deletions are true. */
  beforeMore(resource: RecordResource): Promise<void>;
  /** The same: whether the service makes records elsewhere. To be asked by who has no write under way. */
  lookBeside(): Promise<void>;
  /** Notes what the collections list in which the run may create nothing: what shows a value of the run there at the end is told. */
  watch(resources: readonly RecordResource[]): Promise<void>;
  /** How many records came into collections with those that the run created or deleted, and show no value of it, in sentences. */
  told(): Promise<readonly string[]>;
  /** Keeps something for the end of the run. */
  later(leftover: Leftover): void;
  /** Deletes what is no longer needed; what is not deleted is tried again at the end. Stops waiting when the run ends. */
  now(leftovers: readonly Leftover[]): Promise<void>;
  /**
   * A creation that was not answered with success: the collection is searched for what it may have made all the same.
   * What cannot be searched is told, unless the answer was a refusal.
   */
  search(resource: RecordResource, request: HttpRequest, answer?: Answer): void;
  /** Deletes all that is left, within so many milliseconds or until it is given up, and tells what is left after that. Once. */
  finish(budgetMs: number, giveUp?: AbortSignal): Promise<readonly LeftBehind[]>;
  /** Deletions that were sent. */
  readonly sent: readonly Exchange[];
}

/** How to clean up. */
export interface CleanUpOptions {
  readonly records: Records;
  readonly transport: Transport;
  /** Ends the run: from then on nothing is deleted before `finish`. */
  readonly signal: AbortSignal;
  /** The clock of this machine by default. */
  readonly clock?: Clock;
  /** Of a resource whose records cannot be deleted, so many are created at most; any number by default. */
  readonly maxLeftBehind?: number;
  /** Told of what was deleted. */
  readonly log?: Pick<RecordLog, 'gone' | 'strayGone' | 'stillThere' | 'kept'>;
}

// A target that leaves so many deletions in a row unanswered is asked again at the end only: each may have cost a time limit.
const PATIENCE = 3;

/** Opens the clean-up of one run. */
export function openCleanUp({
  records,
  transport,
  signal,
  clock = SYSTEM_CLOCK,
  log,
  ...options
}: CleanUpOptions): CleanUp {
  const sent: Exchange[] = [];
  let unanswered = 0;
  let deletedAt: number | undefined;
  const ask: Ask = async (request) => {
    const exchange = await transport.send(request);
    if (request.method === 'DELETE') {
      sent.push(exchange);
      deletedAt = clock.now();
    }
    unanswered = exchange.response === null ? unanswered + 1 : 0;
    if (exchange.response === null) return exchange;
    const answer = answerOf(exchange, exchange.response);
    records.observe(answer);
    return answer;
  };
  const read: Read = async (request) => {
    const answer = await ask(request);
    return 'status' in answer ? answer : undefined;
  };
  const logged = log === undefined ? {} : { log };
  const most = options.maxLeftBehind ?? Number.POSITIVE_INFINITY;
  const brake = openDeletionBrake(most);
  const deletions = openDeletions({ records, ask, clock, brake, ...logged });
  const search = openSearch({ records, read, deletions });
  const look = openLook({ records, ask, clock, deletions, search, ...logged });
  const late = openLate({ records, clock, search, deletions });
  const came = openCameWith({
    nonce: records.fresh.nonce,
    claims: records.claims,
    isKnown: (resource, id) => records.claimOfId(resource, id) !== undefined || records.wasOthers(resource, id),
    clock,
    alone: records.alone,
  });
  const beside = openMadeBeside({
    home: records.home,
    nonce: records.fresh.nonce,
    read,
    isOwn: (resource, id) => records.claimOfId(resource, id) !== undefined,
    wasOthers: records.wasOthers,
    listedFirst: records.listedFirst,
    came,
    claims: records.claims,
    most,
    late: () => pause(clock, records.lateMs),
  });
  const { pending, keep, attempt } = deletions;

  let searched = 0;
  /** Records that were created to show that creations make new ones, and were not kept before. */
  const newBeside = (): readonly Leftover[] => {
    const known = new Set([...pending.keys()].map((one) => (one.kind === 'record' ? one.claim : one)));
    return records.beside
      .filter((claim) => !known.has(claim) && !claim.gone)
      .map((claim): Leftover => ({ kind: 'record', claim }));
  };
  /** The same, and what may be one. */
  const keepBeside = (): void => {
    for (const { resource, request, answer } of records.besideUnknown.slice(searched))
      search.expect(resource, request, answer);
    searched = records.besideUnknown.length;
    newBeside().forEach(keep);
  };
  const pendingWhere = (holds: (left: LeftBehind) => boolean): readonly Leftover[] =>
    [...pending].filter(([, left]) => holds(left)).map(([leftover]) => leftover);

  /** Where records of others came to harm, jobs of the service may do more after the last deletion: it is told with the rest. */
  const untilHarmIsDone = async (over: AbortSignal): Promise<void> => {
    const dueMs = records.harmDueMs();
    if (dueMs !== undefined && deletedAt !== undefined) await pause(clock, deletedAt + dueMs - clock.now(), over);
  };

  const finishing = async (over: AbortSignal): Promise<void> => {
    records.ending();
    keepBeside();
    if ([...pending.keys()].some(({ kind }) => kind === 'record')) await records.replaced.lookAtLists();
    await attempt([...pending.keys()].reverse(), 'end');
    // Some may have been created meanwhile.
    keepBeside();
    await attempt(
      pendingWhere(({ tried }) => tried === NOT_TRIED),
      'end',
    );
    await search.run();
    // What was refused once may have been refused for a reason that has passed.
    const broken = pendingWhere((left) => left.tried === 'DELETE' && isBreakdown(left));
    await attempt(
      pendingWhere((left) => left.tried === 'DELETE' && !isBreakdown(left)),
      'again',
    );
    // A server that breaks down where requests meet (a locked database) is asked for one thing at a time.
    for (const leftover of broken) await attempt([leftover], 'again');
    await look.run();
    await late.run();
    await beside.look(search.touched());
    await lookUpLast({ records, ask, deletions, search, ...logged });
    await untilHarmIsDone(over);
  };

  return {
    whyNoMore(resource, share = 1) {
      const count = (): Counted => {
        const made = records.claims.filter((one) => one.resource.name === resource.name);
        return { created: made.length, there: made.filter(({ gone }) => !gone).length };
      };
      const stays = beside.whyNoMore() ?? brake.whyNoMore(resource, count, share);
      return harmOf(records, resource) ?? stays ?? records.whyNoneMade(resource, share);
    },
    async beforeMore(resource) {
      // For each creation: no more than a count of all.
      if (records.claims.length >= most) await deletions.proved(resource);
    },
    lookBeside: beside.lookWhenDue,
    sent,
    told: () => came.told((resource) => readList(resource, read)),
    watch: beside.watch,
    later: keep,
    search: search.expect,
    async now(leftovers) {
      // Every list of the run would show what is long. The others may yet serve.
      const done = [...leftovers, ...newBeside().filter((one) => one.kind === 'record' && isLong(one.claim))];
      done.forEach(keep);
      if (signal.aborted || unanswered >= PATIENCE) return;
      await untilStopped(attempt(done.toReversed(), 'now'), signal);
    },
    async finish(budgetMs, giveUp) {
      const over = new AbortController();
      const stopTimer = clock.after(budgetMs, () => over.abort());
      const ended = giveUp === undefined ? over.signal : AbortSignal.any([over.signal, giveUp]);
      await untilStopped(finishing(ended), ended);
      stopTimer();
      const isThere = ([one]: readonly [Leftover, LeftBehind]): boolean =>
        one.kind === 'stray' || !(one.claim.gone || (one.claim.id === undefined && records.isAnsweredAlike(one.claim)));
      const left = [...pending].filter(isThere);
      return [...eachOnce(left), ...search.lost(), ...look.believed(), ...late.told(), ...beside.told()];
    },
  };
}
