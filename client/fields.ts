import { partsOf } from '../core/http/address.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { areOneMachine } from '../core/http/loopback.ts';
import { TRACEPARENT } from '../core/http/trace.ts';
import { parseCookieFile } from './cookie-file.ts';
import { cookieFieldFor, createJar } from './cookies.ts';
import { CREDENTIAL_FIELDS, type Session, secretsOf, sessionCookies } from './session.ts';
import { isToken } from './token.ts';
import { nextTraceparent } from './traces.ts';

/** What every request of a run has in common. */
export interface Base {
  readonly baseUrl: string;
  /** Other origins that the target's owner declared. */
  readonly origins: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly session: Session;
  readonly userAgent: string;
}

/** The Cookie field of a request. */
export interface CookieField {
  readonly value: string;
  /** It was written by the request, and holds nothing of the session. */
  readonly madeUp: boolean;
}

// What another host than the target's may be told. Anything else could carry a credential.
const HARMLESS = /^(?:accept(?:-.*)?|content-.*|if-.*|range|user-agent|cache-control|origin)$/u;

// They say where a message ends and what becomes of the connection: a wrong one would spoil other exchanges.
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'keep-alive',
]);

/** The Cookie field of a request to the target: its own, that of its cookie file, or the session's; undefined for none. */
export function cookieFieldOf(request: HttpRequest, base: Base, url: string): CookieField | undefined {
  const { cookies, cookieFile, anonymous } = request;
  const own = cookies ?? (cookieFile === undefined ? undefined : fileCookies(cookieFile, url));
  if (own !== undefined) {
    // A cookie file without a cookie for the address sends no field; an empty text that was asked for is sent.
    if (own === '' && cookies === undefined) return undefined;
    return { value: own, madeUp: !secretsOf(base.session).some((secret) => own.includes(secret)) };
  }
  if (anonymous === true || base.session.cookies === undefined) return undefined;
  const value = sessionCookies(base.session, url);
  return value === '' ? undefined : { value, madeUp: false };
}

function fileCookies(text: string, url: string): string {
  return cookieFieldFor(createJar(parseCookieFile(text, 'the cookie file').cookies), url);
}

/** The field lines of a request: defaults, the target's, the session's, its own; each replaces what came before under its name. */
export function fieldsOf(
  request: HttpRequest,
  base: Base,
  home: boolean,
  cookies: CookieField | undefined,
): [string, string][] {
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
  add(TRACEPARENT, nextTraceparent());
  if (request.json !== undefined) add('content-type', 'application/json');
  if (home) addAll(base.headers, (name) => request.anonymous !== true || !CREDENTIAL_FIELDS.has(name));
  if (home && request.anonymous !== true) addAll(base.session.headers, () => true);
  const replaced = request.cookies !== undefined || request.cookieFile !== undefined;
  if (cookies !== undefined || replaced) add('cookie', cookies?.value);
  addAll(request.headers ?? {}, (name) => home || HARMLESS.test(name));
  const own = (request.lines ?? []).filter(([name]) => home || HARMLESS.test(name.toLowerCase()));
  return [...lines.values(), ...own].map(checkField);
}

function checkField([name, value]: readonly [string, string]): [string, string] {
  // RFC 9110 5.5: visible characters, space, tab and obs-text. Anything else cannot be put on the wire.
  if (/[^\t\x20-\x7e\x80-\xff]/u.test(value)) {
    throw new TypeError(`the ${name} field holds a character that no field can carry`);
  }
  checkToken(name);
  if (FRAMING.has(name.toLowerCase())) throw new TypeError(`the ${name} field is the client's own business`);
  return [name, value];
}

/** Throws for a name that is no token (RFC 9110 5.6.2): it would break the message apart. */
export function checkToken(name: string): void {
  if (!isToken(name)) throw new TypeError(`“${name}” is not a token`);
}

/** Whether credentials for one origin may go to the other: the same one, or another name of this very machine on that port. */
export function sameHost(origin: string, home: string): boolean {
  const [a, b] = [partsOf(origin), partsOf(home)];
  if (a === undefined || b === undefined) return false;
  if (a.origin === b.origin) return true;
  return a.protocol === b.protocol && a.port === b.port && areOneMachine(a.hostname, b.hostname);
}
