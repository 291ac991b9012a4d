import type { Answer } from '../answer.ts';
import type { Home } from '../http/origins.ts';
import { valuesOf } from '../ids/natural-keys.ts';
import { type Read, readList } from '../records/listed-before.ts';
import { type Claim, idsListed, ownIdsListed, type RecordResource } from '../records/record-claim.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import type { CameWith } from './came-with.ts';
import { addressOf, type LeftBehind } from './leftover.ts';

/**
 * Looks into the collections in which a run creates nothing: a service may make a record there with each one that the run makes, such as a
 * contact with each deal. What shows a value of the run is told. It may hold more than that, so that nothing of it is deleted.
 */
export interface MadeBeside {
  /** Notes what such collections list, before the rules begin. */
  watch(resources: readonly RecordResource[]): Promise<void>;
  /** Reads them again, but for those in which the run created: those are searched. */
  look(created: readonly RecordResource[]): Promise<void>;
  /**
   * Reads them all when the run created as many records as may stay, and again when there are twice as many. A deletion may leave a row of a
   * log among the records of the run.
   */
  lookWhenDue(): Promise<void>;
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
  /** Whether the run was given an id by a creation. */
  readonly isOwn: (resource: RecordResource, id: string) => boolean;
  /** Whether a record was there before the first creation: it is one of others that shows a value of the run by now. */
  readonly wasOthers: (resource: RecordResource, id: string) => boolean;
  /** The ids that a list showed before the first creation of all; none where it was not read then. */
  readonly listedFirst: (resource: RecordResource) => readonly string[];
  /** Those that come with what the run creates or deletes, and show no value of it. */
  readonly came: CameWith;
  readonly claims: readonly Claim[];
  /** So many records may stay behind. */
  readonly most: number;
  /** Waits as long as the target may follow late. */
  readonly late: () => Promise<void>;
}

/** A record that the run did not create, and the values of the run that it shows. */
interface Stranger {
  readonly address: string;
  readonly values: readonly string[];
}

/** So many do not stay by chance when the records with which they were made are gone. */
const SEVERAL = 2;

/** So many creations later it is looked again where it is not known yet whose doing it is. */
const SOON = 6;

/** Opens what a run knows of them. */
export function openMadeBeside(options: MadeBesideOptions): MadeBeside {
  const { home, nonce, read, isOwn, wasOthers, listedFirst, came, most, late, claims } = options;
  const before = new Map<string, { readonly resource: RecordResource; readonly ids: ReadonlySet<string> }>();
  const found = new Map<string, LeftBehind>();
  // The collections in which the run created.
  const created = new Set<string>();
  let due = most;
  let staying = 0;
  // Checks run side by side: whoever comes while it is looked waits for that.
  let looking = Promise.resolve();

  const valuesIn = (value: unknown): readonly string[] =>
    JSON.stringify(value ?? '')
      .toLowerCase()
      .match(valuesOf(nonce)) ?? [];

  /** The address and the values of each new record that a list shows with a value of the run, and that is none of its own. */
  const strangersIn = (answer: Answer, resource: RecordResource, ids: ReadonlySet<string>): readonly Stranger[] =>
    (listedIn(answer.representation.value, resource) ?? []).flatMap((entry) => {
      const [id, values] = [idOfEntry(entry, resource), valuesIn(entry)];
      if (id === undefined || values.length === 0 || ids.has(id)) return [];
      if (isOwn(resource, id) || wasOthers(resource, id)) return [];
      return [{ address: addressOf(home, resource, id), values }];
    });
  const whose = ({ name }: RecordResource): string =>
    created.has(name) ? 'no creation of it named this one' : `the run creates no ${name}`;
  /** Reads the lists of these anew. How many of their new records show one of these values. */
  const look = async (isMeant: (resource: RecordResource) => boolean, gone = new Set<string>()): Promise<number> => {
    let count = 0;
    for (const { resource, ids } of before.values()) {
      const answer = isMeant(resource) ? await readList(resource, read) : undefined;
      if (answer !== undefined) came.seen(resource, answer);
      // What was seen while the run went on may have gone with a record of the run.
      if (answer !== undefined || !isMeant(resource))
        for (const [address, one] of found) if (one.resource === resource.name) found.delete(address);
      for (const { address, values } of answer === undefined ? [] : strangersIn(answer, resource, ids)) {
        const tried = `nothing: it shows a value of this run, and ${whose(resource)}: the service made it with another record`;
        found.set(address, { resource: resource.name, address, tried, answered: '' });
        if (values.some((value) => gone.has(value))) count += 1;
      }
    }
    return count;
  };
  /** Whether records stay whose own is gone. Some follow late, so that it is looked twice. */
  const lookAtStaying = async (): Promise<void> => {
    for (const { resource } of claims) created.add(resource.name);
    const gone = new Set(claims.filter((claim) => claim.gone).flatMap(({ payload }) => valuesIn(payload)));
    if ((await look(() => true, gone)) >= SEVERAL) {
      await late();
      staying = await look(() => true, gone);
    }
    await came.weigh((resource) => readList(resource, read));
    due = came.isOpen() ? claims.length + SOON : claims.length * 2;
  };
  /** What a list showed before the first creation, or shows before the rules begin, and what the run had done then. */
  const listedBefore = async (resource: RecordResource) => {
    const first = listedFirst(resource);
    if (first.length > 0) return { ids: new Set(first), created: 0, deleted: 0 };
    const answer = await readList(resource, read);
    if (answer === undefined) return undefined;
    const own = new Set(ownIdsListed(answer, resource, nonce));
    const ids = new Set(idsListed(answer, resource).filter((id) => !own.has(id)));
    return { ids, created: claims.length, deleted: claims.filter(({ gone }) => gone).length };
  };

  return {
    async watch(resources) {
      for (const resource of resources) {
        const listed = await listedBefore(resource);
        if (listed === undefined) continue;
        const { ids, ...done } = listed;
        before.set(resource.name, { resource, ids });
        came.note(resource, ids, done);
      }
    },
    async look(created) {
      // A run that created nothing has nothing made with it.
      if (created.length > 0) await look((resource) => !created.some(({ name }) => name === resource.name));
      await came.lookLast((resource) => readList(resource, read));
    },
    async lookWhenDue() {
      if (claims.length >= due) {
        due = Number.POSITIVE_INFINITY;
        looking = lookAtStaying();
      }
      await looking;
    },
    whyNoMore() {
      // A list may show the others a little later.
      if (staying < SEVERAL || found.size < most / 2) return came.whyNoMore();
      const { resource = '' } = [...found.values()][0] ?? {};
      return `no more is created, since the service made ${found.size} records of ${resource} with those of this run, and they stay (--max-left-behind)`;
    },
    told() {
      // Nothing proves of any one of them whose it is, so that none is deleted.
      const along = came.stay().map(({ resource, id, why }): LeftBehind => {
        const tried = `nothing: it shows no value of this run, and likely came with what this run wrote (${why})`;
        return { resource: resource.name, address: addressOf(home, resource, id), tried, answered: '' };
      });
      return [...found.values(), ...along];
    },
  };
}
