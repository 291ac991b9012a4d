import type { RecordResource } from '../records/record-claim.ts';
import { type Clock, pause } from '../run/clock.ts';
import { happensIn, LONGEST_LOOK_MS, latestMs } from './happens-without.ts';
import type { Newcomers } from './newcomers.ts';

/**
 * Tells whether records that others made since the run began go with its deletions. Others delete their own at any time: so each deletion that
 * is looked at is held against a longer time right before it in which the run writes nothing.
 */
export interface GoneWith {
  /** Whether so many went that the next deletion is looked at. */
  isDue(resource: RecordResource): boolean;
  /** Looks for a while right before a deletion. To be asked while no write is under way, as the other two. */
  before(resource: RecordResource): Promise<void>;
  /** Looks right after one that was answered with success. */
  after(resource: RecordResource): Promise<void>;
  /** Those that went with deletions, once that is shown; none before. */
  weigh(resource: RecordResource): Promise<readonly string[]>;
  /** All rules were tried: of what the run kept until then so many deletions are looked at. */
  last(): void;
  /** The run is over: no more is looked at, since what it made has to be deleted in time. */
  ending(): void;
  /** What was seen. */
  of(resource: RecordResource): Seen;
}

/** How many deletions took some, in so many milliseconds, and how many went in other milliseconds in which the run wrote nothing. */
export interface Seen {
  readonly hits: number;
  readonly withMs: number;
  readonly without: number;
  readonly withoutMs: number;
  /** Whether that is no chance. */
  readonly isShown: boolean;
}

/** From so many that are gone on, it is looked with what they go. */
const LEAST = 3;

/** So many deletions are looked at; so many more after one that took some; so many in all before the end of the rules, and then so many. */
const [LOOKS, MORE, MOST, LAST] = [10, 10, 40, 20];

/** After so many looks some have to have come while the run wrote nothing: else the service may make them with records of the run. */
const TO_COME = 8;

/** The least time without a write before each of them, and how many times as long as with one; and the time after one that took some. */
const [LEAST_MS, TIMES, AFTER_MS] = [60, 3, 1000];

/** So many deletions at least have to take some. */
const ENOUGH = 3;

/** The chance that others did it at those moments: where it is less, a longer time is looked at; and what it has to be after that. */
const [CHANCE, CHANCE_AFTER] = [0.003, 0.0005];

/** What a list showed of them, and when. */
interface Snapshot {
  readonly ids: ReadonlySet<string>;
  readonly at: number;
}

/** What is known of one collection. */
interface Known extends Mutable<Seen> {
  left: number;
  most: number;
  looks: number;
  /** So many have to be gone before it is looked at again. */
  due: number;
  /** Those that came while the run made nothing, so that others made them. */
  readonly came: Set<string>;
  last?: Snapshot;
  /** Those that went with deletions. */
  readonly taken: string[];
  /** Whether the last deletion took some. */
  isHit: boolean;
  /** Whether others were seen to make some long after the last write; undefined before that was looked at. */
  areOthers?: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Opens what a run knows of them. */
export function openGoneWith(
  newcomers: Pick<Newcomers, 'missing' | 'listedNow' | 'theirs' | 'goneOf'>,
  clock: Clock,
): GoneWith {
  const byResource = new Map<string, Known>();
  let isEnding = false;
  const knownOf = ({ name }: RecordResource): Known => {
    const known = byResource.get(name) ?? {
      left: 0,
      most: MOST,
      looks: 0,
      due: LEAST,
      came: new Set<string>(),
      withMs: 0,
      withoutMs: 0,
      hits: 0,
      taken: [],
      without: 0,
      isHit: false,
      isShown: false,
    };
    byResource.set(name, known);
    return known;
  };
  const giveUp = (known: Known): void => {
    known.left = 0;
    known.due = Number.POSITIVE_INFINITY;
  };
  /** Reads the list, and tells what came and went since it was read last, and how long that was. */
  const step = async (resource: RecordResource, known: Known): Promise<{ gone: readonly string[]; ms: number }> => {
    const { last } = known;
    const ids = await newcomers.listedNow(resource);
    // A list that a cache keeps, or a page of it, does not tell when one went.
    if (ids === undefined) giveUp(known);
    delete known.last;
    if (ids === undefined) return { gone: [], ms: 0 };
    known.last = { ids, at: clock.now() };
    if (last === undefined) return { gone: [], ms: 0 };
    const ms = clock.now() - last.at;
    const lacking = [...last.ids].filter((id) => !ids.has(id));
    const theirs = newcomers.theirs(resource, lacking, known.came);
    for (const id of ids) if (!last.ids.has(id)) known.came.add(id);
    return { gone: await newcomers.goneOf(resource, theirs), ms };
  };
  /** Looks at what happens while the run writes nothing. Whether some came. */
  const lookWithout = async (resource: RecordResource, known: Known): Promise<boolean> => {
    const before = known.came.size;
    const { gone, ms } = await step(resource, known);
    known.withoutMs += ms;
    known.without += gone.length;
    return known.came.size > before;
  };
  const isLess = ({ hits, without, withMs, withoutMs }: Seen, chance: number): boolean =>
    hits >= ENOUGH && chanceOf(hits, hits + without, withMs / (withMs + withoutMs)) < chance;
  /**
   * Writes nothing for so long that what jobs of the service do is done. They may make some after a record of the run, which rightly go with
   * it: others go on to make some.
   */
  const lookForLong = async (resource: RecordResource, known: Known): Promise<void> => {
    await pause(clock, latestMs(0));
    await lookWithout(resource, known);
    known.areOthers = await happensIn(clock, LONGEST_LOOK_MS, () => lookWithout(resource, known));
  };

  return {
    isDue(resource) {
      const known = knownOf(resource);
      const missing = newcomers.missing(resource);
      if (isEnding || known.isShown) return false;
      if (known.left === 0 && missing >= known.due && known.looks < known.most) {
        known.left = Math.min(LOOKS, known.most - known.looks);
        known.due = 2 * missing;
      }
      return known.left > 0 && missing >= LEAST;
    },
    async before(resource) {
      const known = knownOf(resource);
      delete known.last;
      await step(resource, known);
      const meanMs = known.looks === 0 ? 0 : known.withMs / known.looks;
      await pause(clock, Math.max(LEAST_MS, TIMES * meanMs));
      await lookWithout(resource, known);
    },
    async after(resource) {
      const known = knownOf(resource);
      const { gone, ms } = await step(resource, known);
      known.withMs += ms;
      known.looks += 1;
      known.left = Math.max(0, known.left - 1);
      known.isHit = gone.length > 0;
      if (known.looks === TO_COME && known.came.size === 0) giveUp(known);
      if (!known.isHit) return;
      known.hits += 1;
      known.taken.push(...gone);
      known.left = Math.min(Math.max(known.left, MORE), known.most - known.looks);
    },
    async weigh(resource) {
      const known = knownOf(resource);
      if (!known.isHit || known.last === undefined) return [];
      known.isHit = false;
      await pause(clock, AFTER_MS);
      await lookWithout(resource, known);
      if (!isLess(known, CHANCE)) return [];
      if (known.areOthers === undefined) await lookForLong(resource, known);
      known.isShown = known.areOthers === true && isLess(known, CHANCE_AFTER);
      return known.isShown ? known.taken : [];
    },
    last() {
      for (const known of byResource.values()) {
        if (known.due === Number.POSITIVE_INFINITY) continue;
        known.left = LAST;
        known.most = known.looks + LAST;
      }
    },
    ending() {
      isEnding = true;
    },
    of: knownOf,
  };
}

/** The chance that of `all` moments so many or more are of that share of the time. */
export function chanceOf(hits: number, all: number, share: number): number {
  let [ways, below] = [1, 0];
  for (let k = 0; k < hits; k += 1) {
    below += ways * share ** k * (1 - share) ** (all - k);
    ways = (ways * (all - k)) / (k + 1);
  }
  return 1 - below;
}

/** Whose doing it is that they are gone, as far as anybody can tell. */
export function whose({ hits, withMs, without, withoutMs, isShown }: Seen): string {
  if (!isShown) {
    const also = without === 0 ? '' : `; ${without} went while this run wrote nothing`;
    return `they or this run took them away${also}`;
  }
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const compared = `while none was sent, ${without} went in ${seconds(withoutMs)} seconds`;
  return `this run took some of them away: ${hits} of its deletions took one or more, in ${seconds(withMs)} seconds; ${compared}`;
}
