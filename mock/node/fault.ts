import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pause, piecesOf } from '../chaos/pace.ts';
import { type Fault, lossOf, type MockResponse } from '../message.ts';

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
  const loss = lossOf(fault);
  if (loss !== undefined) {
    lose(socket, loss);
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

function lose(socket: Socket, loss: NonNullable<ReturnType<typeof lossOf>>): void {
  if (loss === 'reset') socket.resetAndDestroy();
  else if (loss === 'empty') socket.destroySoon();
  else if (loss === 'garbage') {
    // As of a server that speaks something else: the beginning of TLS, and bytes that no parser of HTTP takes.
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0xff, 0x00, 0x0d, 0x0a, 0x0d, 0x0a]));
    socket.destroySoon();
  }
}
