import * as tls from 'node:tls';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Pool } from 'undici';
import type { Lines } from './fields.ts';
import { isTlsFailure, wordTlsFailure } from './tls.ts';

/** A request as it goes to the service. */
export interface UpstreamRequest {
  readonly method: string;
  /** Raw: path and query. */
  readonly target: string;
  readonly lines: Lines;
  readonly body: Uint8Array | null;
}

/** What the service answered. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly lines: Lines;
  /** As it came. */
  readonly body: Uint8Array;
  /** Decoded from its Content-Encoding; undefined: it cannot be. */
  readonly decoded: Uint8Array | undefined;
  readonly firstByteMs: number;
  readonly totalMs: number;
}

/** Why there is no answer. `isUnsent`: the service was not reached, so it cannot have done anything. */
export class UpstreamFailure extends Error {
  readonly isUnsent: boolean;
  constructor(message: string, isUnsent: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'UpstreamFailure';
    this.isUnsent = isUnsent;
  }
}

/** The connections to one origin. Nothing is ever sent anywhere else, and no redirect is followed. */
export interface UpstreamConnections {
  /** Rejects with an UpstreamFailure. */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

/** A larger answer is not held. */
const LARGEST = 32 * 1024 * 1024;
const CONNECT_MS = 5000;
const ANSWER_MS = 30_000;

/** Opens connections to an origin when they are needed; `ca` is an authority in PEM that is trusted beside those of Node. */
export function connectUpstream(origin: string, ca?: string): UpstreamConnections {
  const pool = new Pool(origin, {
    connections: 32,
    connect: { timeout: CONNECT_MS, ...(ca === undefined ? {} : { ca: [...authorities(), ca] }) },
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
  });
  return {
    async send({ method, target, lines, body }) {
      const begun = performance.now();
      try {
        // A method of any name goes out as it is, which undici's types do not foresee.
        const given = await pool.request({
          method: method as 'GET',
          path: target,
          headers: lines.flat(),
          body,
          responseHeaders: 'raw',
        });
        const firstByteMs = performance.now() - begun;
        const bytes = await readAll(given.body);
        // With `raw` they are the flat list, name after name, which the types leave out.
        const raw = given.headers as unknown as readonly (string | Buffer)[];
        const told = pairs(raw.map((text) => (typeof text === 'string' ? text : text.toString('latin1'))));
        return {
          status: given.statusCode,
          statusText: given.statusText,
          lines: told,
          body: bytes,
          decoded: decode(bytes, told),
          firstByteMs,
          totalMs: performance.now() - begun,
        };
      } catch (cause) {
        if (cause instanceof UpstreamFailure) throw cause;
        const code = codeOf(cause);
        throw new UpstreamFailure(wordFailure(cause), UNSENT.has(code) || isTlsFailure(code), cause);
      }
    },
    close: () => pool.destroy(),
  };
}

// Those that Node brings and those of NODE_EXTRA_CA_CERTS; older ones of Node tell the former alone.
function authorities(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] };
  return getCACertificates?.('default') ?? tls.rootCertificates;
}

const UNSENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
]);

function codeOf(cause: unknown): string {
  const { code, errors } = (cause ?? {}) as { code?: unknown; errors?: readonly { code?: unknown }[] };
  // Several addresses of one name were tried (RFC 8305).
  return String(code ?? errors?.[0]?.code ?? '');
}

// The message of the system may name a path or a certificate, and never a request.
function wordFailure(cause: unknown): string {
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  const told = wordTlsFailure(code, message);
  if (told !== undefined) return told;
  return code === '' || message.includes(code) ? message : `${message} (${code})`;
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LARGEST) throw new UpstreamFailure(`the answer is longer than ${LARGEST} bytes`, false);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function pairs(flat: readonly string[]): Lines {
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, i) => [flat[2 * i] ?? '', flat[2 * i + 1] ?? '']);
}

// It was asked for none, and some servers encode anyway.
function decode(body: Uint8Array, lines: Lines): Uint8Array | undefined {
  const coding =
    lines
      .find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
      .trim()
      .toLowerCase() ?? '';
  if (coding === '' || coding === 'identity' || body.length === 0) return body;
  const limit = { maxOutputLength: LARGEST };
  try {
    if (coding === 'gzip' || coding === 'x-gzip') return gunzipSync(body, limit);
    if (coding === 'br') return brotliDecompressSync(body, limit);
    return coding === 'deflate' ? inflateSync(body, limit) : undefined;
  } catch {
    return undefined;
  }
}
