import { type Deviation, withFields, withStatus } from './deviation.ts';
import { bareAnswer, jsonAnswer } from './requests.ts';
import { sessionCookies } from './session-cookies.ts';
import { onRoot } from './session-root.ts';

const CHALLENGE = { 'www-authenticate': 'Cookie realm="the service"' };

/** Faults of the session check: document 4.4 (`GET /`), 5. */
export const session: readonly Deviation[] = [
  ...sessionCookies,
  authorized('session-ok-as-plain-text', 'OK comes as plain text and not as a JSON string.', () => text(200, 'OK')),
  authorized('session-ok-as-object', 'OK comes inside an object.', () => jsonAnswer(200, { status: 'OK' })),
  authorized('session-ok-in-lower-case', 'The body is "ok".', () => jsonAnswer(200, 'ok')),
  authorized('session-ok-as-true', 'The body is true.', () => jsonAnswer(200, true)),
  authorized('session-ok-204', 'A session is answered 204.', () => bareAnswer(204)),
  authorized('session-ok-without-body', 'A session is answered 200 without a body.', () => bareAnswer(200)),
  authorized('session-ok-redirect', 'A session is led to the users.', () => bareAnswer(302, { location: '/users' })),
  {
    ...authorized(
      'session-ok-unquoted',
      'OK says that it is JSON and lacks its quotes.',
      () => new Response('OK', { headers: { 'content-type': 'application/json' } }),
    ),
    breaks: ['session/authorized', 'negotiate/truthful'],
  },
  {
    id: 'session-value-validated',
    title: 'Only values that were issued are accepted, though the target claims that presence is enough.',
    breaks: ['session/authorized'],
    wrap: onRoot((response, { request }) => {
      const field = request.headers.get('cookie') ?? '';
      return response.status === 200 && !/USER_TOKEN=[0-9a-f]{32}/u.test(field) ? refusal() : response;
    }),
  },
  {
    id: 'session-nobody-let-in',
    title: 'The cookie is looked for under another name, so nobody is let in.',
    breaks: ['session/authorized'],
    wrap: onRoot(() => refusal()),
  },

  unauthorized('session-everybody-let-in', 'Everybody is let in.', () => jsonAnswer(200, 'OK')),
  unauthorized('session-403', 'Without a session the answer is 403.', () => jsonAnswer(403, 'not authorized')),
  unauthorized('session-404', 'Without a session the answer is 404.', () => jsonAnswer(404, 'not authorized')),
  unauthorized('session-400', 'Without a session the answer is 400.', () => jsonAnswer(400, 'not authorized')),
  unauthorized('session-login-redirect', 'Without a session the answer leads to a page for signing in.', () =>
    bareAnswer(302, { location: '/login' }),
  ),
  unauthorized('session-200-not-authorized', 'Without a session the body says so, and the status is 200.', () =>
    jsonAnswer(200, 'not authorized'),
  ),
  unauthorized('session-capital-letters', 'The body is "Not Authorized".', () =>
    jsonAnswer(401, 'Not Authorized', CHALLENGE),
  ),
  unauthorized('session-unauthorized-word', 'The body is "unauthorized".', () =>
    jsonAnswer(401, 'unauthorized', CHALLENGE),
  ),
  unauthorized('session-401-as-object', 'The body of the 401 is an object.', () =>
    jsonAnswer(401, { error: 'not authorized' }, CHALLENGE),
  ),
  unauthorized('session-401-as-plain-text', 'The body of the 401 is plain text.', () =>
    text(401, 'not authorized', CHALLENGE),
  ),
  unauthorized('session-401-without-body', 'The 401 has no body.', () => bareAnswer(401, CHALLENGE)),
  {
    id: 'session-empty-field-let-in',
    title: 'Without any Cookie field the check is left out.',
    breaks: ['session/unauthorized'],
    wrap: onRoot((response, { request }) => (request.headers.has('cookie') ? response : jsonAnswer(200, 'OK'))),
  },

  challenged('session-no-challenge', 'The 401 has no challenge.', undefined),
  {
    id: 'session-no-challenge-on-head',
    title: 'The 401 to HEAD has no challenge.',
    breaks: ['session/challenge'],
    wrap: onRoot((response, { method }) =>
      method === 'HEAD' && response.status === 401 ? withFields(response, { 'www-authenticate': undefined }) : response,
    ),
  },
  challenged('session-empty-challenge', 'The challenge of the 401 is empty.', ''),
  challenged('session-challenge-without-scheme', 'The challenge has a realm and no scheme.', 'realm="the service"'),
  challenged('session-challenge-unterminated', 'The challenge lacks a closing quote.', 'Cookie realm="the service'),
  challenged('session-challenge-sentence', 'The challenge is a sentence.', 'Please sign in, and come again.'),
  challenged('session-challenge-commas', 'The challenge is nothing but commas.', ', ,'),
  challenged(
    'session-challenge-realm-twice',
    'The challenge has two realms.',
    'Cookie realm="the service", realm="its deals"',
  ),
  challenged(
    'session-challenge-realm-twice-in-other-case',
    'The challenge has two realms, the second one under a name in capital letters.',
    'Cookie realm="the service", cookie-name="USER_TOKEN", REALM="its deals"',
  ),
  challenged(
    'session-second-challenge-realm-twice',
    'There are two challenges, and the second one has two realms.',
    'Cookie realm="the service", Bearer realm="the service", scope="deals", realm="its deals"',
  ),
];

function text(status: number, body: string, fields: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/plain', ...fields } });
}

function refusal(): Response {
  return jsonAnswer(401, 'not authorized', CHALLENGE);
}

/** A fault in the answer to whoever has a session. */
function authorized(id: string, title: string, answer: () => Response): Deviation {
  return {
    id,
    title,
    breaks: ['session/authorized'],
    wrap: onRoot((response) => (response.status === 200 ? withFields(answer(), cachedAs(response)) : response)),
  };
}

/** What caches are told of the answer in whose place another one comes. */
function cachedAs({ headers }: Response): Readonly<Record<string, string | undefined>> {
  return { vary: headers.get('vary') ?? undefined, 'cache-control': headers.get('cache-control') ?? undefined };
}

/** A fault in the answer to whoever has none. */
function unauthorized(id: string, title: string, answer: () => Response): Deviation {
  return {
    id,
    title,
    breaks: ['session/unauthorized'],
    wrap: onRoot((response) => (response.status === 401 ? answer() : response)),
  };
}

/** A fault in the challenge of the 401. */
function challenged(id: string, title: string, value: string | undefined): Deviation {
  return {
    id,
    title,
    breaks: ['session/challenge'],
    wrap: onRoot((response) =>
      response.status === 401 ? withFields(withStatus(response, 401), { 'www-authenticate': value }) : response,
    ),
  };
}
