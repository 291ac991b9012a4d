import type { HttpRequest } from '../http/exchange.ts';
import { absolute } from '../http/origins.ts';
import type { Claim, RecordResource } from '../records/record-claim.ts';
import type { Records } from '../records/records.ts';
import { type Clock, pause } from '../run/clock.ts';
import type { Deletions } from './deletions.ts';
import type { LeftBehind } from './leftover.ts';
import type { Search, Unanswered } from './search.ts';
import { LOOKS } from './still-there.ts';

/** Looks for what creations make later: those that were accepted alone (202), not answered, or whose record was not there to be deleted. */
export interface Late {
  /** Searches the collections again, as long as what such a creation makes was never seen. */
  run(): Promise<void>;
  /** What was never seen: it may come when the run is over. */
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
  // A service that writes behind its answers says 201, and knows the record only later: neither a reading nor its deletion finds it.
  const mayCome = ({ answer, gone, isDeletionSent }: Claim): boolean =>
    answer.status === 202 || (gone && isDeletionSent === true);
  const unseen = (): readonly Claim[] => records.claims.filter((claim) => mayCome(claim) && !wasSeen(claim));
  // One that expired before anybody read it looks the same. It is told where another one of the resource was seen to come late.
  const isToldOf = ({ answer, resource }: Claim): boolean =>
    answer.status === 202 || [...search.deletedOf(resource)].some((id) => cameLate(records.claimOfId(resource, id)));
  // One whose deletion was answered with success was there, and stayed: it did not come late.
  const cameLate = (claim: Claim | undefined): boolean => claim !== undefined && claim.goneSince === undefined;
  /** A connection that is broken off, or a gateway that gives up, ends nothing of what the server does behind it. */
  const unanswered = (): readonly Unanswered[] =>
    search.unanswered().filter(({ resource, request }) => {
      // Its answer may have come when nobody waited for it any more.
      return !search.wasListed(resource, request) && !records.claims.some((claim) => claim.request === request);
    });
  /** Of a collection that could not be searched, all that was not answered is told already. */
  const tellUnanswered = (): readonly LeftBehind[] =>
    unanswered()
      .filter(({ resource }) => search.wasWhole(resource))
      .map(({ resource, request, answered }) => toldUnseen(resource, request, answered));
  const toldUnseen = (resource: RecordResource, request: HttpRequest, answered: string): LeftBehind => {
    const tried = `nothing: ${request.method} was ${answered}, and what it makes was not seen: it may come later`;
    return { resource: resource.name, address: absolute(records.home, request.address), tried, answered: '' };
  };

  return {
    async run() {
      for (let i = 0; i < LOOKS && unseen().length + unanswered().length > 0; i += 1) {
        await pause(clock, records.lateMs / LOOKS);
        await search.run();
      }
    },
    told() {
      const pending = new Set([...deletions.pending.keys()].map((one) => (one.kind === 'record' ? one.claim : one)));
      const left = new Map<string, LeftBehind>();
      // Without an address of its own, many are told as one.
      for (const one of tellUnanswered()) left.set(`${one.address} ${one.tried}`, one);
      for (const claim of unseen().filter((one) => !pending.has(one) && isToldOf(one))) {
        const { resource, request, answer } = claim;
        const told = toldUnseen(resource, request, `answered ${answer.status}`);
        const address = claim.address ?? told.address;
        left.set(address, { ...told, address, like: answer.exchange });
      }
      return [...left.values()];
    },
  };
}
