import type { Bystanders } from './bystanders.ts';
import type { RecordResource } from './record-claim.ts';
import { openTurns } from './turns.ts';

/**
 * Looks after the first deletions of records of the run whether records of somebody else went with them. A server may delete all whose
 * ids begin alike, all of one author, or the group that a record is of.
 */
export interface WatchedDeletions {
  /** Waits until a deletion may be sent, or tells why not. The first ones are sent one at a time. */
  begin(resource: RecordResource): Promise<DeletionTurn>;
  /** Why no more records are deleted, and so none created; undefined where they are. */
  whyNoMore(resource: RecordResource): string | undefined;
}

/** The time in which one deletion is sent and looked at. It has to be ended, whatever came of it. */
export interface DeletionTurn {
  /** Why it is not sent; undefined where it may be. */
  readonly whyNot?: string;
  /** It was answered with success. */
  done(): Promise<void>;
  end(): void;
}

/** What it is found out by. */
export interface WatchedDeletionsOptions {
  readonly others: Pick<Bystanders, 'watch' | 'gone'>;
  /** Whether a record was there before the run: what came later is likely another run's, which deletes its own as this one does. */
  readonly wasListed: (resource: RecordResource, id: string) => boolean;
  /** Is told of a record that went with one of the run. */
  readonly onTaken: (resource: RecordResource, request: string, id: string) => void;
}

/** So many deletions that are answered with success are looked at. */
const LOOKS = 4;

/** From so many at once on, it is no coincidence where nobody else deletes records. */
const SEVERAL = 2;

const REQUEST = 'a DELETE of a record of this run';

/** What is known of the deletions of one resource. */
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
export function openWatchedDeletions({ others, wasListed, onTaken }: WatchedDeletionsOptions): WatchedDeletions {
  const turns = openTurns();
  const byResource = new Map<string, Known>();
  const knownOf = ({ name }: RecordResource): Known => {
    const known = byResource.get(name) ?? { left: LOOKS, isBusy: false, isDoubtful: false };
    byResource.set(name, known);
    return known;
  };
  const goneNow = async (resource: RecordResource): Promise<readonly string[]> =>
    (await others.gone(resource)).filter((id) => wasListed(resource, id));

  const lookAfter = async (resource: RecordResource, known: Known): Promise<void> => {
    known.left -= 1;
    const [first, ...more] = await goneNow(resource);
    if (first === undefined) return;
    // Where others delete theirs all the while, nothing shows whose doing it is.
    if (known.isBusy) return;
    if (known.isDoubtful || more.length + 1 >= SEVERAL) {
      known.why = `${REQUEST} took records of others with it (${[first, ...more].join(', ')})`;
      for (const id of [first, ...more]) onTaken(resource, REQUEST, id);
      return;
    }
    // Somebody else may have deleted it at this moment. That does not come twice.
    known.isDoubtful = true;
    known.left = Math.max(known.left, 1);
  };

  return {
    async begin(resource) {
      const known = knownOf(resource);
      const unwatched = (end = (): void => undefined): DeletionTurn => ({
        ...(known.why === undefined ? {} : { whyNot: known.why }),
        done: async () => undefined,
        end,
      });
      const isWatched = async (): Promise<boolean> =>
        known.left > 0 && known.why === undefined && (await others.watch(resource)) > 0;
      if (!(await isWatched())) return unwatched();
      const end = await turns.take(resource.name);
      try {
        if (!(await isWatched())) return unwatched(end);
        // Right before the deletion, so that what others delete meanwhile is little.
        known.isBusy ||= (await goneNow(resource)).length > 0;
      } catch (error) {
        end();
        throw error;
      }
      return { done: () => lookAfter(resource, known), end };
    },
    whyNoMore: (resource) => knownOf(resource).why,
  };
}
