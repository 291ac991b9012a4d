import { carried } from './carriage.ts';
import { answers, fields, type Variation, type Wrap } from './variation.ts';

const SOURCE = 'RFC 9110 16.3.2: any server may add fields, and who does not know them ignores them';

function one(id: string, title: string, wrap: Wrap, source = SOURCE): Variation {
  return { id, title, source, wrap };
}

// A 304 has what the 200 to the same request has (RFC 9110 15.4.5).
const ok = ({ status }: Response): boolean => status === 200 || status === 304;

/** Several lines of Set-Cookie, which may not be joined (RFC 6265 3). */
function cookies(...lines: readonly string[]): Wrap {
  return answers((response) => {
    const headers = new Headers(response.headers);
    for (const line of lines) headers.append('set-cookie', line);
    return new Response(response.body, { status: response.status, headers });
  });
}

const isDate = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'date';

/** Fields that answers carry besides. */
export const moreFields: readonly Variation[] = [
  one(
    'vary-star',
    'Answers vary by everything.',
    fields(() => ({ vary: '*' })),
    'RFC 9110 12.5.5',
  ),
  one(
    'vary-in-another-spelling',
    'Vary names more fields, in capitals and with empty elements.',
    fields(({ headers }) => ({
      vary: `, ACCEPT-ENCODING,,${(headers.get('vary') ?? 'Accept').toUpperCase()} ,Cookie`,
    })),
    'RFC 9110 5.6.1: empty elements of a list are ignored',
  ),
  one(
    'cache-no-store',
    'Nothing may be stored.',
    fields(() => ({ 'cache-control': 'no-store', pragma: 'no-cache', expires: '0' })),
  ),
  one(
    'cache-for-a-year',
    'Records may be stored for a minute.',
    fields(() => ({ 'cache-control': 'public, max-age=60, stale-while-revalidate=30', age: '0' }), ok),
  ),
  one(
    'content-language',
    'Bodies have a language.',
    fields(() => ({ 'content-language': 'de-CH, en' })),
  ),
  one(
    'content-location',
    'Answers tell the address of the representation itself.',
    fields(({ headers }, { path, request }) => {
      // A 304 has no type, and tells the address that the 200 would have told (RFC 9110 15.4.5).
      const type = headers.get('content-type') ?? `${request.url} ${request.headers.get('accept') ?? ''}`;
      return { 'content-location': `${path}.${/json|xml|html/u.exec(type)?.[0] ?? 'json'}` };
    }, ok),
    'RFC 9110 8.7',
  ),
  one(
    'content-location-of-creation',
    'A creation tells its address in Content-Location too.',
    fields(
      ({ headers }) => ({ 'content-location': headers.get('location') ?? '/' }),
      ({ status }) => status === 201,
    ),
    'RFC 9110 8.7',
  ),
  one(
    'link-fields',
    'Answers link to other things.',
    fields((_r, { path }) => ({ link: `<${path}>; rel="self", </docs>; rel="help"; title="a, b; c"` })),
    'RFC 8288',
  ),
  one(
    'server-timing',
    'Answers tell how long things took.',
    fields(() => ({
      'server-timing': 'db;dur=53.2;desc="a, b", app;dur=1',
      'x-response-time': '3ms',
      'x-request-id': crypto.randomUUID(),
    })),
  ),
  one(
    'hsts',
    'Browsers are told to use TLS, and much else.',
    fields(() => ({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'geolocation=()',
    })),
  ),
  one(
    'cors-for-all',
    'Every origin may read.',
    fields(() => ({ 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' })),
  ),
  one(
    'proxy-fields',
    'A proxy left its traces.',
    fields(() => ({
      via: '1.1 varnish, 1.1 edge-7 (nginx)',
      'x-cache': 'MISS',
      'cf-ray': 'abc-ZRH',
      'alt-svc': 'h3=":443"; ma=86400',
    })),
    'RFC 9110 7.6.3',
  ),
  one(
    'digests',
    'Bodies have a digest, and ranges are not served.',
    fields(
      () => ({ 'accept-ranges': 'none', 'repr-digest': 'sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:' }),
      ok,
    ),
    'RFC 9530',
  ),
  one(
    'deprecated',
    'Every answer says that the service will end.',
    fields(() => ({ deprecation: '@1735689599', sunset: 'Wed, 31 Dec 2036 23:59:59 GMT', warning: '299 - "old"' })),
    'RFC 8594',
  ),
  one(
    'rate-limit-fields',
    'Answers tell how much may still be asked.',
    fields(() => ({
      'ratelimit-limit': '100',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'x-ratelimit-remaining': '0',
    })),
  ),
  one(
    'allow-everywhere',
    'Every answer lists the methods of the resource.',
    // A refusal keeps the list that leaves out the method that it refuses.
    fields(
      () => ({ allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' }),
      ({ headers }) => !headers.has('allow'),
    ),
    'RFC 9110 10.2.1',
  ),
  one(
    'retry-after-everywhere',
    'Successes say Retry-After.',
    fields(
      () => ({ 'retry-after': '120' }),
      ({ status }) => status < 400,
    ),
    'RFC 9110 10.2.3: its meaning is defined for 503, 429 and redirects',
  ),
  one(
    'set-cookie',
    'Every answer sets cookies.',
    cookies('sid=abc; Path=/; HttpOnly', 'lang=de; Expires=Wed, 09 Jun 2036 10:18:14 GMT; SameSite=Lax'),
    'RFC 6265 3',
  ),
  one(
    'set-cookie-clears-session',
    'Every answer takes the session cookie back.',
    cookies('USER_TOKEN=; Path=/; Max-Age=0', 'USER_TOKEN=deleted; Expires=Thu, 01 Jan 1970 00:00:00 GMT'),
    'document 5.2: which cookie is sent is the client’s business',
  ),
  one(
    'set-cookie-renews-session',
    'Every answer sets the session cookie anew.',
    cookies('USER_TOKEN=fresh; Path=/; Secure; HttpOnly'),
  ),
  one(
    'clear-site-data',
    'Answers ask browsers to forget everything.',
    fields(() => ({ 'clear-site-data': '"*"' })),
  ),
  one(
    'fields-on-204',
    'A 204 carries fields of all kinds.',
    fields(
      () => ({ etag: '"gone"', 'content-type': 'application/json', 'content-language': 'en', link: '</>; rel="up"' }),
      ({ status }) => status === 204,
    ),
    'RFC 9110 8.6 forbids Content-Length only',
  ),
  {
    ...one(
      '204-with-date-alone',
      'A 204 has no field but Date.',
      carried((carriage) =>
        carriage.status === 204 ? { ...carriage, fields: carriage.fields.filter(isDate) } : carriage,
      ),
      'RFC 9110 6.6.1: who has a clock sends a Date with every success, and no other field is due',
    ),
    layer: 'connection',
  },
];
