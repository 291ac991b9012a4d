import type { Bystanders } from './bystanders.ts';
import type { RecordResource } from './record-claim.ts';
import type { Turns } from './turns.ts';
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
}

/** The time in which one write is sent and looked at. It has to be ended, whatever came of it. */
export interface WriteTurn {
  /** Why it is not sent; undefined where it may be. */
  readonly whyNot?: string;
  /** It was answered with success. */
  done(): Promise<void>;
  end(): void;
}

/** What it is found out by. */
export interface WatchedWritesOptions {
  readonly kind: WatchedKind;
  /** Shared by all kinds, so that no watched write meets the look of another one. */
  readonly turns: Turns;
  readonly others: Pick<Bystanders, 'watch' | 'gone'>;
  /** Whether a record was there before the run: what came later is likely another run's, which deletes its own as this one does. */
  readonly wasListed: (resource: RecordResource, id: string) => boolean;
  /** Is told of a record that went with such a write. */
  readonly onTaken: (resource: RecordResource, request: string, id: string) => void;
}

/** Which writes are watched, and how closely. */
export interface WatchedKind {
  /** What a report calls such a write. */
  readonly request: string;
  /** So many that are answered with success are looked at. */
  readonly looks: number;
  /** From so many at once on, it is no coincidence where nobody else deletes records. */
  readonly several: number;
}

/** Deletions of records of the run. */
export const DELETIONS: WatchedKind = { request: 'a DELETE of a record of this run', looks: 4, several: 2 };

/** Creations. Whoever makes room for a record does so for the next one as well. */
export const CREATIONS: WatchedKind = {
  request: 'a creation by this run',
  looks: 2,
  several: Number.POSITIVE_INFINITY,
};

/** So often it is looked, after a record of others went, whether others go while nothing is written. */
const CONTROLS = 8;

/** What is known of the writes to one resource. */
interface Known {
  /** How many more are looked at. */
  left: number;
  /** Whether somebody else deletes records meanwhile. */
  isBusy: boolean;
  /** Whether a record of others went at the same time once before. */
  isDoubtful: boolean;
  why?: string;
}

/** Opens what a run knows of them. */
export function openWatchedWrites({ kind, turns, others, wasListed, onTaken }: WatchedWritesOptions): WatchedWrites {
  const byResource = new Map<string, Known>();
  const knownOf = ({ name }: RecordResource): Known => {
    const known = byResource.get(name) ?? { left: kind.looks, isBusy: false, isDoubtful: false };
    byResource.set(name, known);
    return known;
  };
  const goneNow = async (resource: RecordResource): Promise<readonly string[]> =>
    (await others.gone(resource)).filter((id) => wasListed(resource, id));

  /** Looks after a write that was answered with success. */
  const lookAfter = async (resource: RecordResource, known: Known): Promise<void> => {
    known.left -= 1;
    const [first, ...more] = await goneNow(resource);
    if (first === undefined) return;
    // Where others delete theirs all the while, nothing shows whose doing it is.
    if (known.isBusy) return;
    if (known.isDoubtful || more.length + 1 >= kind.several) {
      known.why = `${kind.request} took records of others with it (${[first, ...more].join(', ')})`;
      for (const id of [first, ...more]) onTaken(resource, kind.request, id);
      return;
    }
    // Somebody else may have deleted it at this moment. That does not come twice, unless they go on.
    for (let i = 0; i < CONTROLS && !known.isBusy; i += 1) known.isBusy = (await goneNow(resource)).length > 0;
    known.isDoubtful = true;
    known.left = Math.max(known.left, 1);
  };

  return {
    async begin(resource, reading = (readings) => readings()) {
      const known = knownOf(resource);
      const unwatched = (end = (): void => undefined): WriteTurn => ({
        ...(known.why === undefined ? {} : { whyNot: known.why }),
        done: async () => undefined,
        end,
      });
      const isWatched = async (): Promise<boolean> =>
        known.left > 0 && known.why === undefined && (await reading(() => others.watch(resource))) > 0;
      if (!(await isWatched())) return unwatched();
      const end = await turns.take(resource.name);
      try {
        if (!(await isWatched())) return unwatched(end);
        // Right before the write, so that what others delete meanwhile is little.
        known.isBusy ||= (await reading(() => goneNow(resource))).length > 0;
      } catch (error) {
        end();
        throw error;
      }
      return { done: () => reading(() => lookAfter(resource, known)), end };
    },
    whyNoMore: (resource) => knownOf(resource).why,
  };
}
