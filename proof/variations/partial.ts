import type { MockOptions } from '../../mock/options.ts';
import { payloadOf } from '../deviations/requests.ts';
import { instead, redirected, refusal, type Variation } from './variation.ts';

const ALL: MockOptions = { representations: ['json', 'xml', 'html'], selectors: ['accept', 'suffix', 'format'] };
const SOME = 'document 4.5: which resources have which representations is not shown';
const OPEN = 'document 4.2 D, 3: what an update leaves out, and which changes go together, is not shown';

const isUser = (path: string): boolean => /\/users(?:\/[^/]*)?$/u.test(path);
const asksMarkup = (accept: string): boolean => /xml|html/u.test(accept) && !/json|\*/u.test(accept);
const isDeal = (path: string): boolean => /\/rest\/[^/]+\/deals\/[^/]+$/u.test(path);

/** What is offered here and not there, and what shows a little later: document 3, 4.2, 4.5. */
export const partial: readonly Variation[] = [
  {
    id: 'suffix-on-records-only',
    title: 'A suffix selects the representation of a record; of a collection it is unknown.',
    source: SOME,
    group: 'selectors',
    options: ALL,
    file: {
      resources: [
        { name: 'deals', selectors: ['accept', 'format'] },
        { name: 'users', selectors: ['accept', 'format'] },
      ],
    },
    hides: { 'negotiate/suffix': 'what a collection refuses is not judged without a claim' },
    wrap: instead(({ path }) => (/\/(?:users|deals)\.\w+$/u.test(path) ? refusal(404) : undefined)),
  },
  {
    id: 'format-on-records-only',
    title: 'The parameter `format` selects the representation of a record; a collection does not read it.',
    source: 'document 4.5-3: an alternative, and where it is offered is not shown',
    group: 'selectors',
    options: ALL,
    file: {
      resources: [
        { name: 'deals', selectors: ['accept', 'suffix'] },
        { name: 'users', selectors: ['accept', 'suffix'] },
      ],
    },
    hides: { 'negotiate/format': 'what a collection leaves unread is not judged without a claim' },
    wrap: instead(({ path, request }, next) => {
      const { search } = new URL(request.url);
      if (!/\/(?:users|deals\/)$/u.test(path) || !search.includes('format=')) return undefined;
      return next(redirected(request, path + search.replace(/([?&])format=[^&]*/u, '$1')));
    }),
  },
  {
    id: 'users-in-json-only-406',
    title: 'Deals come in JSON, XML and HTML; users in JSON, and 406 otherwise.',
    source: SOME,
    // Where deals cannot be read at once either, nothing shows that there is another representation.
    group: 'selectors unreadable',
    options: ALL,
    file: { resources: [{ name: 'users', representations: ['json'], selectors: [] }] },
    hides: { 'negotiate/* on users*': 'users come in JSON only', 'validator/* on users*': 'users come in JSON only' },
    wrap: instead(({ path, request }) => {
      const isAsked = isUser(path) && asksMarkup(request.headers.get('accept') ?? '');
      const isSelected =
        /\/users(?:\/[^/]*)?\.(?:xml|html)$/u.test(path) || /[?&]format=(?:xml|html)/u.test(request.url);
      if (isAsked) return refusal(406);
      return isSelected && path.includes('/users') ? refusal(404) : undefined;
    }),
  },
  {
    id: 'users-in-json-whatever-is-asked',
    title: 'Deals come in JSON, XML and HTML; users in JSON, whatever Accept asks for.',
    source: `${SOME}; RFC 9110 12.5.1`,
    // Where deals cannot be read at once either, nothing shows that there is another representation.
    group: 'selectors unreadable',
    options: { ...ALL, selectors: ['accept'] },
    file: { resources: [{ name: 'users', representations: ['json'], selectors: [] }] },
    hides: { 'negotiate/* on users*': 'users come in JSON only', 'validator/* on users*': 'users come in JSON only' },
    wrap: instead(({ path, request }, next) => {
      if (!isUser(path)) return undefined;
      const plain = redirected(request, path);
      plain.headers.set('accept', 'application/json');
      return next(plain);
    }),
  },
  {
    id: 'update-takes-any-attribute',
    title: 'An update of attributes takes whatever it is given, a price without a reason too.',
    source: OPEN,
    wrap: instead(async (seen, next) => {
      const deal = payloadOf(seen);
      if (seen.method !== 'PUT' || !isDeal(seen.path) || !('price' in deal) || 'reason' in deal) return undefined;
      const read = await next(new Request(seen.request.url, { headers: { accept: 'application/json' } }));
      const known: unknown = read.ok ? await read.json() : undefined;
      const isSame =
        typeof known === 'object' && known !== null && 'price' in known && Number(known.price) === deal['price'];
      if (isSame) return undefined;
      return next(redirected(seen.request, seen.path, JSON.stringify({ ...deal, reason: 'not given' })));
    }),
  },
  {
    id: 'update-releases-what-is-not-held',
    title: 'An update of attributes stands for the whole deal: one that does not say held releases it.',
    source: OPEN,
    wrap: instead((seen, next) => {
      const deal = payloadOf(seen);
      const isUpdate = seen.method === 'PUT' && isDeal(seen.path) && 'name' in deal && !('held' in deal);
      return isUpdate ? next(redirected(seen.request, seen.path, JSON.stringify({ ...deal, held: false }))) : undefined;
    }),
  },
  {
    id: 'deals-readable-later',
    title: 'A new deal can be read a little after its creation.',
    source: 'document 4.4-c1: when is not said; the run is told to wait',
    settleMs: 1500,
    needsFile: 'what a form does to a new deal is looked for at once',
    unseen: 'nothing is read there so soon after its creation',
    wrap: (fetch) => {
      const born = new Map<string, number>();
      return async (request) => {
        const { pathname } = new URL(request.url);
        const known = pathname.replace(/\.\w+$/u, '');
        if (request.method === 'GET' && performance.now() < (born.get(known) ?? 0)) return refusal(404);
        const response = await fetch(request);
        const location = response.headers.get('location');
        if (
          request.method === 'POST' &&
          response.status === 201 &&
          location !== null &&
          isDeal(new URL(location).pathname)
        )
          born.set(new URL(location).pathname, performance.now() + LATER_MS);
        return response;
      };
    },
  },
  {
    id: 'no-users',
    title: 'There are no users.',
    source: 'document 4.4-m2: a collection may be empty',
    group: 'users',
    options: { seed: { users: [], deals: [] } },
    hides: {
      'read/* on users*': 'nothing is there to be read',
      'negotiate/* on users*': 'nothing is there to be read',
      'validator/* on users*': 'nothing is there to be read',
      'query/*': 'nothing is there to be found',
    },
    unseen: 'the mock without users is the same mock',
    wrap: (fetch) => fetch,
  },
];

const LATER_MS = 40;
