import type { ClaimBook } from './claim-book.ts';
import type { Read } from './listed-before.ts';
import type { Claim, RecordResource } from './record-claim.ts';
import { readRequest } from './record-requests.ts';
import { isAbsent } from './status-kinds.ts';

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
  /** Why one is not sent; undefined where it may be. `before`: those that the same check sent and that succeeded. */
  whyNot(aimless: Aimless, before: readonly Aimless[]): string | undefined;
  /** One was answered with success. Looks whether the run's latest records are still there. */
  succeeded(aimless: Aimless): Promise<void>;
  /** Whether one was answered with success: then a record is looked for before it is deleted. */
  hasSucceeded(resource: RecordResource): boolean;
  /** Whether one took another record of the run away. */
  isHarmful(resource: RecordResource): boolean;
}

/** So many of the run's latest records are looked at: the last one of a list is among them, unless others create meanwhile. */
const LATEST = 3;

/** What a deletion is aimed at that is not there. `named` is the latest claim of the id at its address. */
export function aimlessOf(resource: RecordResource, named: Claim | undefined): Aimless | undefined {
  if (named === undefined) return { kind: 'unknown', resource };
  return named.gone ? { kind: 'gone', resource } : undefined;
}

/** Opens what a run knows of them. */
export function openAimless({ read, book }: { readonly read: Read; readonly book: ClaimBook }): AimlessDeletions {
  const succeeded = new Set<string>();
  const harmful = new Map<string, string>();

  const isTaken = async (claim: Claim): Promise<boolean> => {
    const request = claim.id === undefined ? undefined : readRequest(claim.resource, claim.id);
    const answer = request === undefined ? undefined : await read(request);
    // Another check may have deleted it meanwhile.
    return answer !== undefined && isAbsent(answer) && !claim.gone;
  };

  return {
    whyNot({ kind, resource }, before) {
      const taken = harmful.get(resource.name);
      if (taken !== undefined) return `a DELETE of what is not there took ${taken} away`;
      if (!before.some((one) => one.kind === kind && one.resource.name === resource.name)) return undefined;
      return 'a DELETE of what is not there was answered with success, and another one might take a record away';
    },
    async succeeded({ resource }) {
      succeeded.add(resource.name);
      const own = book.all.filter((claim) => claim.resource.name === resource.name && !claim.gone);
      for (const claim of own.slice(-LATEST))
        if (await isTaken(claim)) harmful.set(resource.name, claim.address ?? `record ${claim.id ?? ''}`);
    },
    hasSucceeded: ({ name }) => succeeded.has(name),
    isHarmful: ({ name }) => harmful.has(name),
  };
}
