import type { Fault } from '../message.ts';

/** A part of a body, and how long after the last it comes. */
export interface Piece {
  readonly afterMs: number;
  readonly bytes: Uint8Array;
}

/** How often a slow body brings something: few timers, and still many pieces. */
const PIECES_PER_SECOND = 10;

/** The parts in which a body is sent, up to where it is cut. */
export function* piecesOf(body: Uint8Array, { truncateAt = body.length, bytesPerSecond }: Fault): Generator<Piece> {
  const size = bytesPerSecond === undefined ? truncateAt : Math.ceil(bytesPerSecond / PIECES_PER_SECOND);
  for (let from = 0; from < truncateAt; from += size) {
    const bytes = body.subarray(from, Math.min(from + size, truncateAt));
    yield { afterMs: bytesPerSecond === undefined ? 0 : (bytes.length / bytesPerSecond) * 1000, bytes };
  }
}

/** Waits. Rejects with the signal's reason as soon as nobody waits any more. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', gone);
      resolve();
    }, ms);
    if (signal.aborted) gone();
    else signal.addEventListener('abort', gone, { once: true });
  });
}
