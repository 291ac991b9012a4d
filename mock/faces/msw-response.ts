import { HttpResponse } from 'msw';
import { CookieJar } from 'tough-cookie';
import { corsFields, preflightFields } from '../service/cors.ts';
import { type CorsVerdict, corsVerdict, crossesOrigins, namesToAsk, type Said, takesCookies } from './cors-verdict.ts';

/** Whether the rules for other origins are told or kept. */
export type CorsRule = 'tell' | 'enforce';

/** Where an answer goes, and how it is spoken of. */
export interface Showing {
  /** The origin of the page that asks; undefined: no page does. */
  readonly page: string | undefined;
  readonly cors: CorsRule;
  readonly warn: (message: string) => void;
}

/**
 * A response as MSW needs it: its own kind keeps Set-Cookie for MSW's cookies, where a plain one loses it. What a real
 * browser would have kept from a page of another origin is told, or kept from it.
 */
export function asShown(request: Request, response: Response, { page, cors, warn }: Showing): HttpResponse<BodyInit> {
  const headers = new Headers(response.headers);
  const say = (told: string): void => warn(`assayer mock: ${request.method} ${request.url}${fromPage(page)}: ${told}`);
  if (page !== undefined && !takesCookies(page, request)) headers.delete('set-cookie');
  dropRefusedCookies(headers, request.url, say);
  if (page !== undefined && crossesOrigins(page, request.url)) {
    const verdict = corsVerdict(page, request, saidBeforehand(page, request), response);
    const told = wordVerdict(verdict);
    if (told !== undefined) say(told);
    if (cors === 'enforce' && verdict.blocked !== undefined) return HttpResponse.error();
    if (cors === 'enforce') for (const name of verdict.unreadable) headers.delete(name);
    if (verdict.blocked !== undefined) headers.set('x-mock-cors', `blocked: ${verdict.blocked}`);
  }
  const { status, statusText } = response;
  return new HttpResponse(response.body, { status, statusText, headers });
}

function fromPage(page: string | undefined): string {
  return page === undefined ? '' : ` from a page of ${page}`;
}

/** A browser ignores a cookie that it refuses; MSW never answers at all. */
function dropRefusedCookies(headers: Headers, url: string, say: (told: string) => void): void {
  const cookies = headers.getSetCookie();
  if (cookies.length === 0) return;
  headers.delete('set-cookie');
  for (const cookie of cookies) {
    const refused = wordRefusedCookie(cookie, url);
    if (refused === undefined) headers.append('set-cookie', cookie);
    else say(`a browser would have refused the cookie "${cookie}": ${refused}`);
  }
}

function wordRefusedCookie(cookie: string, url: string): string | undefined {
  try {
    new CookieJar().setCookieSync(cookie, url);
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** A console.warn that says the same thing once. */
export function warnOnce(): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    console.warn(message);
  };
}

/** What the mock's own answer to the preflight of this request is. */
function saidBeforehand(page: string, request: Request): Said {
  const asked: Readonly<Record<string, string>> = {
    'access-control-request-method': request.method,
    'access-control-request-headers': namesToAsk(request.headers).join(','),
  };
  const fields = [...preflightFields({ header: (name) => asked[name] }), ...corsFields(page)];
  const headers = new Headers();
  for (let i = 0; i < fields.length; i += 2) headers.append(fields[i] ?? '', fields[i + 1] ?? '');
  return { status: 204, headers };
}

// Fields about the transfer, which hardly a page reads: not worth a line on the console.
const DULL = /^(?:vary|date|connection|keep-alive|transfer-encoding|access-control-.*)$/u;

function wordVerdict({ blocked, unreadable, preflight }: CorsVerdict): string | undefined {
  const asked = preflight.length === 0 ? '' : ` (it asks beforehand, because of ${preflight.join(', ')})`;
  if (blocked !== undefined) return `a browser would have blocked the answer${asked}: ${blocked}`;
  const lost = unreadable.filter((name) => !DULL.test(name));
  if (lost.length === 0) return undefined;
  return `a browser would have hidden ${lost.join(', ')}; Access-Control-Expose-Headers has to name what a page is to read`;
}
