import type { Mock } from '../interface.ts';
import { clockLine, HEADER, startsLine } from './journal.ts';
import { linesFor, wholeLines } from './journal-lines.ts';
import { createJournalReader, type Kept } from './journal-reader.ts';
import { resume } from './resume.ts';

/** What of a browser's storage is used here. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A place in a storage that state is kept in, read. */
export interface KeptInStorage {
  /** How often a mock was started on it before. */
  readonly starts: number;
  /** Has the mock go on from what is kept, and keeps whatever changes from now on. */
  attach(mock: Mock): void;
}

/** After so many changes everything is written anew: a reload reads as much. */
const CHANGES = 500;

/**
 * State in a page's storage: a journal in pieces, `name#0` with the state as it was and one more for each change, so that a change
 * costs the same however large the state is. What cannot be read or kept is told, and the mock goes on without.
 */
export function openStorage(storage: PageStorage, name: string, notice: (text: string) => void): KeptInStorage {
  const key = (piece: number): string => `${name}#${piece}`;
  const kept = read(storage, key, notice);
  return {
    starts: kept?.starts ?? 0,
    attach(mock) {
      if (kept !== undefined) {
        const told = resume(mock, kept, true);
        if (told !== '') notice(`the seed is another: ${told}`);
      }
      keep(mock, { storage, key, kept, notice });
    },
  };
}

type Key = (piece: number) => string;

function read(storage: PageStorage, key: Key, notice: (text: string) => void): Kept | undefined {
  const first = storage.getItem(key(0));
  if (first === null) return undefined;
  const reader = createJournalReader();
  try {
    if (!first.startsWith(HEADER)) throw new Error('another version of assayer wrote it');
    takeAll(reader, first.slice(HEADER.length));
    for (let piece = 1, text = storage.getItem(key(1)); text !== null; text = storage.getItem(key(piece))) {
      takeAll(reader, text);
      piece += 1;
    }
    return reader.kept();
  } catch (cause) {
    notice(`what is in the storage cannot be read (${messageOf(cause)}); the mock begins with its seed`);
    return undefined;
  }
}

function takeAll(reader: ReturnType<typeof createJournalReader>, text: string): void {
  for (const line of text.split('\n')) if (line !== '') reader.take(line);
}

interface Keeping {
  readonly storage: PageStorage;
  readonly key: Key;
  readonly kept: Kept | undefined;
  readonly notice: (text: string) => void;
}

function keep(mock: Mock, { storage, key, kept, notice }: Keeping): void {
  let known = new Set<string>();
  let pieces = 0;
  let isClockTouched = kept?.clock !== undefined;
  let isOver = false;

  const forget = (from: number): void => {
    for (let piece = from; storage.getItem(key(piece)) !== null; piece += 1) storage.removeItem(key(piece));
  };
  const compact = (): void => {
    const worlds = mock.tenants.list();
    const beginning = [startsLine((kept?.starts ?? 0) + 1), ...(isClockTouched ? [clockLine(mock.clock.setting)] : [])];
    const text = HEADER + [...wholeLines(mock, worlds, beginning)].join('');
    // The changes first: they belong to the state before.
    forget(1);
    storage.setItem(key(0), text);
    known = new Set(worlds.map(({ tenant }) => tenant));
    pieces = 1;
  };
  const write = (linesOf: () => Iterable<string>): void => {
    if (isOver) return;
    try {
      if (pieces > CHANGES) compact();
      else {
        storage.setItem(key(pieces), [...linesOf()].join(''));
        pieces += 1;
      }
    } catch (cause) {
      // A part of the state would come back as if it were all of it.
      isOver = true;
      forget(0);
      notice(`the state is kept no longer: ${messageOf(cause)}`);
    }
  };
  try {
    compact();
  } catch (cause) {
    forget(0);
    notice(`the state cannot be kept: ${messageOf(cause)}`);
    return;
  }
  mock.watch((tenant, event) =>
    write(() => {
      if (event === 'forgotten' && !known.has(tenant)) return [];
      const lines = linesFor(mock, tenant, known.has(tenant) ? event : 'replaced');
      if (event === 'forgotten') known.delete(tenant);
      else known.add(tenant);
      return lines;
    }),
  );
  mock.clock.listen(() => {
    isClockTouched = true;
    write(() => [clockLine(mock.clock.setting)]);
  });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
