import { createHash } from 'node:crypto';
import { createPieces } from './pieces.ts';
import { createSpool, type Spool } from './spool.ts';

/** Bytes that come in pieces, kept as one: many tiny pieces would take more memory than what they hold. */
export interface Gathered {
  readonly length: number;
  add(piece: Uint8Array): void;
  /** What came so far, in memory of its own. */
  take(): Buffer;
  /** The same, in memory that is reused: good until more is added. */
  view(): Buffer;
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
    view: () => held.subarray(0, length),
    take: () => Buffer.from(held.subarray(0, length)),
  };
}

/** A body that is kept for the whole run. */
export interface Kept {
  readonly length: number;
  readonly bytes: Uint8Array;
}

/** Smaller bodies cost less than their hashes. */
export const WORTH_SHARING = 1024;
/** From here on a body is kept compressed: a list of thousands is another one after each creation. */
const WORTH_COMPRESSING: number = 16 * 1024;
/** How many bytes of those are at hand uncompressed. */
const AT_HAND = 8 * 1024 * 1024;

/** Keeps equal bodies as one: a run keeps every answer, and many of them are the same list. */
export function createShelf(spool: Spool = createSpool()): (body: Uint8Array) => Kept {
  const known = new Map<string, Kept>();
  const packed = createPieces(spool);
  const atHand: PutAwayBody[] = [];
  let held = 0;
  const fetched = (body: PutAwayBody): void => {
    atHand.push(body);
    held += body.length;
    for (let oldest = atHand[0]; held > AT_HAND && oldest !== undefined && oldest !== body; [oldest] = atHand) {
      atHand.shift();
      held -= oldest.length;
      oldest.forget();
    }
  };
  return (body) => {
    const { length } = body;
    if (length < WORTH_SHARING) return { length, bytes: body };
    const hash = createHash('sha256').update(body).digest('base64');
    const same = known.get(hash);
    if (same !== undefined) return same;
    const put = length < WORTH_COMPRESSING ? spool(body) : packed(body);
    const kept = typeof put === 'function' ? new PutAwayBody(body, put, fetched) : { length, bytes: put };
    known.set(hash, kept);
    return kept;
  };
}

/** A body that is compressed or in a file, unless it was asked for lately. */
class PutAwayBody implements Kept {
  readonly length: number;
  readonly #fetch: () => Uint8Array;
  readonly #onFetched: (self: PutAwayBody) => void;
  #bytes: Uint8Array | undefined;

  constructor(body: Uint8Array, fetch: () => Uint8Array, onFetched: (self: PutAwayBody) => void) {
    this.length = body.length;
    this.#fetch = fetch;
    this.#onFetched = onFetched;
    this.#bytes = body;
    onFetched(this);
  }

  get bytes(): Uint8Array {
    if (this.#bytes !== undefined) return this.#bytes;
    this.#bytes = this.#fetch();
    this.#onFetched(this);
    return this.#bytes;
  }

  forget(): void {
    this.#bytes = undefined;
  }
}
