import type { Answer } from '../answer.ts';
import { hasLasted, withoutPassing } from '../records/lasting.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { changedAlike, showsWhatWasSent } from '../records/shows-sent.ts';
import type { Clock } from '../run/clock.ts';
import type { Bystanders } from './bystanders.ts';
import { happensElsewhere, happensWithout, LONGEST_LOOK_MS } from './happens-without.ts';
import type { Bystander } from './states.ts';

/** A change of the run that is looked at. */
export interface LookedAt {
  /** What changes of one kind share. */
  readonly key: string;
  readonly resource: RecordResource;
  /** The record of the run that it names, and how it was shown right before; undefined where none is named that is there. */
  readonly own?: { readonly id: string; readonly before: unknown };
  /** So many records of others were known to be gone. */
  readonly lost: number;
}

/** A record of others that changed with a change of the run. */
export interface Beside {
  readonly other: Bystander;
  /** Whether the change named a record of the run that was there, and whether that one changed as well. */
  readonly isNamedThere: boolean;
  readonly isDone: boolean;
}

/** One of which it is not told yet whose doing it is. */
interface Suspect extends Beside {
  /** Whether it changed as the change would have it. */
  readonly isAlike: boolean;
}

/** Tells a record of others that a change of the run came to from one that somebody else changed meanwhile. */
export interface ChangedBeside {
  /** Reads them right before a change, so that what others do meanwhile is little. Gives what `blamed` has to know. */
  before(key: string, resource: RecordResource, id: string | undefined): Promise<LookedAt>;
  /**
   * The record of others that the change came to, as far as anybody can tell. `alone`: runs a task while no other change of the resource
   * is under way.
   */
  blamed(change: LookedAt, answer: Answer, alone: Alone): Promise<Beside | undefined>;
  /** Whether a record of others changed with a change of the run once, and nobody else was seen at work: the next ones are looked at. */
  isDoubtful(resource: RecordResource): boolean;
  /** Whether others were seen to change records while the run sent no change. */
  isBusy(resource: RecordResource): boolean;
  /** Whether records of others change, or go, while the run writes nothing: so others are at work. To be asked once nothing is under way. */
  isGoingOn(resource: RecordResource): Promise<boolean>;
}

/** Runs a task while no other change is under way. */
export type Alone = <T>(task: () => Promise<T>) => Promise<T>;

/** By what it is told. */
export interface ChangedBesideOptions {
  readonly others: Bystanders;
  readonly clock: Clock;
  /** Waits so long as effects may take to show; undefined where they show at once. */
  readonly settled: (() => Promise<void>) | undefined;
  readonly span: () => Span;
}

/** So many that change in one moment, and none in the second after it, are no coincidence. */
const SEVERAL = 3;

/** Opens what a run knows of them. */
export function openChangedBeside({ others, clock, settled, span }: ChangedBesideOptions): ChangedBeside {
  // The resources whose records others were seen to change; and where a change of theirs came together with one of the run: a resource, or
  // a kind of changes.
  const [busy, doubts] = [new Set<string>(), new Set<string>()];
  const seenAt = new Map<string, number>();
  const seen = ({ name }: RecordResource): void => void seenAt.set(name, clock.now());

  /** How a record is shown, once its change had the time to show. */
  const changedState = async (resource: RecordResource, id: string, before: unknown): Promise<unknown> => {
    const now = await others.state(resource, id);
    if (settled === undefined || now === undefined || !hasLasted({ before, now }, span())) return now;
    await settled();
    return others.state(resource, id);
  };

  /** One that changed with a change of a record that is there. */
  const besideOwn = async (
    resource: RecordResource,
    { id, before }: NonNullable<LookedAt['own']>,
    answer: Answer,
  ): Promise<Suspect | undefined> => {
    const fresh = await others.changed(resource, 'some');
    const now = await changedState(resource, id, before);
    const isDone = now !== undefined && !hasLasted({ before, now }, span());
    const other = fresh ?? (isDone ? undefined : await others.changed(resource, 'all'));
    if (other === undefined) return undefined;
    const own = withoutPassing({ before, now }, span());
    const isAlike = isDone ? changedAlike(own, other, span()) : showsWhatWasSent(other, answer);
    return { other, isNamedThere: true, isDone, isAlike };
  };

  /** One that changed with a change of what is not there. */
  const besideNothing = async ({ resource, lost }: LookedAt, answer: Answer): Promise<Suspect | undefined> => {
    const changed = await others.changed(resource, 'all');
    // Who looked for another change may have seen first what this one took.
    const [taken] = others.lost(resource).slice(lost);
    const other = changed ?? taken;
    return other && { other, isNamedThere: false, isDone: false, isAlike: showsWhatWasSent(other, answer) };
  };

  return {
    isDoubtful: ({ name }) => doubts.has(name) && !busy.has(name),
    isBusy: ({ name }) => busy.has(name),
    async isGoingOn(resource) {
      const goesOn = async (): Promise<boolean> =>
        (await others.renew(resource)) || (await others.gone(resource)).length > 0;
      // What has come about so far is known then.
      await goesOn();
      return happensWithout(clock, 0, goesOn);
    },
    async before(key, resource, id) {
      const before = id === undefined ? undefined : await others.state(resource, id);
      const own = id === undefined || before === undefined ? {} : { own: { id, before } };
      // Right before the change: what others do meanwhile is little then.
      if (before !== undefined) {
        if (await others.renew(resource)) busy.add(resource.name);
        seen(resource);
      }
      if (!seenAt.has(resource.name)) seen(resource);
      return { key, resource, ...own, lost: others.lost(resource).length };
    },
    async blamed(change, answer, alone) {
      const { key, resource, own } = change;
      const since = seenAt.get(resource.name) ?? clock.now();
      const beside = await (own === undefined ? besideNothing(change, answer) : besideOwn(resource, own, answer));
      const isOld = own !== undefined && beside?.other.isOld === true;
      const withinMs = isOld ? LONGEST_LOOK_MS : clock.now() - since;
      seen(resource);
      // Where others are at work, one of them may have changed theirs in the same way at this moment.
      if (beside === undefined || (beside.isAlike && !busy.has(resource.name))) return beside;
      let together = beside.other.together ?? 1;
      const changes = async (): Promise<boolean> => (await others.changed(resource, 'all')) !== undefined;
      const goesOn = async (): Promise<boolean> => {
        // What came about with the change, and was not read yet, is known then.
        together = Math.max(together, (await others.changed(resource, 'all'))?.together ?? 1);
        await others.gone(resource);
        return happensElsewhere(clock, { withinMs, isAgain: doubts.has(resource.name) }, changes);
      };
      if (await alone(goesOn)) {
        busy.add(resource.name);
        return undefined;
      }
      if (beside.isAlike) return beside;
      // Where nobody else was seen to change anything, it is the change that did it: at once, where the named record did not change.
      const { isDone } = beside;
      const isLikely = !isDone || doubts.has(resource.name) || together >= SEVERAL;
      const isSure = !busy.has(resource.name) && !isOld && isLikely;
      if (isSure || (!isDone && doubts.has(key))) return beside;
      doubts.add(isDone ? resource.name : key);
      return undefined;
    },
  };
}
