import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Target } from '../../../core/target.ts';

/** Fields that a client may send and that careless readers break on. None of them asks for anything to be done. */
const FIELDS: readonly (readonly [string, string])[] = [
  ['accept', ';;,'],
  ['accept', 'text'],
  ['accept', 'application/json;q=high'],
  ['accept-language', ';;q=x, _'],
  ['accept-charset', 'klingon'],
  ['accept-encoding', 'br;q=, unknown'],
  ['range', 'bytes=9999999-'],
  ['range', 'lines=a-z'],
  ['if-modified-since', 'yesterday'],
  ['if-none-match', '*, '],
  ['authorization', 'Basic %%%'],
  ['authorization', 'Bearer'],
  ['content-type', 'application/json'],
  ['content-type', ';'],
  ['x-forwarded-for', 'unknown, _hidden'],
  ['forwarded', 'for=;;'],
  ['origin', 'null'],
  ['referer', 'about:blank'],
  ['cookie', '=; ;;a'],
  ['user-agent', '()'],
];

/** Fields with values that are right (RFC 9110; RFC 7240), which most services have no use for. */
const RIGHT_FIELDS: readonly (readonly [string, string])[] = [
  ['accept', '*/*;q=0'],
  ['accept', 'application/json;profile="a, b;c"'],
  ['accept-language', '*'],
  ['accept-language', 'de-CH-1996, zh-Hant-TW;q=0.7, x-klingon;q=0.001, *;q=0'],
  ['accept-language', 'tlh'],
  ['accept-charset', 'iso-8859-1, utf-8;q=0.5, *;q=0'],
  ['accept-charset', 'utf-16'],
  ['accept-encoding', 'identity;q=0'],
  ['accept-encoding', '*;q=0'],
  ['accept-encoding', 'compress, zstd;q=0.5'],
  ['te', 'trailers, deflate;q=0.5'],
  ['prefer', 'return=minimal'],
  ['prefer', 'respond-async, wait=0; assayer="a, b"'],
  ['upgrade-insecure-requests', '1'],
  ['from', 'assayer@example.org'],
  ['referer', '/partial?of=one#none'],
  ['user-agent', 'assayer/1.0 (a (nested) comment) other'],
  ['max-forwards', '0'],
  ['via', '1.0 fred, 1.1 p.example.net:8080 (a comment)'],
  ['cache-control', 'no-cache, max-age=0, assayer="a, b"'],
  ['pragma', 'no-cache'],
  ['range', 'bytes=-0'],
  ['range', 'bytes=0-,-1'],
  ['if-unmodified-since', 'Sunday, 06-Nov-94 08:49:37 GMT'],
  ['if-modified-since', 'Sun Nov  6 08:49:37 1994'],
  ['if-match', 'W/"", "a, b"'],
  ['authorization', 'Digest username="a, b", uri="/"'],
];

/** Cookie fields without a name, without a value, or that are no cookies at all. */
const COOKIES: readonly string[] = ['=; ;;a', 'a', ';', 'a=%ZZ; b="'];

/** Queries that ask for nothing in particular, each of them broken or unusual in one way. */
const QUERIES: readonly string[] = [
  '=',
  '&&',
  'a',
  'a=%',
  'a=%FF%FE',
  'name=',
  'name[]=a&name[b]=c',
  'name=a&name=b',
  '__proto__[x]=1',
  'limit=-1',
  'limit=99999999999999999999',
  'page=abc',
  'offset=1e9',
  'sort=%00',
  'filter={',
  'fields=..',
];

/** Readings of one place that are odd in one way each: any answer will do but one that says that the server broke. */
export function oddReadings({ resources, session, claims }: Target): HttpRequest[] {
  const listed =
    resources.find(({ list, query }) => list !== undefined && query !== undefined) ??
    resources.find(({ list }) => list !== undefined);
  const known = resources.find(({ item, known: id }) => item !== undefined && id !== undefined);
  const place = listed?.list?.address ?? (claims.session === 'none' ? undefined : session.address);
  if (place === undefined) return [];
  const headers = listed?.headers ?? known?.headers ?? {};
  const read = (address: string, more: Readonly<Record<string, string>>): HttpRequest => {
    const { cookie, ...others } = more;
    const request = { method: 'GET', address, headers: { ...headers, ...others } };
    return cookie === undefined ? request : { ...request, cookies: cookie };
  };
  const sign = place.includes('?') ? '&' : '?';
  // Cookies are read where the session is looked at, if anywhere.
  const check =
    claims.session === 'none' ? [] : COOKIES.map((cookies) => ({ method: 'GET', address: session.address, cookies }));
  return [
    ...check,
    ...[...FIELDS, ...RIGHT_FIELDS].map(([name, value]) => read(place, { [name]: value })),
    ...QUERIES.map((query) => read(`${place}${sign}${query}`, {})),
    // Safe (RFC 9110 9.3.7), and what a browser sends before the requests of a page.
    { ...read(place, {}), method: 'OPTIONS' },
    ...(known?.item === undefined || known.known === undefined
      ? []
      : [
          { method: 'OPTIONS', address: fillTemplate(known.item.address, { id: known.known }), headers: known.headers },
        ]),
  ];
}
