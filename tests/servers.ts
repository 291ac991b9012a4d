import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A server that speaks whatever bytes a test wants. */
export interface RawServer {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Every request text so far, in order of arrival: head and, where a Content-Length says so, body. */
  readonly requests: readonly string[];
  /** How many connections were accepted. */
  readonly connections: () => number;
  /** How many of them are open. */
  readonly open: () => number;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a TCP server on port 0. `answer` is called for each request with its text (latin1) and writes what it likes;
 * it may end or destroy the socket, or do nothing. `nth` counts the requests of that connection from 1.
 */
export async function rawServer(
  answer: (socket: Socket, requestText: string, nth: number) => unknown,
): Promise<RawServer> {
  const open = new Set<Socket>();
  const requests: string[] = [];
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    open.add(socket);
    let pending = '';
    let nth = 0;
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (let size = requestSize(pending); size !== undefined; size = requestSize(pending)) {
        const text = pending.slice(0, size);
        pending = pending.slice(size);
        requests.push(text);
        nth += 1;
        answer(socket, text, nth);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    connections: () => accepted,
    open: () => open.size,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A raw server that answers every request with the same bytes (latin1) and leaves the connection open. */
export function cannedServer(answer: string): Promise<RawServer> {
  return rawServer((socket) => socket.write(answer, 'latin1'));
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = await rawServer(() => {});
  await server.close();
  return server.port;
}

function requestSize(text: string): number | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const length = /\r\ncontent-length: *(\d+)/iu.exec(text.slice(0, headEnd))?.[1] ?? '0';
  const size = headEnd + 4 + Number(length);
  return text.length < size ? undefined : size;
}
