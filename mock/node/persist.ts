import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Mock } from '../index.ts';
import { problem, Refusal } from '../service/problems.ts';
import { imageOfSeed, type StateImage } from '../state/image.ts';
import { changeLine, droppedLine, forgottenLine, type KeptTenant, stateLines } from '../state/journal.ts';
import { describeMerges } from '../state/seed-merge.ts';
import type { News, World } from '../state/world.ts';
import { type JournalFile, readJournal, replaceJournal } from './persist-file.ts';
import { takeLock } from './persist-lock.ts';

/** How state is kept in a file. */
export interface PersistOptions {
  readonly file: string;
  /**
   * How many bytes of changes may follow on the state in the file before it is written anew. By default a mebibyte, or twice what
   * the state takes where that is more: so a change costs the same however large the state is.
   */
  readonly logLimit?: number;
}

/** A file that state is kept in, locked and read. */
export interface Persisted {
  /** What the state in it began with; undefined: there is none in it yet. */
  readonly seed: StateImage | undefined;
  /** Has the mock go on from what is kept, and keeps whatever changes from now on. `reseeded`: the mock has a seed of its own. */
  attach(mock: Mock, reseeded: boolean): void;
  /** Keeps nothing any more and gives the file free. */
  close(): void;
}

const limitFor = (stateSize: number): number => Math.max(1024 * 1024, 2 * stateSize);

/** Opens a file to keep state in. Throws an Error that says what is wrong with it and what to do; the file is left as it is then. */
export function openPersisted({ file: given, logLimit }: PersistOptions, notice: (text: string) => void): Persisted {
  const file = placeOf(given);
  const release = takeLock(file);
  let end = release;
  try {
    const { kept, torn } = readJournal(file);
    const { seed } = kept;
    if (torn > 0) notice(`${given}: the last ${torn} bytes were not written to their end, and are cut off`);
    return {
      seed,
      attach(mock, reseeded) {
        load(mock, kept.tenants);
        if (reseeded && seed !== undefined) {
          const told = describeMerges(takeOverSeed(mock, seed));
          if (told !== '') notice(`${given}: the seed is another: ${told}`);
        }
        const stop = keep(mock, file, logLimit, (text) => notice(`${given}: ${text}`));
        end = () => {
          stop();
          release();
        };
      },
      close: () => end(),
    };
  } catch (cause) {
    release();
    throw cause;
  }
}

// Through links: the file that is meant is written beside and renamed, and the link stays.
function placeOf(given: string): string {
  const path = resolve(given);
  if (existsSync(path)) {
    if (!statSync(path).isFile()) throw new Error(`${given} is no file; name one, new or written by assayer before`);
    return realpathSync(path);
  }
  const folder = dirname(path);
  if (!existsSync(folder)) throw new Error(`${given}: there is no folder ${folder}; make it, or name another file`);
  return join(realpathSync(folder), basename(path));
}

// Each is let go once it is loaded: a large state is not to be there twice.
function load({ tenants }: Mock, kept: Map<string, KeptTenant>): void {
  for (const [tenant, { state, snapshots }] of kept) {
    const world = tenants.begin(tenant, state);
    for (const [name, image] of snapshots) world.keepSnapshot(name, image);
    kept.delete(tenant);
  }
}

function takeOverSeed({ tenants, options }: Mock, before: StateImage): ReturnType<Mock['reseed']> {
  const after = imageOfSeed(options.seed);
  return new Map(tenants.list().map((world) => [world.tenant, world.reseed(before, after)]));
}

/** Keeps everything from now on; returns what ends that. */
function keep(mock: Mock, file: string, logLimit: number | undefined, notice: (text: string) => void): () => void {
  // Tenants that the file knows; the first change of another brings its whole state along.
  let known = new Set<string>();
  let journal: JournalFile | undefined;
  let limit = 0;

  const compact = (): void => {
    const worlds = mock.tenants.list();
    const fresh = replaceJournal(file, wholeLines(mock, worlds));
    journal?.close();
    journal = fresh;
    known = new Set(worlds.map(({ tenant }) => tenant));
    limit = fresh.size + (logLimit ?? limitFor(fresh.size));
  };
  const compactWhenLong = (): void => {
    if (journal === undefined || journal.size < limit) return;
    try {
      compact();
    } catch (cause) {
      // What was changed is in the file as it is, which may grow on.
      limit += logLimit ?? limitFor(journal.size);
      notice(`it could not be written anew and goes on growing: ${messageOf(cause)}`);
    }
  };
  const append = (tenant: string, news: News): void => {
    if (news === 'forgotten' && !known.has(tenant)) return;
    journal?.append(linesFor(mock, tenant, known.has(tenant) ? news : 'replaced'));
    if (news === 'forgotten') known.delete(tenant);
    else known.add(tenant);
  };
  compact();
  const stop = mock.watch((tenant, news) => {
    try {
      // After a failure the file lacks a change that the mock has made, so all is written anew.
      if (journal === undefined) compact();
      else append(tenant, news);
    } catch (cause) {
      journal?.close();
      journal = undefined;
      const why = `the change could not be kept in the mock's file: ${messageOf(cause)}`;
      notice(why);
      throw new Refusal(problem(503, why, [], ['Retry-After', '5']));
    }
    compactWhenLong();
  });
  return () => {
    stop();
    journal?.close();
  };
}

function* wholeLines({ options }: Mock, worlds: readonly World[]): Generator<string> {
  yield* stateLines({ begin: 'seed' }, imageOfSeed(options.seed));
  for (const world of worlds) yield* worldLines(world);
}

function* worldLines(world: World): Generator<string> {
  const { tenant, snapshots } = world;
  yield* stateLines({ begin: 'state', tenant }, world.image());
  for (const [name, image] of snapshots) yield* stateLines({ begin: 'snapshot', tenant, name }, image);
}

function* linesFor(mock: Mock, tenant: string, news: News): Generator<string> {
  if (news === 'forgotten') yield forgottenLine(tenant);
  else if (news === 'reseeded') yield* stateLines({ begin: 'seed' }, imageOfSeed(mock.options.seed));
  else if (news === 'replaced') yield* worldLines(mock.tenants.of(tenant));
  else yield* changeLines(mock.tenants.of(tenant), news);
}

function* changeLines({ tenant, store }: World, changes: Exclude<News, string>): Generator<string> {
  const ofRecords = changes.filter((change) => change.kind !== 'snapshot');
  if (ofRecords.length > 0) yield changeLine(tenant, store, ofRecords);
  for (const change of changes) {
    if (change.kind !== 'snapshot') continue;
    const { id: name, image } = change;
    if (image === undefined) yield droppedLine(tenant, name);
    else yield* stateLines({ begin: 'snapshot', tenant, name }, image);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
