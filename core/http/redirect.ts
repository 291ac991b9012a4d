import { withoutEndSlashes } from './address.ts';
import { type Exchange, header } from './exchange.ts';
import { trailingSlashRedirect } from './slash.ts';
import { isRedirect } from './status-kinds.ts';

/** Where an answer leads in place of what was asked for. */
export interface Redirect {
  /** The address, without what may be secret in it: a query, and the name of a user. */
  readonly address: string;
  /** Where the same path is served, as a base address; where it leads elsewhere on another origin, that. Undefined on the same one. */
  readonly begin: string | undefined;
}

/** Where an answer leads; undefined where it leads nowhere, and where a slash alone is put right, which is followed. */
export function redirectOf(exchange: Exchange, baseUrl: string): Redirect | undefined {
  const { request, response } = exchange;
  if (response === null || !isRedirect(response)) return undefined;
  const location = header(response.headers, 'Location');
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  if (trailingSlashRedirect(exchange) !== undefined) return undefined;
  const to = new URL(location, request.url);
  const place = to.host === '' ? `${to.protocol}${to.pathname}` : `${to.protocol}//${to.host}${to.pathname}`;
  const isLong = place.length > LONGEST;
  const query = to.search === '' || isLong ? '' : '?…';
  return {
    address: (isLong ? `${place.slice(0, LONGEST)}…` : place) + query,
    begin: beginAt(to, new URL(request.url), new URL(baseUrl)),
  };
}

const LONGEST = 200;

function beginAt(to: URL, from: URL, base: URL): string | undefined {
  if (to.protocol !== 'http:' && to.protocol !== 'https:') return undefined;
  const asked = from.pathname.slice(withoutEndSlashes(base.pathname).length);
  const isSamePath = asked.length > 1 && to.pathname.endsWith(asked);
  const begin = isSamePath ? to.origin + to.pathname.slice(0, -asked.length) : to.origin;
  const isHere = begin === withoutEndSlashes(base.href) || (!isSamePath && to.origin === from.origin);
  return isHere ? undefined : begin;
}
