import type { Home } from '../http/origins.ts';
import { type Read, readList } from '../records/listed-before.ts';
import { idsListed, ownIdsListed, type RecordResource } from '../records/record-claim.ts';
import { addressOf, type LeftBehind } from './leftover.ts';

/**
 * Looks into the collections in which a run creates nothing: a service may make a record there with each one that the run makes, such as a
 * contact with each deal. What shows a value of the run is told. It may hold more than that, so that nothing of it is deleted.
 */
export interface MadeBeside {
  /** Notes what such collections list, before the rules begin. */
  watch(resources: readonly RecordResource[]): Promise<void>;
  /** Reads them again, but for those in which the run created. */
  look(created: readonly RecordResource[]): Promise<void>;
  /** Reads them when the run created as many records as may stay, and again when there are twice as many. */
  lookWhenDue(created: readonly RecordResource[]): Promise<void>;
  /** Why the run creates no more, by what was found so far. */
  whyNoMore(): string | undefined;
  /** What was found. */
  told(): readonly LeftBehind[];
}

/** What they are read with. */
export interface MadeBesideOptions {
  readonly home: Home;
  /** What every value of the run holds. */
  readonly nonce: string;
  readonly read: Read;
  /** So many records may stay behind. */
  readonly most: number;
}

/** Opens what a run knows of them. */
export function openMadeBeside({ home, nonce, read, most }: MadeBesideOptions): MadeBeside {
  const before = new Map<string, { readonly resource: RecordResource; readonly ids: ReadonlySet<string> }>();
  const found = new Map<string, LeftBehind>();
  let due = most;
  // Checks run side by side: whoever comes while it is looked waits for that.
  let looking = Promise.resolve();

  const look = async (created: readonly RecordResource[]): Promise<void> => {
    for (const { resource, ids } of before.values()) {
      if (created.some(({ name }) => name === resource.name)) continue;
      const answer = await readList(resource, read);
      const own = answer === undefined ? [] : ownIdsListed(answer, resource, nonce);
      for (const id of own.filter((one) => !ids.has(one))) {
        const address = addressOf(home, resource, id);
        const tried = `nothing: it shows a value of this run, and the run creates no ${resource.name}: the service made it with another record`;
        found.set(address, { resource: resource.name, address, tried, answered: '' });
      }
    }
  };

  return {
    async watch(resources) {
      for (const resource of resources) {
        const answer = await readList(resource, read);
        if (answer === undefined) continue;
        const own = new Set(ownIdsListed(answer, resource, nonce));
        before.set(resource.name, {
          resource,
          ids: new Set(idsListed(answer, resource).filter((id) => !own.has(id))),
        });
      }
    },
    // A run that created nothing has nothing made with it.
    look: async (created) => (created.length === 0 ? undefined : await look(created)),
    async lookWhenDue(created) {
      if (created.length >= due) {
        due = created.length * 2;
        looking = look(created);
      }
      await looking;
    },
    whyNoMore() {
      // A list may show them a little later.
      if (found.size < most / 2) return undefined;
      const { resource = '' } = [...found.values()][0] ?? {};
      return `no more is created, since ${found.size} records of ${resource} were made with what was, and stay (--max-left-behind)`;
    },
    told: () => [...found.values()],
  };
}
