import type { Deletions } from './cleanup-deletions.ts';
import type { Search } from './cleanup-search.ts';
import { type Clock, pause } from './clock.ts';
import type { LeftBehind } from './leftover.ts';
import { absolute } from './origins.ts';
import type { Claim } from './record-claim.ts';
import type { Records } from './records.ts';
import { LATE_MS, LOOKS } from './still-there.ts';

/** Looks for what creations make later that were accepted alone (202). */
export interface Late {
  /** Searches the collections again, as long as something that was accepted was never seen. */
  run(): Promise<void>;
  /** What was accepted and never seen: it may come when the run is over. */
  told(): readonly LeftBehind[];
}

/** What is looked for, and with what. */
export interface LateOptions {
  readonly records: Records;
  readonly clock: Clock;
  readonly search: Search;
  readonly deletions: Deletions;
}

/** Opens the late look of one run. */
export function openLate({ records, clock, search, deletions }: LateOptions): Late {
  // What was deleted with success was there.
  const wasSeen = (claim: Claim): boolean =>
    claim.goneSince !== undefined || records.wasShown(claim) || search.wasListed(claim.resource, claim.request);
  const unseen = (): readonly Claim[] =>
    records.claims.filter((claim) => claim.answer.status === 202 && !wasSeen(claim));

  return {
    async run() {
      for (let i = 0; i < LOOKS && unseen().length > 0; i += 1) {
        await pause(clock, LATE_MS / LOOKS);
        await search.run();
      }
    },
    told() {
      const pending = new Set([...deletions.pending.keys()].map((one) => (one.kind === 'record' ? one.claim : one)));
      const left = new Map<string, LeftBehind>();
      for (const claim of unseen().filter((one) => !pending.has(one))) {
        const { resource, request, answer } = claim;
        const tried = `nothing: ${request.method} was answered 202, and what it makes was not seen: it may come later`;
        const address = claim.address ?? absolute(records.home, request.address);
        // Without an address of its own, many are told as one.
        left.set(address, { resource: resource.name, address, tried, answered: '', like: answer.exchange });
      }
      return [...left.values()];
    },
  };
}
