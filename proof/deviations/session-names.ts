import { COOKIE } from '../../mock/service/session.ts';
import { type Deviation, onRequest } from './deviation.ts';
import { decoded } from './places.ts';
import { isRoot } from './session-root.ts';

/** Faults in how the name of a cookie is read: document 5.1, RFC 6265 4.1.1, 4.2.2. */
export const sessionNames: readonly Deviation[] = [
  named('session-name-percent-decoded', 'The name of a cookie is percent-decoded: USER%5FTOKEN counts.', (pair) =>
    decoded(nameOf(pair)),
  ),
  named('session-name-after-dollar', 'A dollar before the name of a cookie is taken off, as RFC 2965 had it.', (pair) =>
    nameOf(pair).replace(/^\$/u, ''),
  ),
  named(
    'session-name-at-second-equals',
    'A cookie counts whose value begins with USER_TOKEN and an equals sign.',
    (pair) => nameOf(pair.slice(pair.indexOf('=') + 1)),
  ),
];

function nameOf(pair: string): string {
  return pair.split('=', 1)[0]?.trim() ?? '';
}

/** A cookie counts too whose name is read as USER_TOKEN. */
function named(id: string, title: string, read: (pair: string) => string): Deviation {
  return {
    id,
    title,
    breaks: ['session/exact-name'],
    wrap: onRequest((seen, next, mock) => {
      const field = seen.request.headers.get('cookie') ?? '';
      const isMeant =
        isRoot(seen, mock) && field.split(';').some((pair) => pair.includes('=') && read(pair) === COOKIE);
      if (!isMeant) return next(seen.request);
      const headers = new Headers(seen.request.headers);
      headers.set('cookie', `${COOKIE}=accepted`);
      return next(new Request(seen.request.url, { method: seen.method, headers }));
    }),
  };
}
