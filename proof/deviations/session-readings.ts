import { type Deviation, onRequest, withFields } from './deviation.ts';
import { jsonAnswer } from './requests.ts';
import { isRoot, onRoot } from './session-root.ts';

const NAME = 'USER_TOKEN';

/** Faults in which cookies count as an entry, and in which 401 is told how to sign in: document 5, RFC 6265 4.2, RFC 9110 11.6.1. */
export const sessionReadings: readonly Deviation[] = [
  unchallenged(
    'session-no-challenge-with-cookies',
    'The 401 to a client that sends other cookies has no challenge.',
    ({ headers }) => headers.has('cookie'),
  ),
  letsIn('session-name-with-dot', 'A dot in the name of a cookie counts as an underscore, as in PHP.', (field) =>
    names(field).some((name) => name.replaceAll('.', '_') === NAME),
  ),
  letsIn('session-value-holds-name', 'A cookie counts whose value holds USER_TOKEN and an equals sign.', (field) =>
    pairs(field).some((pair) => /=.*USER_TOKEN=/u.test(pair)),
  ),
];

function pairs(field: string | null): string[] {
  return (field ?? '').split(';').map((pair) => pair.trim());
}

function names(field: string | null): string[] {
  return pairs(field).flatMap((pair) => (pair.includes('=') ? [pair.slice(0, pair.indexOf('=')).trim()] : []));
}

function letsIn(id: string, title: string, counts: (field: string | null) => boolean): Deviation {
  return {
    id,
    title,
    breaks: ['session/exact-name'],
    wrap: onRoot((response, { request }) =>
      response.status === 401 && counts(request.headers.get('cookie')) ? jsonAnswer(200, 'OK') : response,
    ),
  };
}

function unchallenged(id: string, title: string, isMeant: (request: Request) => boolean): Deviation {
  return {
    id,
    title,
    breaks: ['status/401-challenge'],
    wrap: onRequest(async (seen, next, mock) => {
      const response = await next(seen.request);
      return isRoot(seen, mock) && response.status === 401 && isMeant(seen.request)
        ? withFields(response, { 'www-authenticate': undefined })
        : response;
    }),
  };
}
