import { type Deviation, onAnswer, onRequest, type RequestView } from './deviation.ts';
import { bareAnswer, jsonAnswer, remembering, resent } from './requests.ts';

/** Faults of readings that show in a while only, or elsewhere: document 4.3, 4.4, RFC 9110 9.2.1. */
export const unsteadyReading: readonly Deviation[] = [
  {
    id: 'query-files-a-deal',
    title: 'Each query that finds something files a deal about itself.',
    breaks: ['query/safe'],
    wrap: filing(({ path }) => path.startsWith('/query/')),
  },
  {
    id: 'user-query-files-a-deal',
    title: 'Each query for users by name files a deal about itself.',
    breaks: ['read/safe'],
    wrap: filing(({ path, search }) => path === '/users' && search.startsWith('?name=')),
  },
  {
    id: 'fifth-server-lacks-users',
    title: 'One of five servers that take turns has no users: each fifth equal reading in a row is answered 404.',
    breaks: ['read/every'],
    wrap: fifthInARow(
      ({ path }) => /^\/users\/[^/]+$/u.test(path),
      () => bareAnswer(404),
    ),
  },
  {
    id: 'fifth-server-finds-nobody',
    title:
      'One of five servers that take turns finds nobody: each fifth equal query in a row is answered with an empty array.',
    breaks: ['read/every'],
    wrap: fifthInARow(
      ({ path, search }) => path === '/users' && search !== '',
      () => jsonAnswer(200, [], { vary: 'Accept' }),
    ),
  },
  {
    id: 'fifth-server-answers-no-query',
    title: 'One of five servers that take turns has no records: each fifth equal query in a row is answered 404.',
    breaks: ['query/every'],
    wrap: fifthInARow(
      ({ path }) => path.startsWith('/query/'),
      () => bareAnswer(404),
    ),
  },
];

function filing(isMeant: (seen: RequestView) => boolean): Deviation['wrap'] {
  return onRequest(async (seen, next) => {
    const response = await next(seen.request);
    if (seen.method !== 'GET' || !isMeant(seen) || !response.ok) return response;
    const deal = resent(seen, {
      method: 'POST',
      path: '/rest/1/deals/',
      body: '{"name":"a query was asked","price":1}',
    });
    deal.headers.set('content-type', 'application/json');
    await next(deal);
    return response;
  });
}

function fifthInARow(isMeant: (seen: RequestView) => boolean, answer: () => Response): Deviation['wrap'] {
  return remembering(
    () => ({ last: '', count: 0 }),
    (memory) =>
      onAnswer((response, seen) => {
        const { method, path, search, request } = seen;
        const asked = [method, path, search, request.headers.get('accept')].join(' ');
        memory.count = asked === memory.last ? memory.count + 1 : 1;
        memory.last = asked;
        return method === 'GET' && isMeant(seen) && response.ok && memory.count % 5 === 0 ? answer() : response;
      }),
  );
}
