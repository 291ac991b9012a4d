import { COOKIE, cookieValues } from '../../mock/service/session.ts';
import { type Deviation, onRequest, type RequestView, type Take, withFields } from './deviation.ts';
import { dealIn, isCreation, jsonAnswer } from './requests.ts';
import { isRoot } from './session-root.ts';

/** Faults of a service that asks for the session at every address and with every method: document 5.4, 7 (401), RFC 9110 11.6.1, 15.5.2. */
export const sessionEverywhere: readonly Deviation[] = [
  unchallenged(
    'guard-no-challenge-on-delete',
    'The 401 to DELETE has no challenge.',
    ({ method }) => method === 'DELETE',
  ),
  unchallenged('guard-no-challenge-on-head', 'The 401 to HEAD has no challenge.', ({ method }) => method === 'HEAD'),
  open(
    'guard-lets-creations-through',
    'The guard knows the addresses of records only, so deals are created without a session.',
    isCreation,
  ),
  open(
    'guard-lets-command-documents-through',
    'Command documents are beside what the guard knows, so they are carried out and read without a session.',
    ({ path }) => /\/commands\/[^/]+$/u.test(path),
  ),
  open(
    'guard-lets-updates-through',
    'The guard lists POST and DELETE, so a PUT of a deal is carried out without a session.',
    ({ method, path }) => method === 'PUT' && dealIn(path) !== undefined,
  ),
];

/** What is due to whoever has no session: as the root answers (5.4). */
function refusal(): Response {
  return jsonAnswer(401, 'not authorized', {
    'www-authenticate': `Cookie realm="deals", cookie-name="${COOKIE}"`,
    'cache-control': 'no-store',
    vary: 'Cookie',
  });
}

/** A service that asks for the session everywhere, and what it answers in the place of the refusal. The root is the mock's own. */
function guarded(id: string, title: string, answer: Take): Deviation {
  return {
    id,
    title,
    breaks: ['session/everywhere'],
    wrap: onRequest((seen, next, mock) => {
      const isLetIn = isRoot(seen, mock) || cookieValues(seen.request.headers.get('cookie') ?? '', COOKIE).length > 0;
      return isLetIn ? next(seen.request) : answer(seen, next, mock);
    }),
  };
}

/** The guard forgets some requests: they are carried out without a session. */
function open(id: string, title: string, forgets: (seen: RequestView) => boolean): Deviation {
  return guarded(id, title, async (seen, next) => (forgets(seen) ? next(seen.request) : refusal()));
}

/** The challenge is missing in the 401 to some requests. */
function unchallenged(id: string, title: string, isMeant: (seen: RequestView) => boolean): Deviation {
  return guarded(id, title, async (seen) =>
    isMeant(seen) ? withFields(refusal(), { 'www-authenticate': undefined }) : refusal(),
  );
}
