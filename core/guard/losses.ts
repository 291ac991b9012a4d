import type { RecordResource } from '../records/record-claim.ts';
import type { Clock } from '../run/clock.ts';
import type { Bystanders } from './bystanders.ts';
import { leftFirst } from './left-first.ts';
import type { NestedOthers } from './nested-others.ts';
import type { Bystander } from './states.ts';

/**
 * A record of others that is gone, or shown otherwise. Its id is told in another collection than the one that is written to with the name of
 * that: `users 7`.
 */
export interface Loss extends Bystander {
  /** The name of its collection. */
  readonly collection: string;
  /** When it was seen first, by the clock of the run: those that were seen at one look are of one moment. */
  readonly seenAt: number;
  /** A number alone that left its first value with a deletion: else such a change is no loss. */
  readonly isOfNumbers?: true;
}

/** Which of what came about is looked for. */
export type Which = 'whole' | 'at rest' | 'after a write' | 'after a deletion' | 'lists';

/** What became of the records of others while a run created and deleted: whichever kind of write is looked at, it is known once. */
export interface Losses {
  /**
   * What came about since this was asked for the resource last, in its collection and in others; below records of others too where it is
   * `whole`, and below some of them `after a write`. `at rest` is whole, where the run has written nothing for a while: then what may come
   * with a record beside them, as a rank, is told too, and held against no write. `after a deletion`: numbers that left their first value
   * too.
   */
  since(resource: RecordResource, which?: Which): Promise<readonly Loss[]>;
  /** Those of them that others were not seen to cause. */
  unexplained(losses: readonly Loss[]): readonly Loss[];
  /**
   * All that came about in collections where others were not surely seen to be at work, as far as `since` told it: what is gone, and what
   * changed.
   */
  all(resource: RecordResource): readonly Loss[];
  /**
   * They came about while the run neither created nor deleted: others are at work in those collections. `surely`: so long after its last
   * write that no job of the service can have done it for that.
   */
  blameOthers(losses: readonly Loss[], how?: 'surely'): void;
  /** What looked like the work of others in the collections of these was not: it ended some time after the last write. */
  blameRun(losses: readonly Loss[]): void;
  /** Those of them in collections of which the list shows none any more: none can go there. */
  exhausted(resource: RecordResource, losses: readonly Loss[]): readonly Loss[];
  /** Whether others were surely seen to be at work in a collection. */
  isBusy(resource: RecordResource): boolean;
  /** A write began or ended that is not looked at: what came about meanwhile may have come with it. */
  wrote(): void;
  /** Whether no such write was sent since `since` was asked for the resource last. */
  wasQuiet(resource: RecordResource): boolean;
  /** Whether that was so lately that reading all of it again would show little more. */
  wasJustAsked(resource: RecordResource): boolean;
}

/** What they are found out by. */
export interface LossesOptions {
  readonly clock: Clock;
  readonly others: Pick<Bystanders, 'first' | 'gone' | 'left' | 'lost' | 'otherwise'>;
  /** Those below records of others, which no list shows. */
  readonly nested: Pick<NestedOthers, 'watch' | 'lost'>;
  /** The other collections of the target: a write may reach their records as well, as by a cascade of the database. */
  readonly beside: (resource: RecordResource) => readonly RecordResource[];
  /** Whether a record was there before the run: what came later is likely another run's, which deletes its own as this one does. */
  readonly wasListed: (resource: RecordResource, id: string) => boolean;
}

/** What others do in so many milliseconds is not worth a reading. */
const LATELY_MS = 50;

/** What stands for the collection of records below others. */
const BELOW = 'below';

/** Opens what a run knows of them. */
export function openLosses({ clock, others, nested, beside, wasListed }: LossesOptions): Losses {
  const lost = new Map<string, readonly Loss[]>();
  const changed = new Map<string, readonly Loss[]>();
  const [busy, surely] = [new Set<string>(), new Set<string>()];
  let writes = 0;
  const seenWrites = new Map<string, number>();
  const askedAt = new Map<string, number>();

  const lostOf = ({ name }: RecordResource): readonly Loss[] => lost.get(name) ?? [];
  const unexplained = (losses: readonly Loss[]): readonly Loss[] =>
    losses.filter(({ collection }) => !busy.has(collection));
  const loss = (one: Bystander, collection: string, seenAt: number): Loss => ({ ...one, collection, seenAt });
  /** Those of a collection that are gone and not held against writes to the resource yet, whoever saw it first. */
  const freshly = async (resource: RecordResource, of: RecordResource, seenAt: number): Promise<readonly Loss[]> => {
    await others.gone(of);
    const held = new Set(lostOf(resource).map(({ id }) => id));
    const isOwn = of.name === resource.name;
    const prefix = isOwn ? '' : `${of.name} `;
    const gone = others.lost(of).filter(({ id }) => !isOwn || wasListed(resource, id));
    return gone.map((one) => loss({ ...one, id: prefix + one.id }, of.name, seenAt)).filter(({ id }) => !held.has(id));
  };
  const since: Losses['since'] = async (resource, which = 'whole') => {
    seenWrites.set(resource.name, writes);
    const seenAt = clock.now();
    const gone = [...(await freshly(resource, resource, seenAt))];
    for (const other of beside(resource)) gone.push(...(await freshly(resource, other, seenAt)));
    lost.set(resource.name, [...lostOf(resource), ...gone]);
    const isAtRest = which === 'at rest';
    const { all, inMore } = others.otherwise(resource);
    const held = inMore.map((one) => loss(one, resource.name, seenAt));
    changed.set(resource.name, [...(changed.get(resource.name) ?? []), ...held]);
    const isDeletion = which === 'after a deletion';
    const numbers = isDeletion ? leftFirst(all, others.first(resource)).filter((one) => !inMore.includes(one)) : [];
    const ofNumbers = numbers.map((one): Loss => ({ ...loss(one, resource.name, seenAt), isOfNumbers: true }));
    const otherwise = isAtRest ? all.map((one) => loss(one, resource.name, seenAt)) : [...held, ...ofNumbers];
    // Where something came about, all below others is looked at: what goes from then on has not gone before.
    const isWrite = which === 'after a write' || isDeletion;
    const isAll = which === 'whole' || isAtRest || (isWrite && gone.length + otherwise.length > 0);
    const lostBelow = which === 'lists' ? [] : await nested.lost(isAll ? 'all' : 'some');
    if (which === 'lists') await nested.watch();
    askedAt.set(resource.name, clock.now());
    const below = lostBelow.map((one) => loss(one, BELOW, seenAt));
    return [...gone, ...otherwise, ...below];
  };
  return {
    since,
    unexplained,
    all(resource) {
      const all = [...lostOf(resource), ...(changed.get(resource.name) ?? [])];
      const byId = new Map(all.toReversed().map((one) => [one.id, one]));
      return [...byId.values()].filter(({ collection }) => !surely.has(collection));
    },
    blameOthers(losses, how) {
      for (const { collection } of losses) {
        busy.add(collection);
        if (how === 'surely') surely.add(collection);
      }
    },
    blameRun(losses) {
      for (const { collection } of losses) busy.delete(collection);
    },
    exhausted(resource, losses) {
      const empty = [resource, ...beside(resource)].filter((one) => others.left(one) === 0).map(({ name }) => name);
      return losses.filter(({ collection }) => empty.includes(collection));
    },
    isBusy: ({ name }) => surely.has(name),
    wrote() {
      writes += 1;
    },
    wasQuiet: ({ name }) => (seenWrites.get(name) ?? 0) === writes,
    wasJustAsked: ({ name }) => clock.now() - (askedAt.get(name) ?? Number.NEGATIVE_INFINITY) < LATELY_MS,
  };
}

/** Their ids in a sentence. */
export function idsOf(losses: readonly Loss[]): string {
  return [...new Set(losses.map(({ id }) => id))].join(', ');
}
