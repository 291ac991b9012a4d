import type { Wrap } from '../../../mock/interface.ts';
import { always, type Change, type HostileServer, serve, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `status-${id}`,
  title,
  kind: 'status',
  start: spoiling(change),
});

const JSON_TYPE = { 'content-type': 'application/json' };

function inTurn(...statuses: readonly number[]): Change {
  let turn = 0;
  return (honest) => {
    turn += 1;
    const status = statuses[turn % statuses.length] ?? 200;
    return new Response(status === 204 || status === 304 ? null : honest.body, { status, headers: honest.headers });
  };
}

function everySecond(change: Change): Change {
  let turn = 0;
  return (honest, seen, around) => {
    turn += 1;
    return turn % 2 === 0 ? change(honest, seen, around) : honest;
  };
}

const only =
  (method: string, change: Change): Change =>
  (honest, seen, around) =>
    seen.method === method ? change(honest, seen, around) : honest;

// Each request takes long enough to meet others.
const WORK_MS = 3;

function lockedBesideOthers(): Wrap {
  let open = 0;
  return (fetch) => async (request) => {
    open += 1;
    await new Promise((resolve) => setTimeout(resolve, WORK_MS));
    const isLocked = open > 1 && !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    try {
      return isLocked ? Response.json({ title: 'database is locked' }, { status: 500 }) : await fetch(request);
    } finally {
      open -= 1;
    }
  };
}

/** One status for everything, or none to rely on. */
export const statuses: readonly HostileServer[] = [
  one('500', 'Everything is answered 500.', always(500, JSON_TYPE, '{"title":"oops"}')),
  one('503', 'Everything is answered 503.', always(503)),
  one('200-empty', 'Everything is answered 200 without a body.', always(200)),
  one('200-object', 'Everything is answered 200 and an empty object.', always(200, JSON_TYPE, '{}')),
  one(
    '201',
    'Everything is answered 201 with one address.',
    always(201, { ...JSON_TYPE, location: '/rest/1/deals/1' }, '{}'),
  ),
  one('204', 'Everything is answered 204.', always(204)),
  one('206', 'Everything is answered 206.', always(206, { ...JSON_TYPE, 'content-range': 'bytes 0-1/99' }, '[]')),
  one('304', 'Everything is answered 304.', always(304, { etag: '"x"' })),
  one('401', 'Everything is answered 401 without a challenge.', always(401)),
  one('407', 'Everything is answered 407.', always(407, { 'proxy-authenticate': 'Basic realm="x"' })),
  one('421', 'Everything is answered 421.', always(421)),
  one(
    'in-turn',
    'The status changes with each answer.',
    inTurn(200, 201, 204, 301, 304, 400, 401, 404, 405, 410, 418, 429, 500, 503),
  ),
  one('every-second-500', 'Every second answer is a 500.', everySecond(always(500))),
  {
    id: 'status-locked',
    title: 'A write that meets another request is answered 500, “database is locked”, and does nothing.',
    kind: 'status',
    start: () => serve(lockedBesideOthers()),
  },
  one('put-500', 'Every PUT is answered 500.', only('PUT', always(500))),
  one('post-500-after', 'Every POST is carried out and answered 500.', only('POST', always(500))),
  one('get-item-500', 'Every reading of a record is answered 500.', (honest, seen, around) =>
    seen.method === 'GET' && /\/(?:deals|users)\/[^/]+$/u.test(seen.path) ? always(500)(honest, seen, around) : honest,
  ),
];
