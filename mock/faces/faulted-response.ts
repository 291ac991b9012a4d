import { pause, piecesOf } from '../chaos/pace.ts';
import { type Fault, lossOf, type MockResponse } from '../message.ts';

/**
 * What is left of a reply's body when something goes wrong on the way, in the time that it takes. Rejects with a TypeError where
 * the connection is reset, as fetch does, and with the signal's reason where nobody waits any more.
 */
export async function bodyUnder(
  fault: Fault,
  body: MockResponse['body'],
  signal: AbortSignal,
): Promise<BodyInit | null> {
  await pause(fault.delayMs ?? 0, signal);
  const loss = lossOf(fault);
  if (loss === 'silent') return never(signal);
  if (loss !== undefined) throw new TypeError(`fetch failed: ${LOST[loss]}, as chaos was asked to do`);
  if (body === null) return null;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const pieces = piecesOf(bytes, fault);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = pieces.next();
        if (next.done !== true) {
          await pause(next.value.afterMs, signal);
          controller.enqueue(next.value.bytes);
        } else if (fault.truncateAt === undefined) controller.close();
        else controller.error(new TypeError('terminated: the body was cut, as chaos was asked to do'));
      },
    },
    // Nothing ahead of the reader: an error would take away what it has not read yet.
    { highWaterMark: 0 },
  );
}

const LOST = {
  reset: 'the connection was reset',
  empty: 'the connection was closed without an answer',
  garbage: 'the answer is no HTTP',
};

/** Waits until nobody does any more. */
function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
