import type { HttpRequest, RecordedRequest } from '../core/exchange.ts';
import { CREDENTIAL_FIELDS, type Session, secretsOf } from './session.ts';

/** A request made ready: what goes on the wire, byte for byte. */
export interface Outgoing {
  readonly method: string;
  /** `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** The request target as it is sent; each character is one byte. */
  readonly path: string;
  /** Field lines, without Host, Connection and Content-Length. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  /** It needs a connection of its own. */
  readonly alone: boolean;
  readonly recorded: RecordedRequest;
}

/** What every request of a run has in common. */
export interface Base {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly session: Session;
  readonly userAgent: string;
}

/** An absolute http(s) address, split without touching a byte of the path. */
interface Destination {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
}

// What another host than the target's may be told. Anything else could carry a credential.
const HARMLESS = /^(?:accept(?:-.*)?|content-.*|if-.*|range|user-agent|cache-control|origin)$/u;
const LENGTH_EXPECTED: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);
const CONDITIONAL: readonly string[] = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** Makes a request ready, or throws with the reason why it cannot be sent as it is written. */
export function prepare(request: HttpRequest, base: Base): Outgoing {
  const home = split(base.baseUrl);
  const to = request.address.startsWith('/')
    ? { ...home, path: home.path.replace(/\/+$/u, '') + bytesOf(request.address) }
    : split(request.address);
  const { origin, host, path } = to;
  checkToken(request.method);
  const body = bodyOf(request);
  const headers = fields(request, base, sameHost(origin, home.origin), home.origin + path);
  const alone = needsOwnConnection(request, headers);
  const length =
    body !== null || LENGTH_EXPECTED.has(request.method) ? [['content-length', `${body?.length ?? 0}`]] : [];
  const recorded: RecordedRequest = {
    method: request.method,
    url: origin + path,
    headers: [
      ['host', host],
      ['connection', alone ? 'close' : 'keep-alive'],
      ...headers,
      ...length.map(([name = '', value = '']): [string, string] => [name, value]),
    ],
    body,
    ...(request.about === undefined ? {} : { about: request.about }),
    ...(areMadeUp(request.cookies, base.session) ? { cookiesAreMadeUp: true } : {}),
  };
  return { method: request.method, origin, path, headers, body, alone, recorded };
}

/**
 * Only a request that may be repeated uses a kept connection: the server may be closing it at this moment.
 * A conditional one may be answered 304, and HEAD always without a body; both go alone, as a server that sends one all the same
 * would spoil the next answer.
 */
function needsOwnConnection(request: HttpRequest, headers: Outgoing['headers']): boolean {
  const repeatable = request.method === 'GET' || request.method === 'OPTIONS';
  return request.alone === true || !repeatable || headers.some(([name]) => CONDITIONAL.includes(name.toLowerCase()));
}

function split(address: string): Destination {
  const match = /^https?:\/\/[^/?#]+/iu.exec(address);
  if (match === null || !URL.canParse(match[0])) {
    throw new TypeError(`“${address}” is neither a path beginning with “/” nor an absolute http(s) address`);
  }
  const url = new URL(match[0]);
  const rest = address.slice(match[0].length).replace(/#.*$/su, '');
  return { origin: url.origin, host: url.host, path: bytesOf(rest.startsWith('/') ? rest : `/${rest}`) };
}

// One character per byte, as both undici and the wire probe write latin1.
function bytesOf(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the request line.
  if (/[\x00-\x20\x7f]/u.test(path)) {
    throw new TypeError(`the address “${path}” holds a space or control character: percent-encode it`);
  }
  return Buffer.from(path, 'utf8').toString('latin1');
}

function checkToken(method: string): void {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u.test(method)) throw new TypeError(`“${method}” is not a method name`);
}

function bodyOf(request: HttpRequest): Uint8Array | null {
  const body = request.json === undefined ? request.body : JSON.stringify(request.json);
  if (body === undefined || body.length === 0) return null;
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
}

function fields(request: HttpRequest, base: Base, home: boolean, cookieUrl: string): [string, string][] {
  const lines = new Map<string, [string, string]>();
  const add = (name: string, value: string | undefined): void => {
    lines.delete(name.toLowerCase());
    if (value !== undefined) lines.set(name.toLowerCase(), [name, value]);
  };
  const addAll = (more: Readonly<Record<string, string | undefined>>, wanted: (name: string) => boolean): void => {
    for (const [name, value] of Object.entries(more)) if (wanted(name.toLowerCase())) add(name, value);
  };
  add('accept', 'application/json');
  add('user-agent', base.userAgent);
  if (request.json !== undefined) add('content-type', 'application/json');
  if (home) addAll(base.headers, (name) => request.anonymous !== true || !CREDENTIAL_FIELDS.has(name));
  if (home && request.anonymous !== true) {
    addAll(base.session.headers, () => true);
    const cookies = request.cookies === undefined ? cookiesFor(base.session, cookieUrl) : '';
    if (cookies !== '') add('cookie', joined(lines.get('cookie')?.[1], cookies));
  }
  addAll(request.headers ?? {}, (name) => home || HARMLESS.test(name));
  if (home && request.cookies !== undefined) add('cookie', request.cookies);
  return [...lines.values()].map(checkField);
}

// A jar refuses to look up some odd but sendable addresses; the session belongs to the whole target all the same.
function cookiesFor(session: Session, url: string): string {
  const safe = URL.canParse(url) ? url : new URL(url).origin;
  return session.cookies?.getCookieStringSync(safe) ?? '';
}

function joined(first: string | undefined, second: string): string {
  return first === undefined ? second : `${first}; ${second}`;
}

function checkField([name, value]: [string, string]): [string, string] {
  // RFC 9110 5.5: visible characters, space, tab and obs-text. Anything else cannot be put on the wire.
  if (/[^\t\x20-\x7e\x80-\xff]/u.test(value))
    throw new TypeError(`the ${name} field holds a character that no field can carry`);
  checkToken(name);
  return [name, value];
}

/** Whether credentials for one origin may go to the other: the same one, or another name of this very machine on that port. */
export function sameHost(origin: string, home: string): boolean {
  const [a, b] = [new URL(origin), new URL(home)];
  if (a.origin === b.origin) return true;
  return a.protocol === b.protocol && a.port === b.port && isLoopback(a.hostname) && isLoopback(b.hostname);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

function areMadeUp(cookies: string | undefined, session: Session): boolean {
  return cookies !== undefined && !secretsOf(session).some((secret) => cookies.includes(secret));
}
