import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from '../faces/fetch.ts';
import type { MockRequest } from '../message.ts';

/** Whether a body comes with a request. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a body of at most `limit` bytes, and calls `done` as soon as it is there or shows to be larger. `isWaiting`: the client sends it
 * when it is told to.
 */
export function readBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  limit: number,
  isWaiting: boolean,
  done: (body: MockRequest['body']) => void,
): void {
  const refused = (): void => letRunBy(incoming, outgoing.shouldKeepAlive || isWaiting, () => done('too-large'));
  // It has said so itself, so nothing has to be read first.
  if (Number(incoming.headers['content-length'] ?? 0) > limit) {
    refused();
    return;
  }
  if (isWaiting) outgoing.writeContinue();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const take = (chunk: Uint8Array): void => {
    length += chunk.length;
    if (length <= limit) {
      chunks.push(chunk);
      return;
    }
    incoming.off('data', take).off('end', end);
    chunks.length = 0;
    refused();
  };
  const end = (): void => done(join(chunks, length));
  incoming.on('data', take).on('end', end);
  // The client went away: nobody waits for an answer.
  incoming.on('error', () => chunks.splice(0));
}

/** So much of a body that was refused is let run by. */
const LET_RUN_BY = 256 * 1024 * 1024;

// A client may read its answer only when it has written everything. A connection that closes with the answer would close under it,
// and lose the answer (RFC 9112 9.6): then the answer has to wait. One that never ends gets none.
function letRunBy(incoming: IncomingMessage, staysOpen: boolean, answer: () => void): void {
  let seen = 0;
  incoming.on('data', (chunk: Uint8Array) => {
    seen += chunk.length;
    if (seen > LET_RUN_BY) incoming.destroy();
  });
  if (staysOpen) answer();
  else incoming.once('end', answer);
}
