import { HttpResponse } from 'msw';
import { corsFields, preflightFields } from './cors.ts';
import { type CorsVerdict, corsVerdict, crossesOrigins, namesToAsk, type Said, takesCookies } from './cors-verdict.ts';

/** Whether the rules for other origins are told or kept. */
export type CorsRule = 'tell' | 'enforce';

/** What is to be said about answers to a page. */
export interface Showing {
  /** The page's origin. */
  readonly page: string;
  readonly cors: CorsRule;
  readonly warn: (message: string) => void;
}

/** A response as MSW wants it: its own kind keeps Set-Cookie for MSW's cookies, where a plain one loses it. */
export function asTold(response: Response, headers: Headers = response.headers): HttpResponse<BodyInit> {
  const { status, statusText } = response;
  return new HttpResponse(response.body, { status, statusText, headers });
}

/** The same for a page: what a real browser would have kept from it is told, or kept. */
export function asShown(request: Request, response: Response, { page, cors, warn }: Showing): HttpResponse<BodyInit> {
  if (!crossesOrigins(page, request.url)) return asTold(response);
  const headers = new Headers(response.headers);
  if (!takesCookies(page, request)) headers.delete('set-cookie');
  const verdict = corsVerdict(page, request, saidBeforehand(page, request), response);
  const told = wordVerdict(verdict);
  if (told !== undefined) warn(`assayer mock: ${request.method} ${request.url} from a page of ${page}: ${told}`);
  if (cors === 'enforce' && verdict.blocked !== undefined) return HttpResponse.error();
  if (cors === 'enforce') for (const name of verdict.unreadable) headers.delete(name);
  if (verdict.blocked !== undefined) headers.set('x-mock-cors', `blocked: ${verdict.blocked}`);
  return asTold(response, headers);
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
