import type { Logged } from '../log.ts';
import { refuse } from '../service/problems.ts';
import { eventStream } from './events.ts';
import { type ShownExchange, showExchange } from './exchanges.ts';
import type { FaultLibrary } from './faults.ts';
import { harOfLog } from './har.ts';
import { type ControlCall, type ControlRoute, done, json } from './route.ts';

/** How many exchanges before those that are told the log holds no longer. */
const DROPPED_FIELD = 'x-mock-log-dropped';

const TENANT = 'whose: by default the one that is asked as, else all; * is all';
const FILTERS = {
  tenant: TENANT,
  method: 'the method',
  path: 'a part of the path',
  status: 'a status, as 404, or a class, as 4xx',
  limit: 'how many at most: the latest',
};

/** The log: read, filtered, cleared, followed as it grows, and taken along as an HTTP Archive. */
export const logRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/log',
    title:
      'Lists the last exchanges, oldest first; ?tenant= (* for all), method, path, status (404 or 4xx), limit choose.',
    answers: {
      200: 'an array of exchanges, secrets left out; x-mock-log-dropped: how many before them are no longer held',
    },
    handle: (call) =>
      json(chosen(call).map(showExchange), 200, { [DROPPED_FIELD]: String(call.mock.log.dropped(tenantOf(call))) }),
  },
  {
    method: 'DELETE',
    path: '/log',
    title: 'Forgets the exchanges of the tenant that is asked as, or of all.',
    answers: { 204: 'they are forgotten' },
    handle(call) {
      call.mock.log.clear(tenantOf(call));
      return done();
    },
  },
  {
    method: 'GET',
    path: '/log/:ordinal',
    title: 'Shows one exchange.',
    answers: { 200: 'the exchange, secrets left out' },
    async handle({ mock, faults, params }) {
      const { ordinal = '' } = params;
      const found = mock.log.list().find((logged) => String(logged.ordinal) === ordinal);
      if (found !== undefined) return json(await withBroken(faults, showExchange(found)));
      return refuse(404, `the log holds no exchange ${ordinal}; it keeps the last ${mock.log.size} of each tenant`);
    },
  },
  {
    method: 'GET',
    path: '/log.har',
    title: 'Gives the last exchanges as an HTTP Archive (HAR 1.2), for the network panel of a browser.',
    query: FILTERS,
    answers: { 200: 'a HAR file' },
    handle: (call) => json(harOfLog(chosen(call)), 200, { 'content-disposition': 'attachment; filename="mock.har"' }),
  },
  {
    method: 'GET',
    path: '/events',
    title:
      'Tells exchanges and changes of state as they happen; ?after= or Last-Event-ID: what the log still holds, first.',
    answers: { 200: 'server-sent events: log, exchange, state, missed' },
    type: 'text/event-stream',
    handle(call) {
      const { mock, request } = call;
      const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
      const wanted = { tenant: tenantOf(call), after: lastSeen(call), signal: request.signal };
      if (request.method === 'HEAD') return new Response(null, { headers });
      return new Response(eventStream(mock, wanted), { headers });
    },
  },
];

/** An exchange with the rules that the faults in it break. */
async function withBroken(faults: FaultLibrary, exchange: ShownExchange): Promise<ShownExchange> {
  const { deviation } = exchange;
  if (deviation === undefined) return exchange;
  const ids = deviation.split(', ');
  const breaks = (await faults.all()).filter(({ id }) => ids.includes(id)).flatMap((fault) => fault.breaks);
  return { ...exchange, breaks: [...new Set(breaks)] };
}

/** Undefined: of all tenants. Who asks as a tenant means their own exchanges. */
function tenantOf({ url, world }: ControlCall): string | undefined {
  const asked = url.searchParams.get('tenant') ?? (world.tenant === '' ? '*' : world.tenant);
  return asked === '*' ? undefined : asked;
}

function chosen(call: ControlCall): Logged[] {
  const { mock, url } = call;
  const tenant = tenantOf(call);
  const method = url.searchParams.get('method')?.toUpperCase();
  const path = url.searchParams.get('path');
  const status = statusPattern(url.searchParams.get('status'));
  const found = mock.log
    .list(tenant)
    .filter(
      (logged) =>
        (method === undefined || logged.ask.method === method) &&
        (path === null || logged.ask.path.includes(path)) &&
        status.test(String(logged.reply.status)),
    );
  return found.slice(-limitOf(url.searchParams.get('limit'), found.length));
}

function statusPattern(asked: string | null): RegExp {
  if (asked === null) return /./u;
  if (!/^[1-9](?:xx|\d\d)$/iu.test(asked))
    return refuse(400, `status: "${asked}" is not a status; write it as 404, or a class as 4xx`);
  return new RegExp(`^${asked.replace(/xx/iu, '..')}$`, 'u');
}

// How many there are stands for all of them.
function limitOf(asked: string | null, all: number): number {
  if (asked === null) return all;
  if (!/^[1-9]\d{0,8}$/u.test(asked))
    return refuse(400, `limit: "${asked}" is no number of exchanges; give one from 1`);
  return Number(asked);
}

/** What a browser that was cut off has seen (Last-Event-ID), else what the address says. */
function lastSeen({ mock, request, url }: ControlCall): number | undefined {
  const [name, seen] = (request.headers.get('last-event-id') ?? '').split('-');
  // The ordinals of a log before a restart say nothing about this one.
  if (seen !== undefined && name !== mock.log.name) return 0;
  const after = seen ?? url.searchParams.get('after');
  if (after === null) return undefined;
  return /^\d{1,15}$/u.test(after) ? Number(after) : refuse(400, `after: "${after}" is no ordinal`);
}
