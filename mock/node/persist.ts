import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Mock } from '../interface.ts';
import { problem, Refusal } from '../service/problems.ts';
import type { StateImage } from '../state/image.ts';
import { clockLine, startsLine } from '../state/journal.ts';
import { linesFor, wholeLines } from '../state/journal-lines.ts';
import type { Kept } from '../state/journal-reader.ts';
import { resume } from '../state/resume.ts';
import type { ChangeEvent } from '../state/world.ts';
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
  /** How often a mock was started on it before. */
  readonly starts: number;
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
    const { seed, starts } = kept;
    if (torn > 0) notice(`${given}: the last ${torn} bytes were not written to their end, and are cut off`);
    return {
      seed,
      starts,
      attach(mock, reseeded) {
        const told = resume(mock, kept, reseeded);
        if (told !== '') notice(`${given}: the seed is another: ${told}`);
        const stop = keep(mock, { file, logLimit, kept }, (text) => notice(`${given}: ${text}`));
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

/** Where state is kept, and what was there at the beginning. */
interface Keeping {
  readonly file: string;
  readonly logLimit: number | undefined;
  readonly kept: Kept;
}

/** Keeps everything from now on; returns what ends that. */
function keep(mock: Mock, { file, logLimit, kept }: Keeping, notice: (text: string) => void): () => void {
  // Tenants that the file knows; the first change of another brings its whole state along.
  let known = new Set<string>();
  let journal: JournalFile | undefined;
  let limit = 0;
  // A clock that nobody touched is as the options of the next start say.
  let isClockTouched = kept.clock !== undefined;

  const compact = (): void => {
    const worlds = mock.tenants.list();
    const beginning = [startsLine(kept.starts + 1), ...(isClockTouched ? [clockLine(mock.clock.setting)] : [])];
    const fresh = replaceJournal(file, wholeLines(mock, worlds, beginning));
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
  const append = (to: JournalFile, tenant: string, event: ChangeEvent): void => {
    if (event === 'forgotten' && !known.has(tenant)) return;
    to.append(linesFor(mock, tenant, known.has(tenant) ? event : 'replaced'));
    if (event === 'forgotten') known.delete(tenant);
    else known.add(tenant);
  };
  const write = (change: (to: JournalFile) => void): void => {
    try {
      // After a failure the file lacks a change that the mock has made, so all is written anew.
      if (journal === undefined) compact();
      else change(journal);
    } catch (cause) {
      journal?.close();
      journal = undefined;
      const why = `the change could not be kept in the mock's file: ${messageOf(cause)}`;
      notice(why);
      throw new Refusal(problem(503, why, [], ['Retry-After', '5']));
    }
    compactWhenLong();
  };
  compact();
  const endings = [
    mock.watch((tenant, event) => write((to) => append(to, tenant, event))),
    mock.clock.listen(() => {
      isClockTouched = true;
      write((to) => to.append([clockLine(mock.clock.setting)]));
    }),
  ];
  return () => {
    for (const end of endings) end();
    journal?.close();
  };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
