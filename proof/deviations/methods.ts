import { type Deviation, onAnswer, onRequest, type Take, withFields } from './deviation.ts';
import { bareAnswer, dealIn, resent } from './requests.ts';

/** Faults in methods that a resource does not have: RFC 9110 9.1, 10.2.1, 15.5.6. */
export const methods: readonly Deviation[] = [
  method(
    'unknown-method-reads-deal',
    'A method that the router does not know runs the handler of GET of a deal.',
    async (seen, next) => {
      const isKnown = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH'].includes(seen.method);
      return next(!isKnown && dealIn(seen.path) !== undefined ? resent(seen, { method: 'GET' }) : seen.request);
    },
  ),
  method('propfind-of-command-204', 'The address of a command answers 204 to PROPFIND.', async (seen, next) =>
    seen.method === 'PROPFIND' && seen.path.startsWith('/command/') ? bareAnswer(204) : next(seen.request),
  ),
  method('propfind-of-query-asks', 'A query is asked by PROPFIND as well as by GET.', async (seen, next) =>
    next(
      seen.method === 'PROPFIND' && seen.path.startsWith('/query/') ? resent(seen, { method: 'GET' }) : seen.request,
    ),
  ),
  allowing(
    'allow-of-deal-lacks-delete',
    'The 405 of a deal says GET and PUT, and DELETE works.',
    dealIn,
    'GET, HEAD, PUT',
  ),
  allowing('allow-of-hold-lacks-put', 'The 405 of a verb says OPTIONS alone, and PUT works.', isVerb, 'OPTIONS'),
  {
    ...allowing('allow-of-users-lacks-get', 'The 405 of the users allows nothing, and GET works.', isUsers, ''),
    breaks: ['status/405-allow'],
  },
];

function isUsers(path: string): string | undefined {
  return /^\/users$/u.exec(path)?.[0];
}

function isVerb(path: string): string | undefined {
  return /\/deals\/[^/]+\/hold$/u.exec(path)?.[0];
}

function method(id: string, title: string, take: Take): Deviation {
  return { id, title, breaks: ['method/refused'], wrap: onRequest(take) };
}

function allowing(id: string, title: string, place: (path: string) => string | undefined, allow: string): Deviation {
  return {
    id,
    title,
    breaks: ['method/refused'],
    wrap: onAnswer((response, { path }) =>
      response.status === 405 && place(path) !== undefined ? withFields(response, { allow }) : response,
    ),
  };
}
