import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { type SizeLimits, TooLarge } from './size-limits.ts';
import { type TlsOptions, trustOf } from './tls.ts';

/** Opens a connection to an origin. `ready` fires once, when bytes can be sent; errors are the socket's own `error` events. */
export function openSocket(origin: URL, tls: TlsOptions, ready: (socket: Socket) => void): Socket {
  const host = origin.hostname.replace(/^\[|\]$/gu, '');
  if (origin.protocol === 'http:') {
    const socket = connectPlain({ host, port: portOf(origin, 80), noDelay: true });
    return socket.once('connect', () => ready(socket));
  }
  // An address is no name to ask a certificate for (RFC 6066 3).
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const port = portOf(origin, 443);
  const socket = connectSecure({ host, port, ALPNProtocols: ['http/1.1'], ...servername, ...trustOf(tls) });
  socket.setNoDelay(true);
  return socket.once('secureConnect', () => ready(socket));
}

function portOf(origin: URL, usual: number): number {
  return origin.port === '' ? usual : Number(origin.port);
}

/** The answers that come over one socket. */
export interface Answers {
  /** To be called before each request. */
  readonly awaitOne: () => void;
  /** How the last one began: its first bytes, as they came in one piece. */
  readonly beginning: () => Uint8Array;
}

/**
 * Takes interim responses away from what is read of a socket.
 * RFC 9110 15.2 has a client put up with any 1xx that it did not ask for; undici calls an unasked 100 a broken answer.
 */
export function hideInterim(socket: Socket, limits: SizeLimits): Answers {
  const read = socket.read.bind(socket);
  let awaiting = false;
  let held: Buffer = Buffer.alloc(0);
  let passed = 0;
  socket.read = (size?: number): unknown => {
    if (!awaiting || size === 0) return read(size);
    for (;;) {
      const chunk: unknown = read();
      if (!Buffer.isBuffer(chunk)) return chunk;
      held = Buffer.concat([held, chunk]);
      for (let end = interimEnd(held); end !== -1; end = interimEnd(held)) {
        held = held.subarray(end);
        passed += 1;
      }
      const met =
        passed > limits.interim ? 'interim' : mayBeInterim(held) && held.length > limits.head ? 'head' : undefined;
      if (met !== undefined) {
        socket.destroy(new TooLarge(met, limits));
        return null;
      }
      if (mayBeInterim(held)) continue;
      awaiting = false;
      return held;
    }
  };
  return {
    awaitOne: () => {
      awaiting = true;
      passed = 0;
      held = Buffer.alloc(0);
    },
    beginning: () => held,
  };
}

/** Where an interim answer at the beginning ends; -1 where there is none, or not all of it. */
function interimEnd(bytes: Buffer): number {
  const end = mayBeInterim(bytes) ? bytes.indexOf('\r\n\r\n') : -1;
  return end === -1 ? -1 : end + 4;
}

// True also of a beginning that is too short to tell. 101 is no interim step but another protocol.
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12).replace('/1.0', '/1.1');
  return 'HTTP/1.1 1'.startsWith(start.slice(0, 10)) && start.slice(9) !== '101';
}
