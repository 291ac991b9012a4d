/** What counts of a request that a page makes. */
export type PageRequest = Pick<Request, 'url' | 'method' | 'mode' | 'credentials' | 'headers'>;

/** What a service said, to a preflight or to the request itself. */
export interface Said {
  readonly status: number;
  readonly headers: Headers;
}

/** What a real browser would have done with an answer. */
export interface CorsVerdict {
  /** What makes the browser ask beforehand; empty: it would not have asked. */
  readonly preflight: readonly string[];
  /** Why the page would have got a network error, or undefined where it would have got the answer. */
  readonly blocked: string | undefined;
  /** Names of the answer's fields that the page could not have read. */
  readonly unreadable: readonly string[];
}

/** Whether a request leaves the page's origin, so that the rules of Fetch 3.2 hold for it. */
export function crossesOrigins(page: string, url: string): boolean {
  return new URL(url).origin !== page;
}

/** Whether cookies go with a request, and whether those of its answer are kept (Fetch, credentials mode). */
export function takesCookies(page: string, { url, credentials }: Pick<Request, 'url' | 'credentials'>): boolean {
  return credentials === 'include' || (credentials === 'same-origin' && !crossesOrigins(page, url));
}

/** What a browser would have done, by what the service says to a preflight and by its answer (Fetch 3.2, 4.8 to 4.10). */
export function corsVerdict(page: string, request: PageRequest, preflight: Said, answer: Said): CorsVerdict {
  if (!crossesOrigins(page, request.url)) return { preflight: [], blocked: undefined, unreadable: [] };
  if (request.mode !== 'cors') return { preflight: [], blocked: wordMode(request.mode), unreadable: [] };
  const reasons = preflightReasons(request);
  const refused = reasons.length === 0 ? undefined : wordRefusedPreflight(page, request, preflight);
  const blocked = refused ?? wordUnshared(page, request, answer, 'the answer');
  return { preflight: reasons, blocked, unreadable: blocked === undefined ? unreadableIn(request, answer) : [] };
}

function wordMode(mode: RequestMode): string {
  return mode === 'no-cors'
    ? "it was sent with mode 'no-cors', so the page sees neither status nor fields nor body; send it with mode 'cors'"
    : `mode '${mode}' does not leave the page's origin; send it with mode 'cors'`;
}

const UNASKED_METHODS = ['GET', 'HEAD', 'POST'];

function preflightReasons(request: PageRequest): string[] {
  const method = UNASKED_METHODS.includes(request.method) ? [] : [`the method ${request.method}`];
  return [...method, ...namesToAsk(request.headers).map((name) => `the field ${name}`)];
}

/** The names that a preflight asks for, in order (Fetch 2.2.2, CORS-unsafe request-header names). */
export function namesToAsk(headers: Headers): string[] {
  const unsafe = [...headers].filter(([name, value]) => !BROWSERS_OWN.test(name) && !isSafelisted(name, value));
  return unsafe.map(([name]) => name).toSorted();
}

// A page cannot set these (Fetch 2.2.2, forbidden request-header), or the browser sets them by itself.
const BROWSERS_OWN =
  /^(?:(?:sec|proxy|access-control-request)-.*|cookie2?|host|origin|referer|user-agent|connection|keep-alive|content-length|dnt|date|expect|te|trailer|transfer-encoding|upgrade|via|accept-(?:charset|encoding))$/u;

const PLAIN_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
const UNSAFE_BYTES = /[^\t\u0020-\u007e\u0080-\u{10ffff}]|["():<>?@[\\\]{}]/u;

function isSafelisted(name: string, value: string): boolean {
  if (value.length > 128) return false;
  if (name === 'accept') return !UNSAFE_BYTES.test(value);
  if (name === 'accept-language' || name === 'content-language') return /^[0-9A-Za-z *,\-.;=]*$/u.test(value);
  if (name === 'range') return /^bytes=\d+-\d*$/u.test(value);
  const essence = value.split(';')[0]?.trim().toLowerCase() ?? '';
  return name === 'content-type' && !UNSAFE_BYTES.test(value) && PLAIN_TYPES.includes(essence);
}

function wordRefusedPreflight(page: string, request: PageRequest, said: Said): string | undefined {
  const unshared = wordUnshared(page, request, said, 'the answer to the preflight');
  if (unshared !== undefined) return unshared;
  if (said.status < 200 || said.status > 299) return `the preflight is answered ${said.status}; answer it 204`;
  const { method } = request;
  const methods = listIn(said, 'access-control-allow-methods');
  if (!UNASKED_METHODS.includes(method) && !methods.includes(method) && !isWild(request, methods))
    return `Access-Control-Allow-Methods does not name ${method}`;
  const names = listIn(said, 'access-control-allow-headers').map((name) => name.toLowerCase());
  // A wildcard never stands for Authorization (Fetch 4.9).
  const missing = namesToAsk(request.headers).find(
    (name) => !names.includes(name) && (name === 'authorization' || !isWild(request, names)),
  );
  return missing === undefined ? undefined : `Access-Control-Allow-Headers does not name ${missing}`;
}

/** Why a page may not see what was said (Fetch 4.10, CORS check). */
function wordUnshared(page: string, { credentials }: PageRequest, { headers }: Said, what: string): string | undefined {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === null) return `${what} has no Access-Control-Allow-Origin; it should be ${page}`;
  if (allowed === '*' && credentials !== 'include') return undefined;
  if (allowed !== page) return `Access-Control-Allow-Origin of ${what} is ${allowed}, and the page's origin is ${page}`;
  if (credentials !== 'include' || headers.get('access-control-allow-credentials') === 'true') return undefined;
  return `the request has credentials, and ${what} has no Access-Control-Allow-Credentials: true`;
}

const ALWAYS_READABLE = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];

// What no page reads, of its own origin neither (Fetch 2.2.6).
const NEVER_READABLE = ['set-cookie', 'set-cookie2'];

function unreadableIn(request: PageRequest, answer: Said): string[] {
  const exposed = listIn(answer, 'access-control-expose-headers').map((name) => name.toLowerCase());
  const readable = isWild(request, exposed) ? (): boolean => true : (name: string): boolean => exposed.includes(name);
  const others = [...new Set(answer.headers.keys())].filter((name) => !NEVER_READABLE.includes(name));
  return others.filter((name) => !ALWAYS_READABLE.includes(name) && !readable(name));
}

// With credentials the asterisk is a name like any other (Fetch 3.2.4).
function isWild({ credentials }: PageRequest, names: readonly string[]): boolean {
  return credentials !== 'include' && names.includes('*');
}

function listIn({ headers }: Said, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((part) => part.trim());
}
