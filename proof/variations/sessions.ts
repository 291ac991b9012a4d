import type { Carriage } from './carriage.ts';
import { carried } from './carriage.ts';
import { bodies, fields, instead, type Variation, type Wrap } from './variation.ts';

const SOURCE = 'RFC 9110 11.6.1: one challenge or several, on one line or several';

/** Replaces the challenge of a 401 by these lines. */
function challenged(...lines: readonly string[]): Wrap {
  return carried((carriage: Carriage) => {
    if (carriage.status !== 401) return carriage;
    const others = carriage.fields.filter(([name]) => name.toLowerCase() !== 'www-authenticate');
    return { ...carriage, fields: [...others, ...lines.map((line) => ['WWW-Authenticate', line] as const)] };
  });
}

function challenge(id: string, title: string, ...lines: readonly string[]): Variation {
  return { id, title, source: SOURCE, group: 'challenge', layer: 'connection', wrap: challenged(...lines) };
}

/** The session check and its challenges: document 5. */
export const sessions: readonly Variation[] = [
  challenge(
    'challenges-on-one-line',
    'Several challenges stand on one line.',
    'Cookie realm="a", Basic realm="b", charset="UTF-8", Bearer realm="c", error="invalid_token"',
  ),
  challenge(
    'challenges-on-lines',
    'Several challenges stand on lines of their own.',
    'Negotiate',
    'NTLM',
    'Basic realm="a b"',
  ),
  challenge(
    'challenge-token68',
    'A challenge is a token68.',
    'Negotiate oYG2MIGzoAMKAQChCwYJKoZIgvcSAQICooGeBIGbYIGY==',
  ),
  challenge('challenge-bare', 'A challenge is a scheme and nothing else.', 'Cookie'),
  challenge(
    'challenge-with-commas',
    'A realm holds commas, equals signs and quotes.',
    'Bearer realm="a, b=\\"c\\"; d", error_description="no token, none at all"',
  ),
  challenge(
    'challenge-digest',
    'A challenge is Digest with all its parameters.',
    'Digest realm="r@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
  ),
  challenge(
    'challenge-in-lower-case',
    'Scheme and parameters are in lower case, with spaces around the equals sign.',
    'basic  realm = "x"',
  ),
  challenge('challenge-of-its-own', 'The scheme is nobody else’s.', 'X-User.Token!v1 realm=deals'),
  challenge('challenge-with-empty-elements', 'The list of challenges has empty elements.', ', ,Basic realm="x",, '),
  {
    id: 'session-by-authorization',
    title: 'An Authorization field gives a session as well.',
    source: 'document 5: other schemes are not shown',
    wrap: instead(({ request, path }, next) => {
      if (path !== '/' || !request.headers.has('authorization')) return undefined;
      const headers = new Headers(request.headers);
      headers.set('cookie', 'USER_TOKEN=1');
      return next(new Request(request.url, { method: request.method, headers }));
    }),
  },
  {
    id: 'session-everywhere',
    title: 'Every address asks for the session.',
    source: 'document 7: 401 where authentication is required',
    wrap: instead(({ request, path }) =>
      path !== '/' &&
      request.method !== 'OPTIONS' &&
      !/(?:^|;\s*)USER_TOKEN=/u.test(request.headers.get('cookie') ?? '')
        ? new Response('"not authorized"', {
            status: 401,
            headers: { 'content-type': 'application/json', 'www-authenticate': 'Cookie realm="deals"' },
          })
        : undefined,
    ),
  },
  {
    id: 'session-strings-escaped',
    title: 'The root writes its strings with escapes and white space.',
    source: 'RFC 8259 7',
    wrap: bodies('json', (text, { path }) => (path === '/' ? ' "\\u004F\\u004b"\r\n' : text)),
  },
  {
    id: 'session-info',
    title: 'The root tells more in fields.',
    source: 'RFC 9110 11.6.3',
    wrap: fields(
      () => ({ 'authentication-info': 'nextnonce="abc"', 'x-user': 'somebody' }),
      (_response, { path }) => path === '/',
    ),
  },
];
