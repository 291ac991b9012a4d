import type { RecordResource } from '../records/record-claim.ts';
import { namesChanged } from '../records/shows-sent.ts';
import type { Clock } from '../run/clock.ts';
import { goesOn, latestMs, waitFor } from './happens-without.ts';
import { inMembers, listedBriefly } from './harm-in-words.ts';
import type { Loss, Losses } from './losses.ts';
import { mayBeComputed } from './may-be-computed.ts';
import type { Newcomers } from './newcomers.ts';

/**
 * Where many records of others are gone or changed, whatever did it: holds what came about while the run wrote against what comes about
 * while it does not.
 */
export interface Weighing {
  /** The run is about to write, or to look at what there is before it does. */
  began(): void;
  /** Does so, once enough has come about. To be asked while no write is under way. */
  weigh(resource: RecordResource): Promise<void>;
  /** What that came to where it is the run's doing; undefined where that was not seen. */
  weighed(resource: RecordResource): Weighed | undefined;
  /** Where it is the run's doing: so long after a write jobs of the service may do harm, as far as is known. */
  dueMs(): number | undefined;
}

/** That it is the run's doing. */
export interface Weighed {
  /** In words. */
  readonly why: string;
  /** The first record that was harmed. */
  readonly first: Loss;
  /** Where it went on for a while when the run had ceased to write: jobs of the service do it within so long after a write. */
  readonly dueMs?: number;
}

/** So many records are enough where they were not all seen at once, and so many where they were: somebody may delete several in one go. */
const [ENOUGH, ENOUGH_AT_ONCE] = [3, 6];

/** Opens what a run knows of that. */
export function openWeighing(losses: Losses, clock: Clock, newcomers: Pick<Newcomers, 'missing'>): Weighing {
  const concluded = new Map<string, Weighed>();
  /**
   * Collections in which others were seen to delete what they made since the run began: they may have deleted older records before that. This
   * excuses the run once; the next time that there is twice as much, it is blamed.
   */
  const doubted = new Set<string>();
  const due = new Map<string, number>();
  let longestDueMs: number | undefined;
  // Of all kinds and resources: what came about is counted from the first look on, whatever was written then.
  let beganAt: number | undefined;

  /** Whether more comes about while the run does not write. Where that is the work of others, they are blamed. */
  const outlasts = async (resource: RecordResource, how: { readonly waitMs: number; readonly dueMs: number }) => {
    // What came about so far is known then, below records of others too.
    await losses.since(resource);
    const wentOn: Loss[] = [];
    let more: readonly Loss[] = [];
    const seen: AtRest[] = [];
    const since = clock.now();
    const goes = await goesOn(clock, how, async () => {
      more = await losses.since(resource, 'at rest');
      wentOn.push(...more);
      seen.push({ afterMs: clock.now() - since, missing: newcomers.missing(resource) });
      return more.length > 0;
    });
    if (goes === 'for good') losses.blameOthers(more, 'surely');
    // Others may have ended since none is left.
    if (goes === 'for a while') losses.blameOthers(losses.exhausted(resource, wentOn), 'surely');
    return { isLate: goes !== 'no', areDeleting: isGrowing(seen, how.dueMs) };
  };

  return {
    began() {
      beganAt ??= clock.now();
    },
    async weigh(resource) {
      const { name } = resource;
      const count = losses.all(resource).length;
      if (concluded.has(name) || count < (due.get(name) ?? 0) || !areEnough(losses.all(resource))) return;
      // Where it shows nothing, it is asked again once there is twice as much.
      due.set(name, count * 2);
      const sinceMs = beganAt ?? 0;
      const waitMs = waitFor(count, clock.now() - sinceMs);
      if (waitMs === undefined) return;
      const dueMs = latestMs(Math.min(...losses.all(resource).map(({ seenAt }) => seenAt)) - sinceMs);
      const { isLate, areDeleting } = await outlasts(resource, { waitMs, dueMs });
      const harmed = losses.all(resource);
      const [first] = harmed;
      if (first === undefined || !areEnough(harmed)) return;
      if (areDeleting && !doubted.has(name)) {
        doubted.add(name);
        // Others may have gone on with older records while it was looked.
        due.set(name, harmed.length * 2);
        return;
      }
      losses.blameRun(harmed);
      longestDueMs = Math.max(longestDueMs ?? 0, dueMs);
      const late = isLate ? { dueMs } : {};
      concluded.set(name, { why: whyOf(harmed, late), first, ...late });
    },
    weighed: ({ name }) => concluded.get(name),
    dueMs: () => longestDueMs,
  };
}

/** At one look: how many records that others made since the run began were gone, and how long nothing had been written. */
interface AtRest {
  readonly afterMs: number;
  readonly missing: number;
}

/** Whether more of them went, by the looks that came after the jobs of the service were due; by all looks where there are too few. */
function isGrowing(seen: readonly AtRest[], dueMs: number): boolean {
  const late = seen.filter(({ afterMs }) => afterMs >= dueMs);
  const looked = late.length > 1 ? late : seen;
  return (looked.at(-1)?.missing ?? 0) > (looked[0]?.missing ?? 0);
}

function areEnough(losses: readonly Loss[]): boolean {
  const moments = new Set(losses.map(({ seenAt }) => seenAt));
  return losses.length >= (moments.size > 1 ? ENOUGH : ENOUGH_AT_ONCE);
}

function whyOf(harmed: readonly Loss[], { dueMs }: Pick<Weighed, 'dueMs'>): string {
  const until =
    dueMs === undefined ? 'none while it waited' : `none once it had waited for ${Math.round(dueMs / 1000)} seconds`;
  const ids = harmed.map(({ id }) => id);
  const otherwise = harmed.filter(({ became }) => became === 'changed meanwhile');
  const members = [...new Set(otherwise.flatMap(namesChanged))];
  const what = otherwise.length === 0 ? 'went' : otherwise.length === harmed.length ? 'changed' : 'went or changed';
  const where = members.length === 0 ? '' : ` ${inMembers(members, otherwise.every(mayBeComputed))}`;
  return `${harmed.length} records of others ${what} while this run wrote, and ${until}: ${listedBriefly(ids)}${where}`;
}
