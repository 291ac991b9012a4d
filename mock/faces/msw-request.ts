import { isCommonAssetRequest } from 'msw';
import { CONTROL } from './control-address.ts';
import { crossesOrigins, takesCookies } from './cors-verdict.ts';

/** Whether a request loads a page. MSW 3 hands those on as well, and a page may live at the service's own root. */
export function loadsPage({ mode }: Request): boolean {
  return mode === 'navigate';
}

// A path that ends so may be a record under a suffix of its own (document 4.5-3).
const SUFFIXES = /\.(?:json|xml|html)$/iu;

// What MSW does not take for a file.
const OTHER_FILES = /\.(?:vue|svelte|astro|wasm|map)$/iu;

/**
 * Whether a page asks its own origin for one of its files, such as a module or an image in a folder that has the name of a
 * resource. At another origin everything is the service's.
 */
export function loadsFile(request: Request, page: string | undefined): boolean {
  if (page === undefined || crossesOrigins(page, request.url)) return false;
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const { pathname, searchParams } = new URL(request.url);
  // Files of the mock itself, such as a cookie file for curl.
  if (pathname.includes(`${CONTROL}/`)) return false;
  // Vite marks with it what a module imports that is no module.
  if (searchParams.has('import')) return true;
  return isCommonAssetRequest(request) ? !SUFFIXES.test(pathname) : OTHER_FILES.test(pathname);
}

/** A request with the fields that a browser adds after a service worker has seen it. Without a page: as it was sent. */
export function asSent(request: Request, cookies: Readonly<Record<string, string>>, page: string | undefined): Request {
  const headers = new Headers(request.headers);
  if (page === undefined || takesCookies(page, request)) {
    const cookie = cookieField(headers.get('cookie'), cookies);
    if (cookie !== '') headers.set('cookie', cookie);
  }
  if (page !== undefined && saysOrigin(page, request)) headers.set('origin', page);
  // A Request in a page can hold neither of these two fields; Headers by themselves can.
  // Configurable, because two interceptors of MSW in Node may see the same request.
  return Object.defineProperty(request, 'headers', { value: headers, configurable: true });
}

// Fetch 3.1: to other origins always, to its own where something may change.
function saysOrigin(page: string, { url, method }: Request): boolean {
  return crossesOrigins(page, url) || (method !== 'GET' && method !== 'HEAD');
}

// In Node the field is there as it was sent; in a page MSW tells the cookies beside the request, decoded.
function cookieField(field: string | null, cookies: Readonly<Record<string, string>>): string {
  const pairs = field === null ? [] : [field];
  const named = pairs.flatMap((pair) => pair.split(';')).map((pair) => pair.split('=')[0]?.trim());
  const others = Object.entries(cookies).filter(([name]) => !named.includes(name));
  return [...pairs, ...others.map(([name, value]) => `${name}=${encodeValue(value)}`)].join('; ');
}

// RFC 6265 4.1.1: what a cookie's value may not hold was encoded when it was set. Quotes may stand around it.
function encodeValue(value: string): string {
  return value.replace(/[^!-~]|[,;\\]/gu, (character) => encodeURIComponent(character));
}
