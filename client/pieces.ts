import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Spool } from './spool.ts';

const LEAST = 1024;
const MOST = 16 * 1024;
/** A piece ends where these bits of the running sum are zero: after 4 KiB on an average. */
const ENDS = 12;

/** A number without a pattern for each byte. */
const MIXED = Int32Array.from({ length: 256 }, (_, byte) => {
  const mixed = Math.imul(byte + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
});

/**
 * Keeps bodies compressed in pieces, and equal pieces as one: a target that changes a byte, or adds a record to a list, makes one
 * piece new and not the whole body. Gives what puts the body together again.
 */
export function createPieces(spool: Spool): (body: Uint8Array) => () => Uint8Array {
  const known = new Map<string, ReturnType<Spool>>();
  const keep = (piece: Uint8Array): ReturnType<Spool> => {
    const hash = createHash('sha256').update(piece).digest('base64');
    const kept = known.get(hash) ?? spool(deflated(piece));
    known.set(hash, kept);
    return kept;
  };
  return (body) => {
    const pieces = piecesOf(body).map(keep);
    return () => Buffer.concat(pieces.map((piece) => inflateRawSync(bytesOf(piece))));
  };
}

function bytesOf(kept: ReturnType<Spool>): Uint8Array {
  return typeof kept === 'function' ? kept() : kept;
}

// A copy, since what zlib gives holds on to the 16 KiB that it wrote into.
function deflated(piece: Uint8Array): Uint8Array {
  return new Uint8Array(deflateRawSync(piece, { level: 1 }));
}

/** Cut where the bytes themselves say so, so that what is put in or left out moves no later cut. */
function piecesOf(body: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let from = 0;
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) {
    // What came 32 bytes before is shifted out.
    sum = (sum << 1) + (MIXED[body[at] ?? 0] ?? 0);
    const length = at + 1 - from;
    if (length < MOST && (length < LEAST || sum >>> (32 - ENDS) !== 0)) continue;
    pieces.push(body.subarray(from, at + 1));
    from = at + 1;
  }
  return from === body.length ? pieces : [...pieces, body.subarray(from)];
}
