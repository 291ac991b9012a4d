import type { Fetch, Mock } from '../../../mock/interface.ts';
import type { MockOptions } from '../../../mock/options.ts';
import { look, type RequestView } from '../../../proof/deviations/deviation.ts';
import { type HostileServer, type Surroundings, serve } from '../hostile-server.ts';

/** Another Location for the creation of a deal. `own` is the honest one, `nth` counts creations from 1. */
type Lie = (own: URL, nth: number, surroundings: Surroundings) => string | undefined;

/** What the server does with a request besides; undefined lets the mock answer. */
type Besides = (seen: RequestView, next: Fetch, mock: Mock) => Response | undefined | Promise<Response | undefined>;

interface More {
  readonly besides?: Besides;
  /** What the body of a creation says. */
  readonly body?: (record: Readonly<Record<string, unknown>>) => unknown;
  readonly status?: number;
  readonly options?: MockOptions;
}

function one(id: string, title: string, lie: Lie, more: More = {}): HostileServer {
  return { id: `location-${id}`, title, kind: 'location', start: (around) => lying(lie, more, around) };
}

function lying(lie: Lie, { besides, body, status, options }: More, around: Surroundings): ReturnType<typeof serve> {
  let creations = 0;
  return serve(
    (fetch, mock) => async (request) => {
      const seen = await look(request);
      const own = (await besides?.(seen, fetch, mock)) ?? (await fetch(request));
      if (own.status !== 201 || seen.method !== 'POST' || !/\/deals\/$/u.test(seen.path)) return own;
      creations += 1;
      const headers = new Headers(own.headers);
      const address = new URL(headers.get('location') ?? '', request.url);
      const told = lie(address, creations, around);
      if (told === undefined) headers.delete('location');
      else headers.set('location', told);
      headers.delete('content-length');
      const record: unknown = JSON.parse(await own.text());
      const shown = typeof record === 'object' && record !== null ? (body ?? same)({ ...record }) : record;
      return new Response(JSON.stringify(shown), { status: status ?? 201, headers });
    },
    { ...options },
  );
}

const same = (record: Readonly<Record<string, unknown>>): unknown => record;
const at =
  (path: string): Lie =>
  (own) =>
    new URL(path, own).href;
const isDeal = (path: string): boolean => /\/deals\/[^/]+$/u.test(path);

/** Orders that a careless DELETE would carry out: this server obeys them. */
function wiping(looksSo: RegExp): Besides {
  return ({ method, path }, _next, mock) => {
    if (!looksSo.test(path)) return undefined;
    if (method === 'DELETE') {
      const { store } = mock.tenants.of('');
      for (const deal of [...store.deals.entries.values()]) store.removeDeal(deal);
      for (const user of [...store.users.entries.values()]) store.removeUser(user);
    }
    return new Response(null, { status: 204 });
  };
}

/** The second deal that is created cannot be read. */
function unread(besides: Besides): Besides {
  return (seen, next, mock) => {
    const isIt = seen.method === 'GET' && seen.path.endsWith('/deals/5');
    return isIt ? new Response(null, { status: 503 }) : besides(seen, next, mock);
  };
}

/** Another address of a record that was there before. */
function alias(looksSo: RegExp, real: string): Besides {
  return ({ path, request }, next) => {
    if (!looksSo.test(path)) return undefined;
    const { method, headers, body } = request;
    return next(new Request(new URL(real, request.url), { method, headers, body, duplex: 'half' } as RequestInit)); // `duplex` is not yet of the DOM's types
  };
}

/** Refuses to list deals. */
const unlisted: Besides = ({ method, path }) =>
  method === 'GET' && /\/deals\/?$/u.test(path)
    ? new Response(null, { status: 405, headers: { allow: 'POST' } })
    : undefined;

const careless = alias(/\/deals\/(?:%20)?1(?:\.0|e0|xq|%20|[;,]xq)$/u, '/rest/1/deals/1');

/** Refuses to show deals, together and one by one. */
const hidden: Besides = ({ method, path }) =>
  method === 'GET' && /\/deals(?:\/[^/]*)?$/u.test(path)
    ? new Response(null, { status: 405, headers: { allow: 'POST, DELETE' } })
    : undefined;

/** The records that a server keeps are shown with the name of the last one that was made. */
function showingTheLast(): Besides {
  let last: unknown;
  return async ({ method, path, body }, next, mock) => {
    if (method === 'POST') last = body;
    if (method !== 'GET' || !isDeal(path) || !mock.tenants.of('').store.deals.entries.has('1')) return undefined;
    const response = await next(new Request(`http://127.0.0.1${path}`, { headers: { accept: 'application/json' } }));
    if (!response.ok) return undefined;
    const record: unknown = await response.json();
    return Response.json({ ...Object(record), last });
  };
}

/** The address of the first creation, for all of them. */
function theFirst(): Lie {
  let first: string | undefined;
  return (own) => {
    first ??= own.href;
    return first;
  };
}

/** The address of the creation before. */
function theOneBefore(): Lie {
  let before = '/rest/1/deals/1';
  return (own) => {
    const told = before;
    before = own.href;
    return told;
  };
}

/** Servers whose Location leads astray: what a run must not delete, change or operate on. Their seed has deals 1 to 3. */
export const locations: readonly HostileServer[] = [
  one('of-existing', 'Every Location names deal 1, which was there before.', at('/rest/1/deals/1')),
  one(
    'of-existing-in-turn',
    'The Locations name deals 1 to 3 in turn.',
    (own, nth) => new URL(`/rest/1/deals/${(nth % 3) + 1}`, own).href,
  ),
  one('of-existing-slash', 'Every Location names deal 1 with a slash behind.', at('/rest/1/deals/1/'), {
    besides: alias(/\/deals\/1\/$/u, '/rest/1/deals/1'),
  }),
  one('of-existing-encoded', 'Every Location names deal 1, percent-encoded.', at('/rest/1/deals/%31')),
  one('of-existing-alias', 'Every Location names deal 001, which is deal 1.', at('/rest/1/deals/001'), {
    besides: alias(/\/deals\/001$/u, '/rest/1/deals/1'),
  }),
  one(
    'of-existing-each-second',
    'Every second Location names deal 1, and ids are read as far as they are numbers.',
    (own, nth) => (nth % 2 === 0 ? new URL('/rest/1/deals/1', own).href : own.href),
    {
      besides: async (seen, next, mock) => (await unlisted(seen, next, mock)) ?? careless(seen, next, mock),
      body: ({ id: _, _links: __, ...record }) => record,
    },
  ),
  one('of-existing-unlisted', 'Every Location names deal 1; deals are not listed.', at('/rest/1/deals/1'), {
    besides: unlisted,
  }),
  one('of-existing-hidden', 'Every Location names deal 1; deals are neither listed nor read.', at('/rest/1/deals/1'), {
    besides: hidden,
  }),
  one('of-existing-200', 'Creations answer 200 with the Location of deal 1.', at('/rest/1/deals/1'), { status: 200 }),
  one(
    'of-existing-with-last',
    'Every Location names deal 1, and every deal shows the last creation.',
    at('/rest/1/deals/1'),
    {
      besides: showingTheLast(),
    },
  ),
  one('of-user', 'Every Location names user 1.', at('/users/1')),
  one('of-child', 'Every Location names something below deal 1.', at('/rest/1/deals/1/hold')),
  one(
    'of-admin',
    'Every Location is an order to delete everything, which is obeyed.',
    at('/admin/delete-everything?sure=yes'),
    {
      besides: wiping(/^\/admin\//u),
    },
  ),
  one(
    'of-admin-encoded',
    'Every Location climbs up to an order to delete everything.',
    at('/rest/1/deals/..%2f..%2f..%2fadmin'),
    {
      besides: wiping(/admin/u),
    },
  ),
  one(
    'of-admin-unread',
    'Every Location climbs up to an order to delete everything, and one new deal cannot be read.',
    at('/rest/1/deals/..%2f..%2f..%2fadmin'),
    { besides: unread(wiping(/admin/u)) },
  ),
  one(
    'of-all-unread',
    'Every Location has the id “all”, whose DELETE empties everything, and one new deal cannot be read.',
    at('/rest/1/deals/all'),
    { besides: unread(wiping(/\/deals\/all$/u)) },
  ),
  one('of-collection', 'Every Location is the collection, whose DELETE empties it.', at('/rest/1/deals/'), {
    besides: (seen, next, mock) => (seen.method === 'DELETE' ? wiping(/\/deals\/$/u)(seen, next, mock) : undefined),
  }),
  one('of-collection-query', 'Every Location is the collection with a query.', at('/rest/1/deals/?id=1'), {
    besides: (seen, next, mock) => (seen.method === 'DELETE' ? wiping(/\/deals\/$/u)(seen, next, mock) : undefined),
  }),
  one('of-root', 'Every Location is the root, whose DELETE empties everything.', at('/'), {
    besides: (seen, next, mock) => (seen.method === 'DELETE' ? wiping(/^\/$/u)(seen, next, mock) : undefined),
  }),
  one('of-deal-of-any-version', 'Every Location names deal 1, and any version is served.', at('/rest/1/deals/1'), {
    besides: ({ path, request }, next) => {
      if (!path.startsWith('/rest/') || path.startsWith('/rest/1/')) return undefined;
      const { method, headers, body } = request;
      const served = new URL(path.replace(/^\/rest\/[^/]+/u, '/rest/1'), request.url);
      return next(new Request(served, { method, headers, body, duplex: 'half' } as RequestInit)); // `duplex` is not yet of the DOM's types
    },
  }),
  one('of-other-version', 'Every Location names deal 1 of version 2.', at('/rest/2/deals/1'), {
    besides: alias(/\/rest\/2\/deals\/1$/u, '/rest/1/deals/1'),
  }),
  one('of-other-host', 'Every Location is on another server.', (own, _nth, { canary }) => canary + own.pathname),
  one(
    'of-user-info',
    'Every Location names deal 1 behind a name and a password.',
    (own) => `http://user:secret@${own.host}/rest/1/deals/1`,
  ),
  one(
    'of-user-info-host',
    'Every Location hides another host behind this one’s name.',
    (own, _nth, { canary }) => `http://${own.host}@${new URL(canary).host}/rest/1/deals/1`,
  ),
  one('with-dots', 'Every Location climbs to deal 1 by dot segments.', () => '/rest/1/deals/new/../1'),
  one(
    'with-encoded-dots',
    'Every Location climbs to deal 1 by encoded dot segments.',
    () => '/rest/1/deals/new/%2e%2e/1',
  ),
  one('with-backslash', 'Every Location leads to deal 1 by backslashes.', () => '\\rest\\1\\deals\\1'),
  one('of-first', 'Every Location names the first deal of the run.', theFirst()),
  one('of-one-before', 'Every Location names the deal that was made before.', theOneBefore()),
  one('none-id-of-existing', 'There is no Location, and the body says id 1.', () => undefined, {
    body: (record) => ({ ...record, id: '1', _links: { self: { href: '/rest/1/deals/1' } } }),
  }),
  one('own-id-of-existing', 'Location is right, and the body says id 1.', (own) => own.href, {
    body: (record) => ({ ...record, id: '1', _links: { self: { href: '/rest/1/deals/1' } } }),
  }),
  one(
    'of-existing-with-query',
    'Every Location names deal 1 with a query, and the body names none.',
    at('/rest/1/deals/1?version=1'),
    { body: ({ name }) => ({ data: { name } }) },
  ),
  one('of-existing-with-query-unlisted', 'The same, where deals are not listed.', at('/rest/1/deals/1?version=1'), {
    body: ({ name }) => ({ data: { name } }),
    besides: ({ method, path }) =>
      method === 'GET' && /\/deals\/?$/u.test(path) ? new Response(null, { status: 404 }) : undefined,
  }),
  one('redirecting', 'Every Location redirects to deal 1.', at('/rest/1/deals/new'), {
    besides: ({ path, request }) =>
      /\/deals\/new$/u.test(path)
        ? new Response(null, { status: 307, headers: { location: new URL('/rest/1/deals/1', request.url).href } })
        : undefined,
  }),
];
