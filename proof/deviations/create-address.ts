import { type Deviation, onAnswer, onRequest, withFields, withStatus } from './deviation.ts';
import { LOST_DEALS } from './lost-deals.ts';
import { bareAnswer, dealIn, isCreation, onLocation, reading, remembering, resent } from './requests.ts';

/** Faults in where a Location leads: document 4.1, 4.4-c1. */
export const createAddress: readonly Deviation[] = [
  {
    id: 'location-of-another-host',
    title: 'The Location names the machine behind the proxy, which clients cannot reach.',
    breaks: ['create/addressable'],
    wrap: onLocation((location) => `http://deals.internal:8080${new URL(location).pathname}`),
  },
  {
    id: 'location-of-another-port',
    title: 'The Location names the port behind the proxy.',
    breaks: ['create/addressable'],
    wrap: onLocation((location) => `http://127.0.0.1:1${new URL(location).pathname}`),
  },
  {
    id: 'location-of-the-collection',
    title: 'The Location is that of the collection.',
    breaks: ['create/addressable', 'create/distinct', 'create/path'],
    alsoStrikes: LOST_DEALS,
    wrap: onLocation((location) => location.replace(/[^/]+$/u, '')),
  },
  {
    id: 'location-of-the-previous-one',
    title: 'The Location is that of the deal that was created before.',
    breaks: ['create/addressable'],
    alsoStrikes: LOST_DEALS,
    oneByOne: true,
    wrap: remembering(
      () => ({ last: '/rest/1/deals/1' }),
      (memory) =>
        onLocation((location) => {
          const before = memory.last;
          memory.last = location;
          return before;
        }),
    ),
  },
  {
    id: 'location-always-the-same',
    title: 'The Location is that of the first deal, whichever was created.',
    breaks: ['create/addressable', 'create/distinct'],
    alsoStrikes: LOST_DEALS,
    wrap: onLocation(() => '/rest/1/deals/1'),
  },
  {
    id: 'location-relative-to-the-root',
    title: 'The Location is relative and lacks its first slash, so that it resolves below the collection.',
    breaks: ['create/addressable', 'create/path'],
    alsoStrikes: LOST_DEALS,
    wrap: onLocation((location) => new URL(location).pathname.slice(1)),
  },
  {
    id: 'location-without-version',
    title: 'The Location lacks the version segment and leads nowhere.',
    breaks: ['create/addressable', 'create/path'],
    alsoStrikes: LOST_DEALS,
    wrap: onLocation((location) => location.replace(/\/rest\/[^/]+/u, '/rest')),
  },
  {
    id: 'location-with-placeholder',
    title: 'The Location is the template of the address, its place for the id not filled in.',
    breaks: ['create/addressable', 'create/distinct'],
    alsoStrikes: LOST_DEALS,
    wrap: onLocation((location) => location.replace(/[^/]+$/u, '%7Bid%7D')),
  },
  {
    id: 'location-undefined',
    title: 'The Location ends in `undefined`: the id was not known when it was written.',
    breaks: ['create/addressable', 'create/distinct'],
    alsoStrikes: LOST_DEALS,
    wrap: onLocation((location) => location.replace(/[^/]+$/u, 'undefined')),
  },
  {
    id: 'location-under-another-path',
    title: 'New deals have addresses under /deals/, which work, and not under /rest/{version}/deals/.',
    breaks: ['create/path'],
    wrap: onRequest(async (seen, next) => {
      const elsewhere = /^\/deals\/([^/]+)$/u.exec(seen.path);
      if (elsewhere !== null) return next(resent(seen, { path: `/rest/1/deals/${elsewhere[1] ?? ''}${seen.search}` }));
      const response = await next(seen.request);
      if (!isCreation(seen) || response.status !== 201) return response;
      const address = `/deals/${(response.headers.get('location') ?? '').split('/').at(-1) ?? ''}`;
      const moved = withFields(response, { location: address });
      return new Response((await response.text()).replace(/\/rest\/[^/]+\/deals\/[^/"<]+/gu, address), moved);
    }),
  },
  {
    id: 'location-of-nothing-stored',
    title: 'A creation is answered 201 and nothing is stored.',
    breaks: ['create/addressable'],
    alsoStrikes: LOST_DEALS,
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      const location = response.headers.get('location');
      if (isCreation(seen) && location !== null)
        await next(resent(seen, { method: 'DELETE', path: new URL(location).pathname, body: '' }));
      return response;
    }),
  },
  {
    id: 'created-is-not-there-at-once',
    title: 'The first GET of a new deal answers 404: it is read from a copy that lags behind.',
    breaks: ['create/addressable'],
    alsoStrikes: LOST_DEALS,
    oneByOne: true,
    wrap: remembering(
      () => new Set<string>(),
      (asked) =>
        onAnswer((response, { method, path }) => {
          if (method !== 'GET' || Number(dealIn(path) ?? 0) <= 6 || asked.has(path)) return response;
          asked.add(path);
          return bareAnswer(404);
        }),
    ),
  },
  {
    id: 'parallel-creations-share-an-id',
    title: 'Creations that arrive at the same moment get one id, which is made from the clock.',
    breaks: ['create/distinct'],
    alsoStrikes: LOST_DEALS,
    oneByOne: true,
    wrap: remembering(
      () => ({ underWay: undefined as Promise<Response> | undefined }),
      (memory) => (fetch) => async (request) => {
        if (!isCreation({ method: request.method, path: new URL(request.url).pathname })) return fetch(request);
        if (memory.underWay !== undefined) return (await memory.underWay).clone();
        memory.underWay = fetch(request);
        await new Promise((resolve) => setTimeout(resolve, 5));
        const response = await memory.underWay;
        memory.underWay = undefined;
        return response.clone();
      },
    ),
  },
  {
    id: 'every-fifth-creation-replaces-the-last',
    title: 'Every fifth creation gets the address of the one before and takes its place.',
    breaks: ['create/distinct'],
    alsoStrikes: {
      ...LOST_DEALS,
      'operation/status': 'what form E made is gone with the deal that lost its place',
      'address/equivalent': 'the deal that it deletes may lose its place just before',
    },
    oneByOne: true,
    wrap: remembering(
      () => ({ count: 0, last: '' }),
      (memory) =>
        onRequest(async (seen, next) => {
          if (!isCreation(seen)) return next(seen.request);
          memory.count += 1;
          if (memory.count % 5 !== 0 || memory.last === '') {
            const response = await next(seen.request);
            memory.last = response.headers.get('location') ?? memory.last;
            return response;
          }
          const path = new URL(memory.last).pathname;
          const changed = await next(resent(seen, { method: 'PUT', path }));
          if (!changed.ok) return next(seen.request);
          const replaced = await next(reading(seen, path));
          return withFields(withStatus(replaced, 201), { location: memory.last });
        }),
    ),
  },
];
