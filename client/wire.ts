import type { Socket } from 'node:net';
import type { Written } from '../core/http/exchange.ts';
import { messageOf } from '../core/message-of.ts';
import { failureOf } from './failure.ts';
import { createReader, type Message } from './framing.ts';
import { type Outgoing, waitsFor100 } from './outgoing.ts';
import { failed, type Limits, type Reply } from './reply.ts';
import { metByHead, type Refusing, type SizeLimits, wordTooLarge } from './size-limits.ts';
import { openSocket } from './socket.ts';
import { expire } from './time.ts';
import type { TlsOptions } from './tls.ts';

// Bytes that should not be there come on the heels of those that should; after this long a silent connection has none.
const SETTLE_MS = 150;

// A server that says nothing to Expect waits for the body all the same (RFC 9110 10.1.1); curl waits as long.
const CONTINUE_MS = 1000;

/** Sends a request over a raw connection and reads every byte until the peer closes or falls silent; never rejects. */
export function readWire(outgoing: Outgoing, limits: Limits, tls: TlsOptions = {}): Promise<Reply> {
  return new Promise((resolve) => {
    const begin = performance.now();
    let firstByte: number | null = null;
    const reader = createReader(outgoing.method);
    let arrived = 0;
    let message: Message | undefined;
    let settle: NodeJS.Timeout | undefined;
    let over = false;
    let waiting: NodeJS.Timeout | undefined;
    let isSent = !waitsFor100(outgoing.body, outgoing.written);

    const end = (reply: Reply): void => {
      if (over) return;
      over = true;
      clearTimeout(settle);
      clearTimeout(waiting);
      expiry.cancel();
      socket.destroy();
      resolve(reply);
    };
    const failWith = (error: unknown): void => {
      const failure = failureOf(error, outgoing.origin, message?.head !== undefined);
      end({ response: null, failure, firstByte });
    };
    const done = (): void => {
      if (message !== undefined && message.complete !== false) end({ ...replyOf(message), firstByte });
      else if (arrived === 0) failWith(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }));
      else end(failed('malformed', `the connection ended inside the answer (${outgoing.origin})`, firstByte));
    };
    const read = (chunk: Buffer): void => {
      firstByte ??= performance.now() - begin;
      arrived += chunk.length;
      clearTimeout(settle);
      try {
        message = reader.add(chunk);
      } catch (error) {
        const why = messageOf(error);
        end(failed('unreadable', `the answer is not HTTP/1.1: ${why} (${outgoing.origin})`, firstByte));
        return;
      }
      if (message.interim.includes(100)) sendBody();
      // A final answer in place of 100 says that no body is wanted.
      if (message.head !== undefined) clearTimeout(waiting);
      // What has arrived in the meantime is read first, however busy the process is.
      if (message.complete === true) settle = setTimeout(() => setImmediate(done), SETTLE_MS);
      const met = metBy(message, arrived, limits.sizes);
      if (met !== undefined) end(failed('too-large', wordTooLarge(met, limits.sizes), firstByte));
      else if (arrived > limits.sizes.body + limits.sizes.head) done();
    };

    const socket: Socket = openSocket(new URL(outgoing.origin), tls, (open) => {
      open.write(isSent ? Buffer.concat([headBytes(outgoing), bodyBytes(outgoing)]) : headBytes(outgoing));
      if (!isSent) waiting = setTimeout(() => sendBody(), CONTINUE_MS);
    });
    const sendBody = (): void => {
      clearTimeout(waiting);
      if (!isSent) socket.write(bodyBytes(outgoing));
      isSent = true;
    };
    const expiry = expire(limits, (kind, why) => end(failed(kind, `${why} (${outgoing.origin})`, firstByte)));
    socket.on('data', read);
    socket.on('end', done);
    // A server that closes without having read everything resets; what came before that counts (RFC 9112 9.6).
    socket.on('error', (error) => (message?.complete === true ? done() : failWith(error)));
    socket.on('close', done);
  });
}

/** The limit that an answer is beyond, as far as it came. */
function metBy({ head, interim, complete }: Message, arrived: number, limits: SizeLimits): Refusing | undefined {
  if (interim.length > limits.interim) return 'interim';
  if (head === undefined) return arrived > limits.head * (interim.length + 1) ? 'head' : undefined;
  const isEndless = complete !== true && arrived > limits.body + limits.head;
  return metByHead(head.headers, limits) ?? (isEndless ? 'body' : undefined);
}

function replyOf(message: Message): Omit<Reply, 'firstByte'> {
  const { head, body, rest, interim } = message;
  if (head === undefined) return failed('malformed', 'no response head');
  const { isOld, ...told } = head;
  const wire = { afterHeaders: Buffer.from(rest), interim, ...(isOld ? { isOld } : {}) };
  return { response: { ...told, body: Buffer.from(body) }, wire };
}

function headBytes({ method, path, written, recorded }: Outgoing): Buffer {
  const lines = recorded.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/${written.version ?? '1.1'}\r\n${lines}\r\n`, 'latin1');
}

function bodyBytes({ body, written }: Outgoing): Buffer {
  if (body === null) return Buffer.alloc(0);
  return Buffer.concat(written.body === 'chunked' ? inChunks(body, written) : [body]);
}

/** Two chunks and the last one, which is empty (RFC 9112 7.1). */
function inChunks(body: Uint8Array, { chunks }: Written): readonly Uint8Array[] {
  const half = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const sizeOf = (length: number): string => {
    const digits = length.toString(16);
    if (chunks === 'extras') return `${digits};assayer="a;b"`;
    return chunks === 'spelling' ? `00${digits.toUpperCase()}` : digits;
  };
  const written = parts.flatMap((part) => [Buffer.from(`${sizeOf(part.length)}\r\n`), part, Buffer.from('\r\n')]);
  const trailers = chunks === 'extras' ? 'X-Assayer-Trailer: 1\r\n' : '';
  return [...written, Buffer.from(`${sizeOf(0)}\r\n${trailers}\r\n`)];
}
