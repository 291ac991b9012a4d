import type { RecordResource } from '../records/record-claim.ts';

/** Whether what a run creates can be deleted again, by resource. A run that cannot clean up after itself creates few records. */
export interface DeletionBrake {
  /** A record was deleted. */
  worked(resource: RecordResource): void;
  /** A record stays: what came of its deletion, in a phrase (`answered 405`). A server that broke down may work the next time. */
  failed(resource: RecordResource, ended: string, brokeDown: boolean): void;
  /** Whether a record was seen to be gone after its deletion. Until then the answer to a deletion is not believed without a look. */
  hasWorked(resource: RecordResource): boolean;
  /**
   * Why no more records of a resource are created; undefined where they may be. `count` counts those that were, and those of them that are
   * there; `share` is the part of the limit that may be used, 1 for all of it.
   */
  whyNoMore(resource: RecordResource, count: () => Counted, share: number): string | undefined;
}

/** How many records a run created, and how many of them are not known to be gone. */
export interface Counted {
  readonly created: number;
  readonly there: number;
}

// A breakdown may pass, as a locked database does where requests meet: it counts half.
const [FAILURE, BREAKDOWN] = [2, 1];

/** So many deletions in a row that fail show that the next one will, where some have worked. */
const IN_A_ROW = 3;

/** From so many refusals on, as many of the records that are there are taken to stay as of those that were tried. */
const SEEN = 3;

interface Tried {
  worked: number;
  /** Deletions that were refused, though the server was well: what they name stays, as far as is known. */
  refused: number;
  /** Failures in a row, weighed. */
  weight: number;
  last: string;
}

/** Opens the brake of one run: where deletions fail, at most `most` records of a resource are created. */
export function openDeletionBrake(most: number): DeletionBrake {
  const byResource = new Map<string, Tried>();
  const triedOf = ({ name }: RecordResource): Tried => {
    const tried = byResource.get(name) ?? { worked: 0, refused: 0, weight: 0, last: '' };
    byResource.set(name, tried);
    return tried;
  };
  return {
    worked(resource) {
      const tried = triedOf(resource);
      tried.worked += 1;
      tried.weight = 0;
    },
    failed(resource, ended, brokeDown) {
      const tried = triedOf(resource);
      tried.weight += brokeDown ? BREAKDOWN : FAILURE;
      if (!brokeDown) tried.refused += 1;
      tried.last = ended;
    },
    hasWorked: (resource) => triedOf(resource).worked > 0,
    whyNoMore(resource, count, share) {
      const { worked, refused, weight, last } = triedOf(resource);
      const isFailing = weight >= (worked === 0 ? 1 : IN_A_ROW) * FAILURE;
      if (!isFailing && refused === 0) return undefined;
      const { created, there } = count();
      // Some may be deleted, and others never, such as those in one state: among those that checks hold by now, too.
      const asMany = refused < SEEN ? 0 : (Math.max(0, there - refused) * refused) / (refused + worked);
      const stay = isFailing ? created - worked : refused + asMany;
      if (stay < most * share) return undefined;
      return `no more ${resource.name} are created, since they stay: deletions fail, the last one was ${last} (--max-left-behind)`;
    },
  };
}
