import type { RecordResource } from '../records/record-claim.ts';
import { type Clock, pause } from '../run/clock.ts';
import type { Turns } from '../run/turns.ts';
import type { Bystanders } from './bystanders.ts';
import { happensWithout, LONGEST_LOOK_MS } from './happens-without.ts';
import type { Bystander } from './states.ts';
import type { Lane } from './wrong-record.ts';

/**
 * Looks after the first writes of one kind whether records of somebody else went with them. A server may delete all whose ids begin
 * alike, all of one author, or the group that a record is of; one that holds so many records at most may drop the oldest for a new one.
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
  /** One was sent that did not begin here. */
  noteUnseen(resource: RecordResource): void;
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

/** A record of others that is gone. Its id is told in another collection than the one that is written to with the name of that: `users 7`. */
export interface Gone extends Bystander {
  /** The name of its collection. */
  readonly collection: string;
}

/** What it is found out by. */
export interface WatchedWritesOptions {
  readonly kind: WatchedKind;
  /** Shared by all kinds, so that no watched write meets the look of another one. */
  readonly turns: Turns;
  /** The records of others that were seen to be gone, by the resource that was written to, whichever kind looked. */
  readonly lost: Map<string, readonly Gone[]>;
  readonly clock: Clock;
  readonly others: Pick<Bystanders, 'watch' | 'gone' | 'lost'>;
  /** The other collections of the target: a write may reach their records as well, as by a cascade of the database. */
  readonly beside: (resource: RecordResource) => readonly RecordResource[];
  /** Whether a record was there before the run: what came later is likely another run's, which deletes its own as this one does. */
  readonly wasListed: (resource: RecordResource, id: string) => boolean;
  /** Is told of a record that went with such a write. */
  readonly onTaken: (resource: RecordResource, request: string, other: Bystander) => void;
}

/** Which writes are watched, and how closely. */
export interface WatchedKind {
  /** What a report calls such a write. */
  readonly request: string;
  /** So many that are answered with success are looked at. */
  readonly looks: number;
  /** From so many at once on, it is no coincidence where nobody else deletes records. */
  readonly several: number;
  /** Whether those that are not looked at wait while it is seen what goes without them: each may take records of others away. */
  readonly waits: boolean;
}

/** Deletions of records of the run. */
export const DELETIONS: WatchedKind = {
  request: 'a DELETE of a record of this run',
  looks: 4,
  several: 2,
  waits: false,
};

/** Creations. Whoever makes room for a record does so for the next one as well. */
export const CREATIONS: WatchedKind = {
  request: 'a creation by this run',
  looks: 2,
  several: Number.POSITIVE_INFINITY,
  waits: true,
};

/** So many records of others that went while the run created are held against the same time without a creation. */
const ENOUGH = 6;

/** The turn of all that are looked at: a write to one collection may take records of another one away. */
const WATCHED = 'watched';

/** What is known of the writes to one resource. */
interface Known {
  /** How many more are looked at. */
  left: number;
  /** Whether a record of others went at the same time once before. */
  isDoubtful: boolean;
  /** Whether some were sent since the last look that were not looked at. */
  isUnseen: boolean;
  /** Whether a list lacked some since the last look. */
  isSuspected?: boolean;
  /** When the first one began. */
  begun?: number;
  why?: string;
}

/** Opens what a run knows of them. */
export function openWatchedWrites({
  kind,
  turns,
  lost,
  clock,
  others,
  beside,
  wasListed,
  onTaken,
}: WatchedWritesOptions): WatchedWrites {
  const byResource = new Map<string, Known>();
  // The collections in which others were seen to delete records meanwhile.
  const busy = new Set<string>();
  const knownOf = ({ name }: RecordResource): Known => {
    const known = byResource.get(name) ?? { left: kind.looks, isDoubtful: false, isUnseen: false };
    byResource.set(name, known);
    return known;
  };
  const markBusy = (gone: readonly Gone[]): void => {
    for (const { collection } of gone) busy.add(collection);
  };
  const unexplained = (gone: readonly Gone[]): readonly Gone[] =>
    gone.filter(({ collection }) => !busy.has(collection));
  const lostOf = ({ name }: RecordResource): readonly Gone[] => lost.get(name) ?? [];
  /** Those of a collection that are gone and not held against writes to the resource yet, whoever saw it first. */
  const freshly = async (
    resource: RecordResource,
    of: RecordResource,
    counts = (_id: string): boolean => true,
  ): Promise<readonly Gone[]> => {
    await others.gone(of);
    const held = new Set(lostOf(resource).map(({ id }) => id));
    const prefix = of.name === resource.name ? '' : `${of.name} `;
    const gone = others.lost(of).filter(({ id }) => counts(id));
    return gone.map((one) => ({ ...one, collection: of.name, id: prefix + one.id })).filter(({ id }) => !held.has(id));
  };
  const goneNow = async (resource: RecordResource): Promise<readonly Gone[]> => {
    const gone = [...(await freshly(resource, resource, (id) => wasListed(resource, id)))];
    for (const other of beside(resource)) gone.push(...(await freshly(resource, other)));
    lost.set(resource.name, [...lostOf(resource), ...gone]);
    return gone;
  };

  /** Does something while none of those writes is under way that are not looked at: each of them may take records of others away. */
  const apart = async <T>(resource: RecordResource, task: () => Promise<T>): Promise<T> => {
    const end = kind.waits ? await turns.take(unwatchedOf(resource)) : (): void => undefined;
    return task().finally(end);
  };

  /** Looks after a write that was answered with success, and that was looked before at that time. */
  const lookAfter = async (resource: RecordResource, known: Known, before: number): Promise<void> => {
    known.left -= 1;
    known.isSuspected = false;
    const seen = await goneNow(resource);
    // Where others delete theirs all the while, nothing shows whose doing it is.
    if (unexplained(seen).length === 0) return;
    const goes = async (): Promise<boolean> => {
      markBusy(await goneNow(resource));
      return unexplained(seen).length === 0;
    };
    if (await apart(resource, () => happensWithout(clock, clock.now() - before, goes))) return;
    const gone = unexplained(seen);
    if (known.isDoubtful || gone.length >= kind.several) {
      known.why = `${kind.request} took records of others with it (${idsOf(gone)})`;
      for (const one of gone) onTaken(resource, kind.request, one);
      return;
    }
    // Somebody else may have deleted it at this moment. That does not come twice, unless they go on.
    known.isDoubtful = true;
    known.left = Math.max(known.left, 1);
  };
  /** Looks right before a write, so that what others delete meanwhile is little. */
  const lookBefore = async (resource: RecordResource, known: Known): Promise<void> => {
    const gone = await goneNow(resource);
    // What went while such writes were sent may have gone with them.
    if (!known.isUnseen) markBusy(gone);
    known.isUnseen = false;
    if (kind.waits && unexplained(lostOf(resource)).length >= ENOUGH) await waitAndLook(resource, known);
  };
  /** Holds what went while such writes were sent against what goes in the same time while none is. */
  const waitAndLook = async (resource: RecordResource, known: Known): Promise<void> => {
    if (known.why !== undefined) return;
    await apart(resource, async () => {
      // What those took away that were under way.
      await goneNow(resource);
      await pause(clock, Math.min(LONGEST_LOOK_MS, clock.now() - (known.begun ?? 0)));
      markBusy(await goneNow(resource));
    });
    const gone = unexplained(lostOf(resource));
    const [first] = gone;
    if (first === undefined || gone.length < ENOUGH) return;
    known.why = `${gone.length} records of others went while this run created, and none while it waited (${idsOf(gone)})`;
    onTaken(resource, kind.request, first);
  };

  return {
    async begin(resource, reading = (readings) => readings()) {
      const known = knownOf(resource);
      known.begun ??= clock.now();
      let isAnyWatched = true;
      const unwatched = (end = (): void => undefined): WriteTurn => ({
        ...(known.why === undefined ? {} : { whyNot: known.why }),
        isOverdue: () => kind.waits && known.why === undefined && known.left > 0 && isAnyWatched,
        done: async () => undefined,
        end,
      });
      const isWatched = async (): Promise<boolean> => {
        if (known.left === 0 || known.why !== undefined) return false;
        isAnyWatched = (await reading(() => others.watch(resource))) > 0;
        return isAnyWatched;
      };
      if (!(await isWatched())) {
        if (!kind.waits) return unwatched();
        const endPassing = await turns.passBy(unwatchedOf(resource));
        known.isUnseen = true;
        return unwatched(() => {
          // A look may have come between.
          known.isUnseen = true;
          endPassing();
        });
      }
      const end = await turns.take(WATCHED);
      try {
        if (!(await isWatched())) return unwatched(end);
        await reading(() => lookBefore(resource, known));
        if (known.why !== undefined) return unwatched(end);
      } catch (error) {
        end();
        throw error;
      }
      const before = clock.now();
      return { isOverdue: () => false, done: () => reading(() => lookAfter(resource, known, before)), end };
    },
    whyNoMore: (resource) => knownOf(resource).why,
    suspect(resource) {
      const known = knownOf(resource);
      if (busy.has(resource.name)) return;
      known.left = Math.max(known.left, 1);
      known.isSuspected = true;
    },
    noteUnseen(resource) {
      knownOf(resource).isUnseen = true;
    },
    isSuspected: (resource) => knownOf(resource).isSuspected === true,
  };
}

/** The turn that creations pass by which are not looked at. */
function unwatchedOf({ name }: RecordResource): string {
  return `${name} unwatched`;
}

function idsOf(gone: readonly Gone[]): string {
  return gone.map(({ id }) => id).join(', ');
}
