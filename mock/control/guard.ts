import { isLoopbackHost } from '../../core/http/loopback.ts';
import { CONTROL, controlPath } from '../faces/control-address.ts';
import { bare, type Fields, type MockRequest, type MockResponse } from '../message.ts';
import { corsFields, isPreflight, preflightFields } from '../service/cors.ts';
import { problem } from '../service/problems.ts';
import { cookieValues } from '../service/session.ts';
import { cookiePath } from './session-cookie.ts';

/** The header field that a token can be in, besides `Authorization: Bearer`. */
export const TOKEN_FIELD = 'x-mock-token';
/** The cookie that a browser has the token in. */
export const TOKEN_COOKIE = 'mock_token';

/** What there is to be guarded. */
export interface Guarding {
  readonly basePath: string;
  /** Tells what every caller has to know; undefined: whoever is on this machine may call, and nobody else can. */
  readonly isToken: ((given: string) => boolean) | undefined;
  /** Origins besides the mock's own whose pages may call. */
  readonly origins: readonly string[];
}

/** What counts of a request: the body is not waited for. */
export type Caller = Pick<MockRequest, 'method' | 'path' | 'query' | 'origin' | 'header'>;

/** Stands before the control API where others than the mock's owner could reach it: on a socket. */
export interface Guard {
  /** What a caller is answered in the control API's place; undefined: it may go on. */
  stop(caller: Caller): MockResponse | undefined;
  /** What goes with the control API's answer, so that a page that may call can read it. */
  fieldsFor(caller: Caller): Fields;
}

/** A guard against other machines, and against pages of other sites in a browser on this one. */
export function createGuard({ basePath, isToken, origins }: Guarding): Guard {
  const isAtHome = (caller: Caller): boolean => isToken !== undefined || isOfThisMachine(caller);
  const mayCall = (caller: Caller, origin: string): boolean =>
    origins.includes(origin) || (origin === ownAddress(caller)?.origin && isAtHome(caller));

  const readable = (caller: Caller): Fields => {
    const origin = caller.header('origin');
    const shared = origin !== undefined && mayCall(caller, origin) ? corsFields(origin) : [];
    return ['Vary', 'Origin', ...shared];
  };
  const refusal = (caller: Caller, status: number, detail: string, fields: Fields = []): MockResponse =>
    problem(status, detail, [], ['Cache-Control', 'no-store', ...readable(caller), ...fields]);
  // Nothing but why it was refused, which its own developer reads in the page's console: without these fields it would say
  // "failed to fetch" alone. So a preflight is let through; the request after it is refused like this.
  const toldToPage = (caller: Caller, origin: string, detail: string): MockResponse =>
    isPreflight(caller)
      ? bare(204, ['Vary', 'Origin', ...corsFields(origin), ...preflightFields(caller)])
      : problem(403, detail, [], ['Cache-Control', 'no-store', 'Vary', 'Origin', ...corsFields(origin)]);

  return {
    stop(caller) {
      const origin = caller.header('origin');
      const path = controlPath(caller.path, basePath) ?? '';
      if (!isAtHome(caller)) return refusal(caller, 403, wordHost(caller));
      if (origin !== undefined && !mayCall(caller, origin)) return toldToPage(caller, origin, wordOrigin(origin));
      if (isPreflight(caller)) return bare(204, [...readable(caller), ...preflightFields(caller)]);
      if (origin === undefined && isFromElsewhere(caller, path))
        return refusal(caller, 403, wordOrigin('another site'));
      if (isToken === undefined) return undefined;
      const shown = path === '/' && caller.method === 'GET' ? new URLSearchParams(caller.query).get('token') : null;
      if (shown !== null && isToken(shown)) return withoutToken(caller, shown, basePath);
      if (tokensOf(caller).some(isToken)) return undefined;
      return refusal(caller, 401, WORD_TOKEN, ['WWW-Authenticate', 'Bearer realm="assayer mock control"']);
    },
    fieldsFor: readable,
  };
}

// A page whose name was pointed at this machine after it was loaded (DNS rebinding) sends the name that it was loaded by.
function isOfThisMachine(caller: Caller): boolean {
  const hostname = ownAddress(caller)?.hostname;
  return hostname !== undefined && isLoopbackHost(hostname);
}

// Undefined where Host is not valid: not everything that looks like a host and a port is one.
function ownAddress({ origin }: Caller): URL | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
}

/** Where a browser says that a page of another origin asks: a link may lead to the page and through the login, no more. */
function isFromElsewhere(caller: Caller, path: string): boolean {
  const site = caller.header('sec-fetch-site');
  if (site !== 'cross-site' && site !== 'same-site') return false;
  const isLink =
    caller.method === 'GET' &&
    caller.header('sec-fetch-mode') === 'navigate' &&
    caller.header('sec-fetch-dest') === 'document';
  // Only a page on this machine, or of the mock's own site, may log somebody out by a link.
  const open = site === 'same-site' ? ['/', '/login', '/logout'] : ['/', '/login'];
  return !(isLink && open.includes(path));
}

function tokensOf(caller: Caller): string[] {
  const bearer = /^bearer +(\S+) *$/iu.exec(caller.header('authorization') ?? '')?.[1];
  const field = caller.header(TOKEN_FIELD);
  const given = [bearer, field].filter((token) => token !== undefined);
  return [...given, ...cookieValues(caller.header('cookie') ?? '', TOKEN_COOKIE)];
}

/**
 * The token as a cookie, and on to the address without it: it is to stay neither in the history nor in a Referer. The page of a
 * tenant asks below `/_mock/` as well, so there it is a cookie of both paths: one of `/` would go to the service with every request.
 */
function withoutToken({ path, query, origin }: Caller, token: string, basePath: string): MockResponse {
  const rest = new URLSearchParams(query);
  rest.delete('token');
  const secure = origin?.startsWith('https:') === true ? '; Secure' : '';
  const paths = new Set([`${basePath}${CONTROL}`, path.replace(/\/$/u, '')].map(cookiePath));
  const cookies = Array.from(paths, (of) => [
    'Set-Cookie',
    `${TOKEN_COOKIE}=${token}; Path=${of}; HttpOnly; SameSite=Strict${secure}`,
  ]);
  return bare(303, [
    'Location',
    rest.size === 0 ? path : `${path}?${rest}`,
    ...cookies.flat(),
    'Cache-Control',
    'no-store',
    'Referrer-Policy',
    'no-referrer',
  ]);
}

const WORD_TOKEN =
  'the control API asks for its token: send Authorization: Bearer …, or open the address that was printed at the start';

function wordHost({ header }: Caller): string {
  return `Host is "${(header('host') ?? '').slice(0, 100)}", which is no name of this machine; ask at localhost, or give a token (--control-token)`;
}

function wordOrigin(origin: string): string {
  return `a page of ${origin.slice(0, 100)} may not drive this mock; name its origin in controlOrigins (--control-origin)`;
}
