import type { Answer } from '../answer.ts';
import { goesOn, latestMs, waitFor } from '../guard/happens-without.ts';
import { isOfAnyRun } from '../guard/states.ts';
import type { Claim, RecordResource } from '../records/record-claim.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import type { Clock } from '../run/clock.ts';
import { ABOUT, type Counts, type Done, goWithTheirOwn, isShare, SOME, since } from './came-counts.ts';

/**
 * Counts the records that came into collections since the run began, are none of its own and show no value of it: a service may make one with
 * each creation or each deletion, such as a contact without a name, or a row of a log. Nothing but their number tells whose they are.
 */
export interface CameWith {
  /** Notes what a collection listed of others before the rules began. `created`, `deleted`: what the run had by then. */
  note(resource: RecordResource, ids: ReadonlySet<string>, done: Done): void;
  /** Reads how many came by now. */
  seen(resource: RecordResource, answer: Answer): void;
  /**
   * Holds what came against what the run created and deleted. Where it is about as many, the run writes nothing for a while, and looks whether
   * others make them. `read`: what a collection lists now.
   */
  weigh(read: ReadNow): Promise<void>;
  /** Whether some came of which it is not known yet whose doing it is. */
  isOpen(): boolean;
  /** That they come with what the run creates or deletes, in words; undefined where that was not seen. */
  whyNoMore(): string | undefined;
  /** The same, and what came of which nobody knows whose doing it is, at the end of a run. */
  told(read: ReadNow): Promise<readonly string[]>;
  /** Reads once more what came with what the run created or deleted: some of it may have gone with records of the run. */
  lookLast(read: ReadNow): Promise<void>;
  /** The records of that, as they were read last, and why they are taken to be of this run. */
  stay(): readonly CameAlong[];
}

/** A record that came with those of the run, as far as numbers tell. */
export interface CameAlong {
  readonly resource: RecordResource;
  readonly id: string;
  readonly why: string;
}

/** Reads what a collection lists. */
type ReadNow = (resource: RecordResource) => Promise<Answer | undefined>;

/** What they are counted by. */
export interface CameWithOptions {
  /** What every value of the run holds. */
  readonly nonce: string;
  readonly claims: readonly Claim[];
  /** Whether the run was given an id by a creation, or a record was there before the first one. */
  readonly isKnown: (resource: RecordResource, id: string) => boolean;
  readonly clock: Clock;
  /** Runs a task while no write of the run is under way. */
  readonly alone: (task: () => Promise<void>) => Promise<void>;
}

/** What had come at some moment, and what the run had done by then. */
interface Look {
  readonly came: ReadonlySet<string>;
  readonly done: Done;
}

/** What is known of a collection. */
interface Known {
  readonly resource: RecordResource;
  readonly ids: ReadonlySet<string>;
  /** What the run had done by then. */
  readonly begun: Counts;
  came: ReadonlySet<string>;
  /** What there was each time that they were weighed. */
  readonly looks: Look[];
  /** What there was when they were seen to come no more once the run had ceased to write. */
  quiet?: Counts;
  /** How often that was seen. */
  silences: number;
  whose?: 'run' | 'others';
}

/** Fewer may have come by chance; so few more are enough once others were not seen to make any. */
const [LEAST, LEAST_MORE] = [6, 2];

/** Where records come and go with those of the run, most go that were there with so many that are deleted since. */
const [DELETED, GONE] = [6, 0.25];

/** Opens what a run knows of them. */
export function openCameWith({ nonce, claims, isKnown, clock, alone }: CameWithOptions): CameWith {
  const known = new Map<string, Known>();
  const begunAt = clock.now();
  const countsOf = (rows: number): Counts => ({
    rows,
    created: claims.length,
    deleted: claims.filter(({ gone }) => gone).length,
  });
  /** Those that came; none where the list did not grow with them, as a page of it, whose records change. */
  const cameInto = ({ ids, resource }: Known, answer: Answer): ReadonlySet<string> => {
    const entries = listedIn(answer.representation.value, resource) ?? [];
    const came = entries.flatMap((entry) => {
      const id = idOfEntry(entry, resource);
      return id === undefined || isOfAnyRun(entry, nonce) || ids.has(id) || isKnown(resource, id) ? [] : [id];
    });
    return new Set(entries.length >= ids.size + came.length / 2 ? came : []);
  };
  const readOne = async (one: Known, read: ReadNow): Promise<void> => {
    const answer = await read(one.resource);
    if (answer !== undefined) one.came = cameInto(one, answer);
  };
  const candidates = (): readonly Known[] =>
    [...known.values()].filter(({ came, whose }) => whose === undefined && came.size >= LEAST);
  /** Whether they stay though records of the run that were there with them are deleted. */
  const outlast = ({ came, looks }: Known): boolean =>
    looks.some((look) => {
      const there = claims.slice(0, look.done.created);
      const deleted = there.filter(({ gone }) => gone).length - look.done.deleted;
      return deleted >= DELETED && goneOf(look.came, came) <= GONE * deleted;
    });

  /** Looks whether more come while the run writes nothing. */
  const isQuiet = async (one: Known, read: ReadNow): Promise<boolean | undefined> => {
    const waitMs = waitFor(one.came.size, clock.now() - begunAt);
    if (waitMs === undefined) return undefined;
    const grows = async (): Promise<boolean> => {
      const before = one.came.size;
      await readOne(one, read);
      return one.came.size > before;
    };
    // What is on its way is there then.
    await grows();
    return (await goesOn(clock, { waitMs, dueMs: latestMs(0) }, grows)) !== 'for good';
  };
  const weighOne = async (one: Known, read: ReadNow): Promise<void> => {
    const { quiet, begun } = one;
    const now = countsOf(one.came.size);
    one.looks.push({ came: one.came, done: now });
    const mayGo = goWithTheirOwn(since(now, begun));
    if (mayGo && !outlast(one)) return;
    if (quiet !== undefined) {
      const more = since(now, quiet);
      if (more.rows < LEAST_MORE || !isShare(SOME, more)) return;
      if (one.silences > 1 || (isShare(ABOUT, more) && isShare(ABOUT, since(now, begun)))) {
        one.whose = 'run';
        return;
      }
    } else if (!isShare(SOME, since(now, begun))) return;
    const before = one.came;
    const wasQuiet = await isQuiet(one, read);
    if (wasQuiet === false) one.whose = 'others';
    // What goes with records of the run may do so some time after them.
    if (wasQuiet !== true || (mayGo && goneOf(before, one.came) > 0)) return;
    one.quiet = countsOf(one.came.size);
    one.silences += 1;
  };

  const inWords = ({ came, resource, begun }: Known): string => {
    const { created, deleted } = since(countsOf(came.size), begun);
    return `${came.size} records came into ${resource.name} while this run created ${created} and deleted ${deleted}`;
  };
  const ofRun = (): readonly Known[] => [...known.values()].filter(({ whose }) => whose === 'run');

  return {
    note(resource, ids, done) {
      known.set(resource.name, { resource, ids, begun: { ...done, rows: 0 }, came: new Set(), looks: [], silences: 0 });
    },
    seen(resource, answer) {
      const one = known.get(resource.name);
      if (one !== undefined) one.came = cameInto(one, answer);
    },
    async weigh(read) {
      if (candidates().length === 0) return;
      await alone(async () => {
        for (const one of candidates()) await weighOne(one, read);
      });
    },
    isOpen: () => candidates().length > 0,
    whyNoMore() {
      const [one] = ofRun();
      return one && `no more is created, since ${inWords(one)}, and none once it had ceased to`;
    },
    async told(read) {
      const open = [...known.values()].filter(({ whose }) => whose !== 'others');
      if (claims.length < LEAST) return [];
      for (const one of open) await readOne(one, read);
      const isLikely = ({ came, whose, begun }: Known): boolean =>
        whose === undefined && came.size >= LEAST && isShare(SOME, since(countsOf(came.size), begun));
      for (const one of open.filter(isLikely)) if ((await isQuiet(one, read)) === false) one.whose = 'others';
      return open.filter(isLikely).map((one) => `${inWords(one)} (this run or somebody else made them)`);
    },
    async lookLast(read) {
      for (const one of ofRun()) await readOne(one, read);
    },
    stay: () =>
      ofRun().flatMap((one) => {
        const why = `${inWords(one)}, and none once it had ceased to`;
        return [...one.came].map((id): CameAlong => ({ resource: one.resource, id, why }));
      }),
  };
}

/** How many of some are not among others. */
function goneOf(before: ReadonlySet<string>, now: ReadonlySet<string>): number {
  return [...before].filter((id) => !now.has(id)).length;
}
