import type { Answer } from '../answer.ts';
import { goesOn, latestMs, waitFor } from '../guard/happens-without.ts';
import { isOfAnyRun } from '../guard/states.ts';
import type { Claim, RecordResource } from '../records/record-claim.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import type { Clock } from '../run/clock.ts';

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
}

/** Reads what a collection lists. */
type ReadNow = (resource: RecordResource) => Promise<Answer | undefined>;

/** What a run created, and deleted. */
export interface Done {
  readonly created: number;
  readonly deleted: number;
}

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

/** How many came, and what the run did meanwhile. */
interface Counts extends Done {
  readonly rows: number;
}

/** What is known of a collection. */
interface Known {
  readonly resource: RecordResource;
  readonly ids: ReadonlySet<string>;
  /** What the run had done by then. */
  readonly begun: Counts;
  rows: number;
  /** What there was when they were seen to come no more once the run had ceased to write. */
  quiet?: Counts;
  whose?: 'run' | 'others';
}

/** Fewer may have come by chance; so few more are enough once others were not seen to make any. */
const [LEAST, LEAST_MORE] = [6, 2];

/** Opens what a run knows of them. */
export function openCameWith({ nonce, claims, isKnown, clock, alone }: CameWithOptions): CameWith {
  const known = new Map<string, Known>();
  const begunAt = clock.now();
  const countsOf = (rows: number): Counts => ({
    rows,
    created: claims.length,
    deleted: claims.filter(({ gone }) => gone).length,
  });
  /** How many came; none where the list did not grow with them, as a page of it, whose records change. */
  const cameInto = ({ ids, resource }: Known, answer: Answer): number => {
    const entries = listedIn(answer.representation.value, resource) ?? [];
    const isNew = (entry: unknown): boolean => {
      const id = idOfEntry(entry, resource);
      return id !== undefined && !isOfAnyRun(entry, nonce) && !ids.has(id) && !isKnown(resource, id);
    };
    const rows = entries.filter(isNew).length;
    return entries.length >= ids.size + rows / 2 ? rows : 0;
  };
  const candidates = (): readonly Known[] =>
    [...known.values()].filter(({ rows, whose }) => whose === undefined && rows >= LEAST);

  /** Looks whether more come while the run writes nothing. */
  const isQuiet = async (one: Known, read: ReadNow): Promise<boolean | undefined> => {
    const waitMs = waitFor(one.rows, clock.now() - begunAt);
    if (waitMs === undefined) return undefined;
    const grows = async (): Promise<boolean> => {
      const answer = await read(one.resource);
      const rows = answer === undefined ? one.rows : cameInto(one, answer);
      const isMore = rows > one.rows;
      one.rows = rows;
      return isMore;
    };
    // What is on its way is there then.
    await grows();
    return (await goesOn(clock, { waitMs, dueMs: latestMs(0) }, grows)) !== 'for good';
  };
  const weighOne = async (one: Known, read: ReadNow): Promise<void> => {
    const { quiet, begun } = one;
    const now = countsOf(one.rows);
    if (goWithTheirOwn(since(now, begun))) return;
    if (quiet !== undefined) {
      if (now.rows - quiet.rows >= LEAST_MORE && isAbout(since(now, quiet))) one.whose = 'run';
      return;
    }
    if (!isAbout(since(now, begun))) return;
    const wasQuiet = await isQuiet(one, read);
    if (wasQuiet === false) one.whose = 'others';
    if (wasQuiet === true) one.quiet = countsOf(one.rows);
  };

  const inWords = ({ rows, resource, begun }: Known): string => {
    const { created, deleted } = since(countsOf(rows), begun);
    return `${rows} records came into ${resource.name} while this run created ${created} and deleted ${deleted}`;
  };

  return {
    note(resource, ids, done) {
      known.set(resource.name, { resource, ids, begun: { ...done, rows: 0 }, rows: 0 });
    },
    seen(resource, answer) {
      const one = known.get(resource.name);
      if (one !== undefined) one.rows = cameInto(one, answer);
    },
    async weigh(read) {
      if (candidates().length === 0) return;
      await alone(async () => {
        for (const one of candidates()) await weighOne(one, read);
      });
    },
    isOpen: () => candidates().length > 0,
    whyNoMore() {
      const one = [...known.values()].find(({ whose }) => whose === 'run');
      return one && `no more is created, since ${inWords(one)}, and none once it had ceased to`;
    },
    async told(read) {
      const open = [...known.values()].filter(({ whose }) => whose !== 'others');
      if (claims.length < LEAST) return [];
      for (const one of open) {
        const answer = await read(one.resource);
        if (answer !== undefined) one.rows = cameInto(one, answer);
      }
      const isLikely = ({ rows, whose, begun }: Known): boolean =>
        whose === undefined && rows >= LEAST && isAbout(since(countsOf(rows), begun));
      for (const one of open.filter(isLikely)) if ((await isQuiet(one, read)) === false) one.whose = 'others';
      return open.filter(isLikely).map((one) => `${inWords(one)} (this run or somebody else made them)`);
    },
  };
}

function since(now: Counts, before: Counts): Counts {
  return {
    rows: now.rows - before.rows,
    created: now.created - before.created,
    deleted: now.deleted - before.deleted,
  };
}

/** Whether about as many came as were created, or deleted, or a few with each. */
function isAbout({ rows, created, deleted }: Counts): boolean {
  const isOf = (writes: number): boolean => writes > 0 && rows >= 0.75 * writes && rows <= 3.25 * writes;
  return isOf(created) || isOf(deleted);
}

/** Whether there are about as many as records of the run that are there: they may go with those. */
function goWithTheirOwn({ rows, created, deleted }: Counts): boolean {
  const there = created - deleted;
  return rows >= 0.8 * there && rows <= 1.25 * there;
}
