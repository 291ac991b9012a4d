import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pause, piecesOf } from '../chaos/pace.ts';
import type { Fault, MockResponse } from '../message.ts';

/** Sends a reply with a fault on its way. Stops when the connection is gone, whoever ended it. */
export async function writeFaulted(outgoing: ServerResponse, reply: MockResponse, fault: Fault): Promise<void> {
  const { socket } = outgoing.req;
  if (socket.destroyed) return;
  const gone = new AbortController();
  const end = (): void => gone.abort();
  socket.once('close', end);
  try {
    await sendFaulted(outgoing, reply, fault, gone.signal);
  } catch (cause) {
    // Nobody is left to be told.
    if (!gone.signal.aborted) throw cause;
  } finally {
    socket.off('close', end);
  }
}

async function sendFaulted(
  outgoing: ServerResponse,
  reply: MockResponse,
  fault: Fault,
  signal: AbortSignal,
): Promise<void> {
  await pause(fault.delayMs ?? 0, signal);
  // Answers to requests that came before on the same connection go before.
  if (outgoing.socket === null) await once(outgoing, 'socket', { signal });
  const { socket } = outgoing.req;
  if (fault.reset === true) {
    socket.resetAndDestroy();
    return;
  }
  outgoing.sendDate = false;
  // node:http takes the flat list; its types ask for an array that may be changed.
  outgoing.writeHead(reply.status, reply.fields as string[]);
  if (reply.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  for (const { afterMs, bytes } of piecesOf(Buffer.from(reply.body), fault)) {
    await pause(afterMs, signal);
    outgoing.write(bytes);
  }
  if (fault.truncateAt === undefined) outgoing.end();
  else socket.destroySoon();
}
