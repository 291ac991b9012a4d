import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Keeps bytes: gives them back where they stay in memory, else what reads them again. */
export type Spool = (bytes: Uint8Array) => Uint8Array | (() => Uint8Array);

/** How many bytes are kept in memory: no run against an honest server has come near it. */
const IN_MEMORY = 16 * 1024 * 1024;

// A file without a name is gone once it is closed, also where the process is killed.
const unused = new FinalizationRegistry<number>((file) => closeSync(file));

/**
 * Keeps the first bytes in memory and what comes later in a file: a run keeps every answer, and a target decides how large they are.
 * Where no file can be written, all stays in memory.
 */
export function createSpool(inMemory: number = IN_MEMORY): Spool {
  let held = 0;
  let file: SpoolFile | undefined;
  let isBroken = false;
  const inFile = (bytes: Uint8Array): (() => Uint8Array) | undefined => {
    if (isBroken) return undefined;
    try {
      file ??= new SpoolFile();
      return file.keep(bytes);
    } catch {
      isBroken = true;
      return undefined;
    }
  };
  return (bytes) => {
    if (held + bytes.length > inMemory) return inFile(bytes) ?? bytes;
    held += bytes.length;
    return bytes;
  };
}

/** A file that has no name any more. It is closed when nothing is left that could read it. */
class SpoolFile {
  readonly #file: number;
  #end = 0;

  constructor() {
    const path = join(tmpdir(), `assayer-${randomUUID()}.tmp`);
    // Only its owner may read what was answered.
    this.#file = openSync(path, 'wx+', 0o600);
    unused.register(this, this.#file);
    unlinkSync(path);
  }

  keep(bytes: Uint8Array): () => Uint8Array {
    const from = this.#end;
    const { length } = bytes;
    // Before the write: what a write that failed left there belongs to nobody.
    this.#end += length;
    for (let done = 0; done < length; ) done += writeSync(this.#file, bytes, done, length - done, from + done);
    return () => this.#read(from, length);
  }

  #read(from: number, length: number): Uint8Array {
    const bytes = Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const count = readSync(this.#file, bytes, done, length - done, from + done);
      if (count === 0) throw new Error('what was answered cannot be read again: the temporary file was cut off');
      done += count;
    }
    return bytes;
  }
}
