import { type Deviation, type RequestView, withFields } from './deviation.ts';
import { jsonAnswer, remembering } from './requests.ts';
import { onRoot } from './session-root.ts';

const NAME = 'USER_TOKEN';
const CHALLENGE = { 'www-authenticate': 'Cookie realm="the service"' };

/** Faults of caches, session stores and filters around the session check: document 4.4, 5, RFC 9110 12.5.5, RFC 9111 3, 4.1. */
export const sessionCaches: readonly Deviation[] = [
  remembered('session-store-without-case', 'Cookies that were let in are kept under a key without case.', (field) =>
    field.toLowerCase(),
  ),
  remembered(
    'session-store-by-value',
    'What was let in is kept by its value, whatever the cookie is called.',
    (field) =>
      cookies(field)
        .map(({ value }) => value)
        .join(),
  ),
  {
    id: 'session-answer-one-behind',
    title: 'A cache that leaves the cookie out of its key answers from its store and renews that afterwards.',
    breaks: ['session/unauthorized'],
    oneByOne: true,
    wrap: remembering(
      () => new Map<string, Response>(),
      (stored) =>
        onRoot((response, seen) => {
          const key = `${seen.method} ${seen.search} ${seen.request.headers.get('accept') ?? ''}`;
          const before = stored.get(key);
          stored.set(key, response.clone());
          return before?.clone() ?? response;
        }),
    ),
  },
  {
    id: 'session-answer-stored-past-the-bypass',
    title: 'A cache that lets requests with cookies pass keeps their 200, and answers requests without any from it.',
    breaks: ['session/unauthorized'],
    oneByOne: true,
    wrap: remembering(
      () => new Map<string, Response>(),
      (stored) =>
        onRoot((response, { search, request }) => {
          if (response.status === 200) stored.set(search, response.clone());
          return request.headers.has('cookie') ? response : (stored.get(search)?.clone() ?? response);
        }),
    ),
  },
  {
    id: 'session-answer-stored-from-fifteenth-use',
    title:
      'A cache that lets requests with cookies pass keeps a 200 from the fifteenth request on, and gives it to whoever has none.',
    breaks: ['session/cookie-file'],
    alsoStrikes: {
      'session/unauthorized': 'it asks without a session after others asked with one',
      'model/sequence': 'its sequences end sessions and ask without one',
    },
    oneByOne: true,
    wrap: remembering(
      () => ({ uses: 0, stored: new Map<string, Response>() }),
      (cache) =>
        onRoot((response, { search, request }) => {
          cache.uses += 1;
          if (response.status === 200 && cache.uses >= 15) cache.stored.set(search, response.clone());
          return request.headers.has('cookie') ? response : (cache.stored.get(search)?.clone() ?? response);
        }),
    ),
  },
  {
    id: 'session-ok-public',
    title: 'The OK of a session may be kept by shared caches, and says nothing of the cookie.',
    breaks: ['session/authorized'],
    alsoStrikes: { 'negotiate/vary': 'Vary leaves out the cookie that chose the answer' },
    wrap: onRoot((response) =>
      response.status === 200
        ? withFields(response, { 'cache-control': 'public, max-age=300', vary: undefined })
        : response,
    ),
  },
  {
    id: 'session-sign-in-page-200',
    title: 'A browser without a session gets a page for signing in with status 200.',
    breaks: ['session/unauthorized'],
    wrap: onRoot((response, { request }) =>
      response.status === 401 && (request.headers.get('accept') ?? '').startsWith('text/html')
        ? new Response('<!DOCTYPE html><title>Sign in</title><p>not authorized</p>', {
            headers: { 'content-type': 'text/html; charset=utf-8' },
          })
        : response,
    ),
  },
  refused('session-padding-checked', 'A value that ends with “=” has to be Base64.', (value) =>
    value.endsWith('=') ? value.length % 4 === 0 : true,
  ),
];

interface Cookie {
  readonly name: string;
  readonly value: string;
}

function cookies(field: string): Cookie[] {
  return field.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });
}

/** Who was let in once is let in again wherever the key is the same. */
function remembered(id: string, title: string, key: (field: string) => string): Deviation {
  return {
    id,
    title,
    breaks: ['session/exact-name'],
    wrap: remembering(
      () => new Set<string>(),
      (known) =>
        onRoot((response, { request }) => {
          const found = key(request.headers.get('cookie') ?? '');
          if (response.status === 200) known.add(found);
          return response.status === 401 && found !== '' && known.has(found) ? jsonAnswer(200, 'OK') : response;
        }),
    ),
  };
}

/** A value is refused that is not as it should be. */
function refused(id: string, title: string, accepts: (value: string) => boolean): Deviation {
  const isRefused = ({ request }: RequestView): boolean => {
    const values = cookies(request.headers.get('cookie') ?? '').filter(({ name }) => name === NAME);
    return !values.some(({ value }) => accepts(value));
  };
  return {
    id,
    title,
    breaks: ['session/any-value'],
    wrap: onRoot((response, seen) =>
      response.status === 200 && isRefused(seen) ? jsonAnswer(401, 'not authorized', CHALLENGE) : response,
    ),
  };
}
