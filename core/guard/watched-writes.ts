import type { RecordResource } from '../records/record-claim.ts';
import { type Clock, pause } from '../run/clock.ts';
import { type Turns, WRITES } from '../run/turns.ts';
import type { Bystanders } from './bystanders.ts';
import type { GoneWith } from './gone-with.ts';
import { happensElsewhere } from './happens-without.ts';
import { listedBriefly } from './harm-in-words.ts';
import { idsOf, type Losses, type Which } from './losses.ts';
import type { Bystander } from './states.ts';
import type { Weighing } from './weighing.ts';
import type { Lane } from './wrong-record.ts';

/**
 * Looks after the first writes of one kind whether records of somebody else went with them, or changed. A server may delete all whose ids
 * begin alike, all of one author, or the group that a record is of; one that holds so many records at most may drop the oldest for a new one.
 */
export interface WatchedWrites {
  /** Waits until such a write may be sent, or tells why not. The first ones are sent one at a time. */
  begin(resource: RecordResource, reading?: Lane): Promise<WriteTurn>;
  /** Why no more of them are sent; undefined where they are. */
  whyNoMore(resource: RecordResource): string | undefined;
  /** A list does not show records of others that it showed before: the next write is looked at. */
  suspect(resource: RecordResource): void;
  /** Whether that was so, and no write was looked at since. */
  isSuspected(resource: RecordResource): boolean;
}

/** The time in which one write is sent and looked at. It has to be ended, whatever came of it. */
export interface WriteTurn {
  /** Why it is not sent; undefined where it may be. */
  readonly whyNot?: string;
  /** Whether it would not be looked at, though such writes are by now: what is not sent yet has to begin again. */
  readonly isOverdue: () => boolean;
  /** It was answered with success. */
  done(): Promise<void>;
  end(): void;
}

/** What it is found out by. */
export interface WatchedWritesOptions {
  readonly kind: WatchedKind;
  /** Shared by all kinds, so that none meets the look of another one. */
  readonly turns: Turns;
  /** Shared by all kinds: whichever looked, it is known once. */
  readonly losses: Losses;
  readonly weighing: Weighing;
  readonly clock: Clock;
  readonly others: Pick<Bystanders, 'watch'>;
  /** Tells whether records that others made meanwhile go with them; undefined where it is not looked at. */
  readonly goneWith?: GoneWith;
  /** Is told of a record that went with such a write; undefined where it may have been another request. */
  readonly onTaken: (resource: RecordResource, request: string | undefined, other: Bystander) => void;
  /** Is told that no more of them are sent, and why. */
  readonly onStop?: (resource: RecordResource, why: string) => void;
}

/** Which writes are watched, and how closely. */
export interface WatchedKind {
  /** What a report calls such a write. */
  readonly request: string;
  /** What is looked for after one. */
  readonly which: Which;
  /** So many that are answered with success are looked at. */
  readonly looks: number;
  /** So many more, where a list lacks records of others. */
  readonly later: number;
  /** So many more, where one went with such a write: somebody else may have taken it at this moment. */
  readonly inDoubt: number;
  /** From so many at once on, it is no coincidence where nobody else deletes records. */
  readonly several: number;
  /** Whether none is sent any more where many records went, and nothing shows with which write. */
  readonly stopsUnseen: boolean;
  /** Whether they are sent one at a time once records of others went: two at the same moment may meet in the service. */
  readonly inTurn: boolean;
}

/** Deletions of records of the run. What stays has to be deleted by somebody, so that one has to be seen to do harm. */
export const DELETIONS: WatchedKind = {
  request: 'a DELETE of a record of this run',
  which: 'after a deletion',
  looks: 4,
  later: 12,
  inDoubt: 20,
  several: 2,
  stopsUnseen: false,
  inTurn: true,
};

/** Creations. Whoever makes room for a record does so for the next one as well. */
export const CREATIONS: WatchedKind = {
  request: 'a creation by this run',
  which: 'after a write',
  looks: 2,
  later: 1,
  inDoubt: 1,
  several: Number.POSITIVE_INFINITY,
  stopsUnseen: true,
  inTurn: false,
};

/** So long after the first one another one is looked at, and again each time twice as long after it. */
const FIRST_LATER_MS = 500;

/** After so many another one is looked at, and again each time after twice as many. */
const FIRST_LATER = 16;

/** So many of one kind that are followed by no harm some time later are enough. */
const LATE_LOOKS = 2;

/** What is known of the writes to one resource. */
interface Known {
  /** How many more are looked at. */
  left: number;
  /** How often records of others went, or changed, at the same time before. */
  doubts: number;
  /** Whether a list lacked some since the last look. */
  isSuspected?: boolean;
  /** So many more are looked at so long after they were answered, as jobs of the service do harm by then. */
  late?: { readonly dueMs: number; left: number };
  /** When the first one began. */
  begun?: number;
  /** How many were sent, and after how many one more is looked at: many may do at the same time what few do not. */
  sent: number;
  lookAfter: number;
  /** So many milliseconds after that one more is looked at: what jobs of the service do comes some time after a write. */
  lookAfterMs: number;
  why?: string;
}

/** Opens what a run knows of them. */
export function openWatchedWrites({
  kind,
  turns,
  losses,
  weighing,
  clock,
  others,
  goneWith,
  onTaken,
  onStop,
}: WatchedWritesOptions): WatchedWrites {
  const byResource = new Map<string, Known>();
  const knownOf = ({ name }: RecordResource): Known => {
    const known = byResource.get(name) ?? {
      left: kind.looks,
      doubts: 0,
      sent: 0,
      lookAfter: FIRST_LATER,
      lookAfterMs: FIRST_LATER_MS,
    };
    byResource.set(name, known);
    return known;
  };
  const lookAtMore = (known: Known, most: number): void => {
    known.left = Math.max(known.left, most);
  };
  const stop = (
    resource: RecordResource,
    known: Known,
    why: string,
    lost: readonly Bystander[],
    by: string | undefined,
  ): void => {
    known.why = why;
    onStop?.(resource, why);
    for (const one of lost) onTaken(resource, by, one);
  };
  /** What was found out by whichever kind looked. */
  const conclude = (resource: RecordResource, known: Known): void => {
    const weighed = weighing.weighed(resource);
    if (weighed === undefined || known.why !== undefined) return;
    if (kind.stopsUnseen) {
      // It may have been a refused request, or one of any other kind.
      stop(resource, known, weighed.why, [weighed.first], undefined);
      return;
    }
    known.doubts = Math.max(known.doubts, 1);
    if (weighed.dueMs !== undefined) known.late ??= { dueMs: weighed.dueMs, left: LATE_LOOKS };
    lookAtMore(known, Number.POSITIVE_INFINITY);
  };

  /** Looks after a write that was answered with success, and that was looked before at that time. */
  const lookAfter = async (resource: RecordResource, known: Known, before: number): Promise<void> => {
    known.left -= 1;
    known.isSuspected = false;
    const { late } = known;
    const isLate = late !== undefined && late.left > 0;
    if (isLate) {
      late.left -= 1;
      await pause(clock, late.dueMs);
    }
    const seen = await losses.since(resource, kind.which);
    // Where others delete theirs all the while, nothing shows whose doing it is.
    if (losses.unexplained(seen).length === 0) return;
    const isOfNumbers = seen.every((one) => one.isOfNumbers === true);
    const goes = async (): Promise<boolean> => {
      losses.blameOthers(await losses.since(resource, isOfNumbers ? 'at rest' : 'whole'));
      return losses.unexplained(seen).length === 0;
    };
    // Of what comes late it is known already that it does not happen without a write.
    const withinMs = clock.now() - before;
    if (!isLate && (await happensElsewhere(clock, { withinMs, isAgain: known.doubts > 0 }, goes))) return;
    const lost = losses.unexplained(seen);
    const isChange = lost.every((one) => one.became === 'changed meanwhile');
    // Others edit records more often than they delete some.
    const enough = (isChange ? 2 : 1) - (lost.length >= kind.several ? 1 : 0);
    if (known.doubts >= enough) {
      const what = isChange ? 'changed records of others' : 'took records of others with it';
      stop(resource, known, `${kind.request} ${what} (${idsOf(lost)})`, lost, kind.request);
      return;
    }
    // Somebody else may have done it at this moment. That does not come again, unless they go on.
    known.doubts += 1;
    lookAtMore(known, kind.inDoubt);
  };
  /** Looks right before a write, so that what others do meanwhile is little. */
  const lookBefore = async (resource: RecordResource, known: Known): Promise<void> => {
    const wasQuiet = losses.wasQuiet(resource);
    if (!wasQuiet || !losses.wasJustAsked(resource)) {
      const seen = await losses.since(resource, 'lists');
      // What came about while such writes were sent may have come with them.
      if (wasQuiet) losses.blameOthers(seen);
    }
    await weighing.weigh(resource);
    conclude(resource, known);
  };
  /** Whether it is looked what becomes of records that others made meanwhile. */
  const looksBeside = (resource: RecordResource, { why }: Known): boolean =>
    why === undefined && goneWith?.isDue(resource) === true;
  const weighBeside = async (resource: RecordResource, known: Known): Promise<void> => {
    const taken = (await goneWith?.weigh(resource)) ?? [];
    if (taken.length === 0 || known.why !== undefined) return;
    const why = `${kind.request} took records with it that others made during this run (${listedBriefly(taken)})`;
    const lost = taken.map((id): Bystander => ({ id, became: 'is gone since' }));
    stop(resource, known, why, lost, kind.request);
  };
  /** Looks after a write, and before that at those that others made meanwhile: it should be little time since. */
  const lookAtAll = async (resource: RecordResource, known: Known, before: number, isBeside: boolean) => {
    if (isBeside) await goneWith?.after(resource);
    await lookAfter(resource, known, before);
    if (isBeside) await weighBeside(resource, known);
  };

  return {
    async begin(resource, reading = (readings) => readings()) {
      const known = knownOf(resource);
      known.begun ??= clock.now();
      weighing.began();
      let isAnyWatched = true;
      const unwatched = (end: () => void): WriteTurn => ({
        ...(known.why === undefined ? {} : { whyNot: known.why }),
        isOverdue: () => known.why === undefined && known.left > 0 && isAnyWatched,
        done: async () => undefined,
        end,
      });
      const isWatched = async (): Promise<boolean> => {
        conclude(resource, known);
        if (clock.now() - (known.begun ?? 0) >= known.lookAfterMs) {
          known.lookAfterMs *= 2;
          lookAtMore(known, 1);
        }
        if (known.sent >= known.lookAfter) {
          known.lookAfter *= 2;
          lookAtMore(known, 1);
        }
        if (looksBeside(resource, known)) lookAtMore(known, 1);
        if (known.left === 0 || known.why !== undefined) return false;
        isAnyWatched = (await reading(() => others.watch(resource))) > 0 || looksBeside(resource, known);
        return isAnyWatched;
      };
      const pass = async (): Promise<WriteTurn | undefined> => {
        const isInTurn = kind.inTurn && losses.all(resource).some(({ became }) => became !== 'changed meanwhile');
        const endPassing = await (isInTurn ? turns.take(WRITES) : turns.passBy(WRITES));
        // Meanwhile somebody may have seen what calls for a look.
        if (await isWatched()) return void endPassing();
        losses.wrote();
        known.sent += 1;
        return unwatched(() => {
          // A look may have come between.
          losses.wrote();
          endPassing();
        });
      };
      const look = async (): Promise<WriteTurn | undefined> => {
        const end = await turns.take(WRITES);
        try {
          if (!(await isWatched())) return void end();
          await reading(() => lookBefore(resource, known));
        } catch (error) {
          end();
          throw error;
        }
        if (known.why !== undefined) return unwatched(end);
        const isBeside = looksBeside(resource, known);
        if (isBeside) await reading(async () => goneWith?.before(resource));
        const before = clock.now();
        const done = (): Promise<void> => reading(() => lookAtAll(resource, known, before, isBeside));
        return { isOverdue: () => false, done, end };
      };
      for (;;) {
        const turn = (await isWatched()) ? await look() : await pass();
        if (turn !== undefined) return turn;
      }
    },
    whyNoMore(resource) {
      conclude(resource, knownOf(resource));
      return knownOf(resource).why;
    },
    suspect(resource) {
      if (losses.isBusy(resource)) return;
      const known = knownOf(resource);
      lookAtMore(known, kind.later);
      known.isSuspected = true;
    },
    isSuspected: (resource) => knownOf(resource).isSuspected === true,
  };
}
