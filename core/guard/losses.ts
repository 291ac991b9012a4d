import type { RecordResource } from '../records/record-claim.ts';
import { type Clock, pause } from '../run/clock.ts';
import type { Bystanders } from './bystanders.ts';
import { LONGEST_LOOK_MS } from './happens-without.ts';
import type { NestedOthers } from './nested-others.ts';
import type { Bystander } from './states.ts';

/**
 * A record of others that is gone, or shown otherwise. Its id is told in another collection than the one that is written to with the name of
 * that: `users 7`.
 */
export interface Loss extends Bystander {
  /** The name of its collection. */
  readonly collection: string;
}

/** What became of the records of others while a run created and deleted: whichever kind of write is looked at, it is known once. */
export interface Losses {
  /**
   * What came about since this was asked for the resource last, in its collection and in others; below records of others too where it is
   * `whole`, as after a write.
   */
  since(resource: RecordResource, which?: 'whole' | 'lists'): Promise<readonly Loss[]>;
  /** Those of them that others were not seen to cause. */
  unexplained(losses: readonly Loss[]): readonly Loss[];
  /** They came about while the run neither created nor deleted: others are at work in those collections. */
  blameOthers(losses: readonly Loss[]): void;
  /** Whether others were seen to be at work in a collection. */
  isBusy(resource: RecordResource): boolean;
  /** A write began or ended that is not looked at: what came about meanwhile may have come with it. */
  wrote(): void;
  /** Whether no such write was sent since `since` was asked for the resource last. */
  wasQuiet(resource: RecordResource): boolean;
  /** Whether that was so lately that reading all of it again would show little more. */
  wasJustAsked(resource: RecordResource): boolean;
  /**
   * Where many are gone, whatever took them: holds what went while the run wrote against what goes in the same time while it does not. To be
   * asked while no write is under way. `sinceMs`: when it began to write, by its clock. Once; what it came to is told by `weighed`.
   */
  weigh(resource: RecordResource, sinceMs: number): Promise<void>;
  /** That records of others went while the run wrote, and none while it waited, in words; undefined where that was not seen. */
  weighed(resource: RecordResource): Weighed | undefined;
}

/** What that came to. */
export interface Weighed {
  readonly why: string;
  /** The first record that went. */
  readonly first: Loss;
}

/** What they are found out by. */
export interface LossesOptions {
  readonly clock: Clock;
  readonly others: Pick<Bystanders, 'gone' | 'lost' | 'otherwise'>;
  /** Those below records of others, which no list shows. */
  readonly nested: Pick<NestedOthers, 'watch' | 'lost'>;
  /** The other collections of the target: a write may reach their records as well, as by a cascade of the database. */
  readonly beside: (resource: RecordResource) => readonly RecordResource[];
  /** Whether a record was there before the run: what came later is likely another run's, which deletes its own as this one does. */
  readonly wasListed: (resource: RecordResource, id: string) => boolean;
}

/** So many records of others that went while the run wrote are held against the same time without a write. */
const ENOUGH = 6;

/** What others do in so many milliseconds is not worth a reading. */
const LATELY_MS = 50;

/** What stands for the collection of records below others. */
const BELOW = 'below';

/** Opens what a run knows of them. */
export function openLosses({ clock, others, nested, beside, wasListed }: LossesOptions): Losses {
  const lost = new Map<string, readonly Loss[]>();
  const busy = new Set<string>();
  const concluded = new Map<string, Weighed>();
  let writes = 0;
  const seenWrites = new Map<string, number>();
  const askedAt = new Map<string, number>();

  const lostOf = ({ name }: RecordResource): readonly Loss[] => lost.get(name) ?? [];
  const unexplained = (losses: readonly Loss[]): readonly Loss[] =>
    losses.filter(({ collection }) => !busy.has(collection));
  const blameOthers = (losses: readonly Loss[]): void => {
    for (const { collection } of losses) busy.add(collection);
  };
  /** Those of a collection that are gone and not held against writes to the resource yet, whoever saw it first. */
  const freshly = async (resource: RecordResource, of: RecordResource): Promise<readonly Loss[]> => {
    await others.gone(of);
    const held = new Set(lostOf(resource).map(({ id }) => id));
    const isOwn = of.name === resource.name;
    const prefix = isOwn ? '' : `${of.name} `;
    const gone = others.lost(of).filter(({ id }) => !isOwn || wasListed(resource, id));
    return gone.map((one) => ({ ...one, collection: of.name, id: prefix + one.id })).filter(({ id }) => !held.has(id));
  };
  const since: Losses['since'] = async (resource, which = 'whole') => {
    seenWrites.set(resource.name, writes);
    const gone = [...(await freshly(resource, resource))];
    for (const other of beside(resource)) gone.push(...(await freshly(resource, other)));
    lost.set(resource.name, [...lostOf(resource), ...gone]);
    const changed = others.otherwise(resource).map((one): Loss => ({ ...one, collection: resource.name }));
    const lostBelow = which === 'whole' ? await nested.lost() : [];
    if (which === 'lists') await nested.watch();
    askedAt.set(resource.name, clock.now());
    const below = lostBelow.map((one): Loss => ({ ...one, collection: BELOW }));
    return [...gone, ...changed, ...below];
  };
  return {
    since,
    unexplained,
    blameOthers,
    isBusy: ({ name }) => busy.has(name),
    wrote() {
      writes += 1;
    },
    wasQuiet: ({ name }) => (seenWrites.get(name) ?? 0) === writes,
    wasJustAsked: ({ name }) => clock.now() - (askedAt.get(name) ?? Number.NEGATIVE_INFINITY) < LATELY_MS,
    async weigh(resource, sinceMs) {
      if (concluded.has(resource.name) || unexplained(lostOf(resource)).length < ENOUGH) return;
      await pause(clock, Math.min(LONGEST_LOOK_MS, clock.now() - sinceMs));
      blameOthers(await since(resource));
      const gone = unexplained(lostOf(resource));
      const [first] = gone;
      if (first === undefined || gone.length < ENOUGH) return;
      const why = `${gone.length} records of others went while this run created and deleted, and none while it waited (${idsOf(gone)})`;
      concluded.set(resource.name, { why, first });
    },
    weighed: ({ name }) => concluded.get(name),
  };
}

/** Their ids in a sentence. */
export function idsOf(losses: readonly Loss[]): string {
  return [...new Set(losses.map(({ id }) => id))].join(', ');
}
