import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { HEADER } from '../state/journal.ts';
import { createJournalReader, type JournalReader, type Kept } from '../state/journal-reader.ts';

/** What was read from a journal's file. */
export interface ReadJournal {
  readonly kept: Kept;
  /** Bytes at the end that were no whole line, or no whole state: the process ended while it wrote them. */
  readonly torn: number;
}

/** Reads the journal in a file; nothing where there is none. Throws an Error that says why it cannot be used. */
export function readJournal(file: string): ReadJournal {
  const reader = createJournalReader();
  if (!existsSync(file)) return { kept: reader.kept(), torn: 0 };
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    // A file that holds nothing has nothing to lose.
    if (size === 0) return { kept: reader.kept(), torn: 0 };
    refuseOther(fd, file);
    const torn = size - readLines(fd, file, reader);
    return { kept: reader.kept(), torn };
  } finally {
    closeSync(fd);
  }
}

/** Feeds all lines; gives how many bytes there are up to the end of what counts. */
function readLines(fd: number, file: string, reader: JournalReader): number {
  let end = HEADER.length;
  let counts = end;
  let number = 1;
  for (const line of linesFrom(fd, end)) {
    number += 1;
    end += line.length + 1;
    takeLine(file, number, line.toString('utf8'), reader);
    if (!reader.isOpen) counts = end;
  }
  return counts;
}

function takeLine(file: string, number: number, text: string, reader: JournalReader): void {
  try {
    reader.take(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${file}, line ${number}: this is nothing that assayer wrote (${why}); mend the line, or name another file`,
      { cause },
    );
  }
}

function refuseOther(fd: number, file: string): void {
  const bytes = Buffer.alloc(HEADER.length);
  const begin = bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0));
  if (begin === HEADER) return;
  if (begin.startsWith('{"format":"assayer-journal/'))
    throw new Error(`${file} was written by another version of assayer; use that, or name another file`);
  throw new Error(`${file} holds no state of assayer, and is left as it is; name another file`);
}

const CHUNK = 1024 * 1024;

/** The lines of a file that end with a line feed, without it. */
function* linesFrom(fd: number, begin: number): Generator<Buffer> {
  let rest = Buffer.alloc(0);
  for (let position = begin; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const length = readSync(fd, chunk, 0, CHUNK, position);
    if (length === 0) return;
    position += length;
    const read = chunk.subarray(0, length);
    let from = 0;
    for (let at = read.indexOf(10); at !== -1; at = read.indexOf(10, from)) {
      const line = read.subarray(from, at);
      yield rest.length === 0 ? line : Buffer.concat([rest, line]);
      rest = Buffer.alloc(0);
      from = at + 1;
    }
    rest = rest.length === 0 ? read.subarray(from) : Buffer.concat([rest, read.subarray(from)]);
  }
}

/** A journal's file that is written to. */
export interface JournalFile {
  /** How many bytes it has. */
  readonly size: number;
  /** Writes at the end; it is with the system when this returns. Throws where it cannot. */
  append(pieces: Iterable<string>): void;
  close(): void;
}

/**
 * Puts a new journal in the place of the file: written beside it and renamed, so that there is always one of the two as a
 * whole.
 */
export function replaceJournal(file: string, pieces: Iterable<string>): JournalFile {
  const beside = `${file}.new`;
  const mode = existsSync(file) ? modeOf(file) : 0o666;
  const fd = openSync(beside, 'w', mode);
  try {
    const written = openedJournal(fd);
    written.append([HEADER]);
    written.append(pieces);
    // Else a power failure might leave the new name without the new content.
    fsyncSync(fd);
    renameSync(beside, file);
    return written;
  } catch (cause) {
    closeSync(fd);
    rmSync(beside, { force: true });
    throw cause;
  }
}

function modeOf(file: string): number {
  const fd = openSync(file, 'r');
  try {
    return fstatSync(fd).mode & 0o777;
  } finally {
    closeSync(fd);
  }
}

function openedJournal(fd: number): JournalFile {
  let size = 0;
  const write = (text: string): void => {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; ) {
      const length = writeSync(fd, bytes, from, bytes.length - from, size);
      from += length;
      size += length;
    }
  };
  return {
    get size() {
      return size;
    },
    append(pieces) {
      const before = size;
      try {
        for (const text of inLargePieces(pieces)) write(text);
      } catch (cause) {
        // Half a line would spoil what is written after it.
        size = before;
        cutOff(fd, before);
        throw cause;
      }
    },
    close: () => closeSync(fd),
  };
}

// Where it fails too, the one failure to tell is the first; nothing is written to the file after one.
function cutOff(fd: number, at: number): void {
  try {
    ftruncateSync(fd, at);
  } catch {}
}

function* inLargePieces(pieces: Iterable<string>): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
