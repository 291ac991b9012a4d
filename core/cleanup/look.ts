import { absolute } from '../http/origins.ts';
import type { RecordResource } from '../records/record-claim.ts';
import type { RecordLog } from '../records/record-log.ts';
import type { Records } from '../records/records.ts';
import type { Clock } from '../run/clock.ts';
import type { Ask } from './deletion.ts';
import type { Deletions } from './deletions.ts';
import { addressOf, type LeftBehind } from './leftover.ts';
import type { Search } from './search.ts';
import { type Deleted, isStillThere, lookAgain, lookAtSome, STILL_SHOWN } from './still-there.ts';

/** Looks again at what was deleted: a target may answer that it is gone and go on showing it. */
export interface Look {
  run(): Promise<void>;
  /** Deletions that were believed: the time was over before anybody looked, or what was seen told nothing. */
  believed(): readonly LeftBehind[];
}

/** What is looked at, and with what. */
export interface LookAgainOptions {
  readonly records: Records;
  readonly ask: Ask;
  readonly clock: Clock;
  readonly deletions: Deletions;
  readonly search: Search;
  readonly log?: Pick<RecordLog, 'stillThere'>;
}

/** Opens the last look of one run. */
export function openLook({ records, ask, clock, deletions, search, log }: LookAgainOptions): Look {
  const { home } = records;
  const lookedAt = new Set<string>();
  /** Where a session has ended, each reading and each deletion may be answered 200 with a page to log in. */
  const blind = new Map<string, string>();

  /** The records of a resource that were deleted, by what their deletions were answered. */
  const deletedOf = ({ name }: RecordResource): ReadonlyMap<string, Deleted> => {
    const own = records.claims.filter(({ resource }) => resource.name === name);
    const kept = new Set(own.filter(({ gone }) => !gone).map(({ id }) => id));
    const found = own.flatMap(({ id, gone, payload }) =>
      id === undefined || !gone || kept.has(id) ? [] : [[id, { id, payloads: [payload] }] as const],
    );
    return new Map(found);
  };

  const tell = (resource: RecordResource, id: string, shown: keyof typeof STILL_SHOWN): void => {
    const address = addressOf(home, resource, id);
    const answered = `as if it were gone, ${STILL_SHOWN[shown]}`;
    const claim = records.claimOfId(resource, id);
    const told = { resource: resource.name, address, tried: 'DELETE', answered };
    const like = claim === undefined ? {} : { like: claim.answer.exchange };
    deletions.pending.set({ kind: 'stray', resource, address }, { ...told, ...like });
    if (claim !== undefined) log?.stillThere(claim);
  };

  return {
    async run() {
      for (const resource of search.touched()) {
        const where = { ask, resource, nonce: records.fresh.nonce, clock, lateMs: records.lateMs };
        const listed = search.deletedOf(resource);
        const others = [...deletedOf(resource).values()].filter(({ id }) => !listed.has(id));
        const seen = [
          ...(await lookAgain(
            [...listed].map((id): Deleted => ({ id, payloads: [] })),
            where,
          )),
          ...(search.wasWhole(resource) ? [] : await lookAtSome(others, where)),
        ];
        for (const [{ id }, what] of seen) if (isStillThere(what)) tell(resource, id, what);
        const noList = search.noListNow(resource);
        if (noList !== undefined && seen.every(([, what]) => what === 'unseen')) blind.set(resource.name, noList);
        lookedAt.add(resource.name);
      }
    },
    believed() {
      return search.touched().flatMap((resource) => {
        const count = new Set([...deletedOf(resource).keys(), ...search.deletedOf(resource)]).size;
        const place = resource.list ?? resource.item;
        const noList = blind.get(resource.name);
        const isSeen = lookedAt.has(resource.name) && noList === undefined;
        if (count === 0 || place === undefined || isSeen) return [];
        const address = absolute(home, resource.list?.address ?? resource.create?.address ?? place.address);
        const why =
          noList === undefined
            ? 'the time for cleaning up was over before anybody looked whether the deletions took effect'
            : `the list shows no records any more (${noList}), and no GET shows whether the deletions took effect`;
        return [
          { resource: resource.name, address, tried: `nothing: ${why} (answered as done: ${count})`, answered: '' },
        ];
      });
    },
  };
}
