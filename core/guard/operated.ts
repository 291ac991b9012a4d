import { hasLasted } from '../records/lasting.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { namesChanged } from '../records/shows-sent.ts';
import { isObject } from '../representation/json-value.ts';
import type { Clock } from '../run/clock.ts';
import type { Bystanders } from './bystanders.ts';
import { happensElsewhere } from './happens-without.ts';
import { type Harm, inWords } from './harm-in-words.ts';
import { mayBeComputed } from './may-be-computed.ts';
import { openReach, type Reach, type Reached, type ReachOptions } from './operation-reach.ts';
import type { Change, Lane } from './wrong-record.ts';

/**
 * Looks whether an operation on a record of the run changes records of other collections, or takes some away: as one that cancels a deal
 * may block the user who owns it, or delete the keys of that user.
 */
export interface Operated {
  /** Whether a change is one that is looked at: one of the first of its name. No other write may be under way beside it. */
  isDue(change: Change): boolean;
  /** Reads what it may reach, right before it. */
  before(change: Change): Promise<BeforeOperation>;
  /** Looks right after one that was answered with success; no other write may be under way until it has ended. */
  after(before: BeforeOperation, reading: Lane): Promise<void>;
  /** Why an operation is sent no more; undefined where it is. */
  whyNoMore(change: Change): string | undefined;
  /** What they did. */
  harms(): readonly Harm[];
}

/** What was read before an operation, and when. */
export interface BeforeOperation {
  readonly name: string;
  readonly at: number;
  readonly reach: Reach;
}

/** One of which it is not told yet whose doing it is. */
interface Suspect extends Reached {
  /** The kind of change with which it came, and the record of the run that this named. */
  readonly place: string;
  readonly resource: RecordResource;
  readonly own: string;
  /** How a GET showed it then. */
  readonly state: unknown;
}

/** By what it is told. */
export interface OperatedOptions extends ReachOptions {
  readonly others: ReachOptions['others'] & Pick<Bystanders, 'first'>;
  /** Whether the run deleted what had an id. */
  readonly isDeleted: (resource: RecordResource, id: string) => boolean;
  readonly clock: Clock;
  /** Waits so long as effects may take to show; undefined where they show at once. */
  readonly settled: (() => Promise<void>) | undefined;
}

/** So many of each name that are answered with success are looked at, and so many where something changed with one. */
const [LOOKS, IN_DOUBT] = [2, 20];

/** So many are prepared for each that is looked at, where they are refused. */
const TRIES = 5;

/** So many that are gone at once are no coincidence. */
const SEVERAL = 2;

/** Opens what a run knows of them. */
export function openOperated(options: OperatedOptions): Operated {
  const { others, beside, isDeleted, clock, settled, span } = options;
  const { before: reachOf, since } = openReach(options);
  const [looks, tries] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, name: string): number => counts.get(name) ?? 0;
  const doubts = new Map<string, readonly Suspect[]>();
  const stopped = new Map<string, Harm>();
  // The names of operations with which the service computes something; and where others were seen to be at work.
  const computed = new Set<string>();
  const busy = new Set<string>();

  const unexplained = (reached: readonly Reached[]): readonly Reached[] =>
    reached.filter(({ collection }) => !busy.has(collection));

  const noted = async (
    { reach: { change } }: BeforeOperation,
    reached: readonly Reached[],
  ): Promise<readonly Suspect[]> => {
    const all: Suspect[] = [];
    for (const one of reached) {
      const { at } = one;
      const state = at === undefined ? undefined : await others.state(at.of, at.id);
      all.push({ ...one, state, place: change.place, resource: change.resource, own: change.id ?? '' });
    }
    return all;
  };
  /** Once the run has deleted the record of an operation, tells what changed with that and stays so from what goes back with the record. */
  const settleDoubts = async (name: string): Promise<void> => {
    const all = doubts.get(name) ?? [];
    const over = all.filter(({ at, resource, own }) => at !== undefined && isDeleted(resource, own));
    const lasting: Suspect[] = [];
    for (const one of over) {
      const now = one.at && (await others.state(one.at.of, one.at.id));
      if (now !== undefined && hasLasted({ before: one.state, now }, span())) lasting.push(one);
    }
    // One alone may be the work of somebody else at that moment.
    const isTwice = new Set(all.map(({ own }) => own)).size > 1;
    if (lasting.length > 0 && isTwice) stop(name, all);
    else if (over.length > lasting.length) computed.add(name);
  };
  const stop = (name: string, suspects: readonly Suspect[]): void => {
    const [first] = suspects;
    if (first === undefined) return;
    const alike = suspects.filter(({ became }) => became === first.became);
    stopped.set(name, {
      place: first.place,
      ids: [...new Set(alike.map(({ id }) => id))],
      became: first.became,
      members: [...new Set(alike.flatMap(namesChanged))],
      isComputed: alike.every(mayBeComputed),
    });
  };
  /** Whether it is lost: a text that each record has of its own is no state which a service computes. */
  const isLost = (one: Reached): boolean =>
    one.became !== 'changed meanwhile' ||
    one.at === undefined ||
    namesChanged(one).some((member) => one.at !== undefined && areOwnTexts(others.first(one.at.of), member));
  const conclude = async (before: BeforeOperation, reached: readonly Reached[]): Promise<void> => {
    const { name } = before;
    const earlier = doubts.get(name) ?? [];
    const now = await noted(before, reached);
    const lost = now.filter(isLost);
    const isSure = lost.filter(({ became }) => became !== 'changed meanwhile').length >= SEVERAL;
    if (isSure || (lost.length > 0 && earlier.some(isLost))) stop(name, [...lost, ...earlier.filter(isLost)]);
    // Somebody else may have done it at this moment. That does not come again, unless they go on.
    else doubts.set(name, [...earlier, ...now]);
  };

  return {
    isDue({ operation, names, resource }) {
      if (operation === undefined || names !== 'own' || stopped.has(operation) || computed.has(operation)) return false;
      if (beside(resource).length === 0) return false;
      const most = doubts.has(operation) ? IN_DOUBT : LOOKS;
      return count(looks, operation) < most && count(tries, operation) < most * TRIES;
    },
    async before(change) {
      const { operation: name = '' } = change;
      tries.set(name, count(tries, name) + 1);
      await settleDoubts(name);
      return { name, at: clock.now(), reach: await reachOf(change) };
    },
    async after(before, reading) {
      const { name, at } = before;
      looks.set(name, count(looks, name) + 1);
      await settled?.();
      const reached = await reading(() => since(before.reach));
      if (unexplained(reached).length === 0) return;
      const goes = async (): Promise<boolean> => {
        for (const { collection } of await reading(() => since(before.reach))) busy.add(collection);
        return unexplained(reached).length === 0;
      };
      const how = { withinMs: clock.now() - at, isAgain: doubts.has(name) };
      if (await happensElsewhere(clock, how, goes)) return;
      await reading(() => conclude(before, unexplained(reached)));
    },
    whyNoMore({ operation }) {
      const harm = operation === undefined ? undefined : stopped.get(operation);
      return harm && inWords({ ...harm, members: [] });
    },
    harms: () => [...stopped.values()],
  };
}

/** So many records show a member at least, so that it tells something that they are all different. */
const LEAST = 3;

/** Whether each record shows another text there, as an address of mail. */
function areOwnTexts(records: ReadonlyMap<string, unknown>, member: string): boolean {
  const shown = [...records.values()].flatMap((one) => (isObject(one) && one[member] != null ? [one[member]] : []));
  return shown.length >= LEAST && new Set(shown).size === shown.length && shown.every((one) => typeof one === 'string');
}
