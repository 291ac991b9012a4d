import type { Seed } from '../../fixtures/seed.ts';
import type { Mock } from '../interface.ts';
import type { StateImage } from '../state/image.ts';
import { type Notice, toStderr } from './notice.ts';
import type { PersistOptions } from './persist.ts';

/** Where the state of a mock comes from, and where it is kept. */
export interface StateOptions {
  /** A seed or a saved state to begin with; when the file changes, so does what nobody changed live. */
  readonly seedFile?: string | undefined;
  /** A file in which every change is before it is acknowledged, and which the mock goes on from. */
  readonly persist?: string | PersistOptions | undefined;
  /** Told what became of those files, and which calls of the control API were refused; by default it goes to stderr. */
  readonly notice?: Notice | undefined;
}

/** The files of a mock, read. */
export interface StateFiles {
  /** What the mock begins with; undefined: no file says. */
  readonly seed: Seed | StateImage | undefined;
  /** How often a mock was started on them before. */
  readonly starts: number;
  /** Has the mock go on from the files, and them go along with the mock. */
  attach(mock: Mock): void;
  close(): void;
}

/** Reads the files. Rejects with what is wrong with them and what to do. */
export async function openStateFiles(
  { seedFile, persist, notice = toStderr }: StateOptions,
  givenSeed: Seed | StateImage | undefined,
): Promise<StateFiles> {
  const seedsFrom = seedFile === undefined ? undefined : (await import('./seed.ts')).openSeedFile(seedFile);
  const ownSeed = seedsFrom?.image ?? givenSeed;
  const options = typeof persist === 'string' ? { file: persist } : persist;
  const persisted = options && (await import('./persist.ts')).openPersisted(options, notice);
  let unwatch = (): void => undefined;
  return {
    seed: ownSeed ?? persisted?.seed,
    starts: persisted?.starts ?? 0,
    attach(mock) {
      persisted?.attach(mock, ownSeed !== undefined);
      unwatch = seedsFrom?.watch(mock, notice) ?? unwatch;
    },
    close() {
      unwatch();
      persisted?.close();
    },
  };
}
