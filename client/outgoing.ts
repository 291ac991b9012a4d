import { withoutFragment } from '../core/http/address.ts';
import type { HttpRequest, RecordedRequest, Written } from '../core/http/exchange.ts';
import { mayAsk } from '../core/http/origins.ts';
import { messageOf } from '../core/message-of.ts';
import { remembered } from '../core/representation/remembered.ts';
import { type Base, checkToken, cookieFieldOf, fieldsOf, sameHost } from './fields.ts';

/** A request made ready: what goes on the wire, byte for byte. */
export interface Outgoing {
  readonly method: string;
  /** `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** The request target as it is sent; each character is one byte. */
  readonly path: string;
  /** Field lines, without Connection and Content-Length, and without Host unless it is another than the address's. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  /** It needs a connection of its own. */
  readonly alone: boolean;
  /** It may be sent again where a kept connection fails (RFC 9112 9.3.1). */
  readonly repeatable: boolean;
  readonly written: Written;
  readonly recorded: RecordedRequest;
}

/** An absolute http(s) address, split without touching a byte of the path. */
interface Destination {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
}

const LENGTH_EXPECTED: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);

/** Makes a request ready, or throws with the reason why it cannot be sent as it is written. */
export function prepare(request: HttpRequest, base: Base): Outgoing {
  const home = split(base.baseUrl);
  const to = request.address.startsWith('/')
    ? { ...home, path: home.path.replace(/(?<!\/)\/+$/u, '') + bytesOf(request.address) }
    : split(request.address);
  const { origin, host, path } = to;
  if (!mayAsk(base, origin)) throw new TypeError(`“${origin}” is not the target, and none of its declared origins`);
  checkToken(request.method);
  const body = bodyOf(request);
  // Another name of this machine is the same host to the session, whichever of its names the cookies are for.
  const cookies = sameHost(origin, home.origin) ? cookieFieldOf(request, base, home.origin + path) : undefined;
  const fields = fieldsOf(request, base, sameHost(origin, home.origin), cookies);
  const isHost = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'host';
  const headers = fields.filter((field) => !isHost(field));
  const alone = needsOwnConnection(request);
  const repeatable = request.method === 'GET' || request.method === 'OPTIONS';
  const { written = {} } = request;
  const recorded: RecordedRequest = {
    method: request.method,
    url: origin + path,
    headers: [
      // As undici writes them, and in its order.
      ...(written.host === 'none' ? [] : [['host', fields.find(isHost)?.[1] ?? host] as const]),
      ['connection', written.connection ?? (alone ? 'close' : 'keep-alive')],
      ...headers,
      ...lengthLines(request.method, body, written),
      ...(waitsFor100(body, written) ? [['expect', '100-continue'] as const] : []),
    ],
    body,
    ...(request.about === undefined ? {} : { about: request.about }),
    ...(cookies?.madeUp === true ? { cookiesAreMadeUp: true } : {}),
  };
  return { method: request.method, origin, path, headers: fields, body, alone, repeatable, written, recorded };
}

/** The same, with the reason in words in place of an error. */
export function prepared(request: HttpRequest, base: Base): Outgoing | (Outgoing & { readonly problem: string }) {
  try {
    return prepare(request, base);
  } catch (error) {
    const url = URL.canParse(request.address) ? request.address : base.baseUrl + request.address;
    const recorded = { method: request.method, url, headers: [], body: null };
    const problem = `the request cannot be sent: ${messageOf(error)}`;
    return {
      method: request.method,
      origin: '',
      path: '',
      headers: [],
      body: null,
      alone: true,
      repeatable: false,
      written: {},
      recorded,
      problem,
    };
  }
}

function lengthLines(
  method: string,
  body: Uint8Array | null,
  written: Written,
): readonly (readonly [string, string])[] {
  if (body !== null && written.body === 'chunked')
    return [['transfer-encoding', written.chunks === 'spelling' ? 'Chunked' : 'chunked']];
  return body !== null || LENGTH_EXPECTED.has(method) ? [['content-length', `${body?.length ?? 0}`]] : [];
}

/** Without a body there is nothing to wait with (RFC 9110 10.1.1). */
export function waitsFor100(body: Uint8Array | null, { expect }: Written): boolean {
  return body !== null && expect !== undefined;
}

/** HEAD is answered without a body: a server that sends one anyway would spoil the next answer. */
function needsOwnConnection({ method, alone }: HttpRequest): boolean {
  return alone === true || method === 'HEAD';
}

const split: (address: string) => Destination = remembered((address) => {
  const match = /^https?:\/\/[^/?#]+/iu.exec(address);
  if (match === null || !URL.canParse(match[0])) {
    throw new TypeError(`“${address}” is neither a path beginning with “/” nor an absolute http(s) address`);
  }
  const url = new URL(match[0]);
  const rest = withoutFragment(address.slice(match[0].length));
  return { origin: url.origin, host: url.host, path: bytesOf(rest.startsWith('/') ? rest : `/${rest}`) };
});

// One character per byte, as both undici and the wire probe write latin1.
function bytesOf(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the request line.
  if (/[\x00-\x20\x7f]/u.test(path)) {
    throw new TypeError(`the address “${path}” holds a space or control character: percent-encode it`);
  }
  return Buffer.from(path, 'utf8').toString('latin1');
}

function bodyOf(request: HttpRequest): Uint8Array | null {
  const body = request.json === undefined ? request.body : JSON.stringify(request.json);
  if (body === undefined || body.length === 0) return null;
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
}
