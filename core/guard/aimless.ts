import { isAbsent } from '../http/status-kinds.ts';
import type { ClaimBook } from '../records/claim-book.ts';
import { type Read, readList } from '../records/listed-before.ts';
import { type Claim, idsListed, type RecordResource } from '../records/record-claim.ts';
import { readRequest } from '../records/record-requests.ts';

/** What a deletion is aimed at that is not there: an id that the run made up, or a record of the run that is gone. */
export interface Aimless {
  readonly kind: 'unknown' | 'gone';
  readonly resource: RecordResource;
}

/**
 * Deletions of what is not there. Some servers take another record away then: the last one, where a search gives -1 and a list is cut
 * there, or the first one. An answer of success shows the fault already, so that no check sends a second one.
 */
export interface AimlessDeletions {
  /** What a deletion is aimed at that is not there; undefined where it is. `named` is the latest claim of the id at its address. */
  of(resource: RecordResource, named: Claim | undefined): Aimless | undefined;
  /** Why one is not sent; undefined where it may be. `before`: those that the same check sent and that succeeded. */
  whyNot(aimless: Aimless, before: readonly Aimless[]): string | undefined;
  /**
   * One was answered with success. Looks whether the run's latest records are still there, those that the list does not show, and those
   * of others.
   */
  succeeded(aimless: Aimless): Promise<void>;
  /** Whether one was answered with success: then a record is looked for before it is deleted. */
  hasSucceeded(resource: RecordResource): boolean;
  /** Whether one took another record of the run away. */
  isHarmful(resource: RecordResource): boolean;
}

/** So many of the run's latest records are looked at: the last one of a list is among them, unless others create meanwhile. */
const LATEST = 3;

/** So many of the run's that a list does not show: the rest may be on another page of it. */
const UNLISTED = 4;

/** What it is found out by. */
export interface AimlessOptions {
  readonly read: Read;
  readonly book: ClaimBook;
  /** Is told of each record of the run that one took away. */
  readonly onTaken: (claim: Claim) => void;
  /** How many records of others a list lacks now, and did not when it was read before. */
  readonly missed: (resource: RecordResource) => Promise<number>;
}

/** Opens what a run knows of them. */
export function openAimless({ read, book, onTaken, missed }: AimlessOptions): AimlessDeletions {
  const succeeded = new Set<string>();
  const taken = new Set<Claim>();
  // Where records of others went meanwhile. Somebody else may have deleted them, so that nothing is blamed for that.
  const risky = new Set<string>();

  const isAway = async (claim: Claim): Promise<boolean> => {
    const request = claim.id === undefined ? undefined : readRequest(claim.resource, claim.id);
    const answer = request === undefined ? undefined : await read(request);
    // Another check may delete it meanwhile.
    return answer !== undefined && isAbsent(answer) && claim.isDeletionSent !== true;
  };

  /** Those of the run's records that may have been taken away. */
  const suspects = async (resource: RecordResource): Promise<readonly Claim[]> => {
    const list = await readList(resource, read);
    const ids = list && new Set(idsListed(list, resource));
    const own = book.all.filter((claim) => claim.resource.name === resource.name && claim.isDeletionSent !== true);
    const unlisted = own.filter(({ id }) => id !== undefined && ids?.has(id) === false);
    return [...new Set([...own.slice(-LATEST), ...unlisted.slice(0, UNLISTED)])];
  };

  const firstTaken = ({ name }: RecordResource): Claim | undefined =>
    [...taken].find(({ resource }) => resource.name === name);

  return {
    of(resource, named) {
      if (named === undefined) return { kind: 'unknown', resource };
      return named.gone || taken.has(named) ? { kind: 'gone', resource } : undefined;
    },
    whyNot({ kind, resource }, before) {
      const first = firstTaken(resource);
      if (first !== undefined) return `a DELETE of what is not there took ${addressOf(first)} away`;
      if (risky.has(resource.name))
        return 'a DELETE of what is not there was answered with success, and a record of others is gone since';
      if (!before.some((one) => one.kind === kind && one.resource.name === resource.name)) return undefined;
      return 'a DELETE of what is not there was answered with success, and another one might take a record away';
    },
    async succeeded({ resource }) {
      succeeded.add(resource.name);
      for (const claim of await suspects(resource))
        if (await isAway(claim)) {
          taken.add(claim);
          onTaken(claim);
        }
      if ((await missed(resource)) > 0) risky.add(resource.name);
    },
    hasSucceeded: ({ name }) => succeeded.has(name),
    isHarmful: (resource) => firstTaken(resource) !== undefined,
  };
}

/** What a claim is called in a sentence. */
function addressOf({ address, id }: Claim): string {
  return address ?? `record ${id ?? ''}`;
}
