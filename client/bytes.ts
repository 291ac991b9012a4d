import { createHash } from 'node:crypto';

/** Bytes that come in pieces, kept as one: many tiny pieces would take more memory than what they hold. */
export interface Gathered {
  readonly length: number;
  add(piece: Uint8Array): void;
  /** What came so far, in memory of its own. */
  take(): Buffer;
}

/** Nothing gathered yet. */
export function gather(): Gathered {
  let held = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(piece) {
      if (length + piece.length > held.length) {
        const larger = Buffer.alloc(Math.max(1024, 2 * held.length, length + piece.length));
        held.copy(larger, 0, 0, length);
        held = larger;
      }
      held.set(piece, length);
      length += piece.length;
    },
    take: () => Buffer.from(held.subarray(0, length)),
  };
}

/** Smaller bodies cost less than their hashes. */
const WORTH_SHARING = 1024;

/** Gives equal bodies as one: a run keeps every answer, and many of them are the same list. */
export function createShelf(): (body: Uint8Array) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (body) => {
    if (body.length < WORTH_SHARING) return body;
    const hash = createHash('sha256').update(body).digest('base64');
    const same = known.get(hash);
    if (same === undefined) known.set(hash, body);
    return same ?? body;
  };
}
