import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Conditions that hold, several at once, and HEAD, wherever something is read. */
type Wrap = (fetch: Fetch) => Fetch;
type IsMeant = (request: Request, place: string) => boolean;

const placeOf = ({ url }: Request): string => new URL(url).pathname + new URL(url).search;
const has = ({ headers }: Request, ...fields: readonly string[]): boolean => fields.every((name) => headers.has(name));

/** A server that does not read a field there. */
const without = (field: string, isMeant: IsMeant): Wrap => {
  return (fetch) => (request) => {
    if (!has(request, field) || !isMeant(request, placeOf(request))) return fetch(request);
    const headers = new Headers(request.headers);
    headers.delete(field);
    return fetch(new Request(request.url, { method: request.method, headers }));
  };
};

const instead = (status: number, isMeant: IsMeant): Wrap => {
  return (fetch) => (request) =>
    isMeant(request, placeOf(request)) ? Promise.resolve(new Response(null, { status })) : fetch(request);
};

const isHead = ({ method }: Request): boolean => method === 'HEAD';
const isLater = ({ headers }: Request): boolean => Date.parse(headers.get('if-unmodified-since') ?? '') > Date.now();

const WRONG: Readonly<Record<string, Wrap>> = {
  'If-None-Match is looked at before If-Match': without('if-match', (request) => has(request, 'if-none-match')),
  'If-None-Match is looked at before If-Unmodified-Since': without('if-unmodified-since', (request) =>
    has(request, 'if-none-match'),
  ),
  'If-None-Match is not looked at beside If-Match': without('if-none-match', (request) => has(request, 'if-match')),
  'HEAD of a query reads no If-Match': without('if-match', (request, place) => isHead(request) && place.includes('?')),
  'HEAD of found records reads no If-Match': without(
    'if-match',
    (request, place) => isHead(request) && place.startsWith('/query/'),
  ),
  'HEAD of the collection reads no If-Modified-Since': without(
    'if-modified-since',
    (request, place) => isHead(request) && place === '/users',
  ),
  'HEAD of nested records reads no If-Unmodified-Since': without(
    'if-unmodified-since',
    (request, place) => isHead(request) && place.includes('/ssh-keys/'),
  ),
  'a date that is later is refused': instead(412, (request, place) => place.includes('/address/') && isLater(request)),
  'the collection does not match *': instead(
    412,
    ({ headers }, place) => place === '/users' && headers.get('if-match') === '*',
  ),
  'an empty list does not match *': instead(
    412,
    ({ headers }, place) => place.includes('?name=none') && headers.get('if-match') === '*',
  ),
  'an empty list reads no If-None-Match': without('if-none-match', (_, place) => place.includes('?name=none')),
  'what is not found is not modified': instead(
    304,
    (request, place) => place.startsWith('/query/users/none') && has(request, 'if-none-match'),
  ),
  'what is not found does not match': instead(
    412,
    (request, place) => place.startsWith('/query/users/') && !place.includes('Ada') && has(request, 'if-match'),
  ),
};

test.each(inGate(Object.entries(WRONG)))('found: %s', async (_, wrap) => {
  const options = { representations: ['json'] } as const;
  const { of } = await judged(['validator/if-none-match'], { wrap, options });
  expect(of('validator/if-none-match', 'users').outcome).toBe('fail');
});

const isOtherThanJson = ({ headers }: Request): boolean => /xml|html/u.test(headers.get('accept') ?? '');
const isAlone = ({ headers }: Request): boolean => /^"[^,]*"$/u.test(headers.get('if-match') ?? '');

test.each([
  ['a record', /^\/users\/[^/]+$/u],
  ['the collection', /^\/users$/u],
  ['a nested record', /\/ssh-keys\//u],
])('found: the current tag of another representation does not match at %s', async (_, at) => {
  const wrap = instead(412, (request, place) => at.test(place) && isOtherThanJson(request) && isAlone(request));
  const { of } = await judged(['validator/if-none-match'], { wrap });
  expect(of('validator/if-none-match', 'users').outcome).toBe('fail');
});

test('found: a query for a new record reads no If-None-Match', async () => {
  const wrap = without('if-none-match', (_, place) => place.startsWith('/query/deals/'));
  const { of } = await judged(['validator/if-none-match'], { wrap });
  expect(of('validator/if-none-match', 'deals').outcome).toBe('fail');
});

/** Others change the collection before each reading: no tag of it is current for long. */
const busy: Wrap = (fetch) => {
  let time = 0;
  return async (request) => {
    if (placeOf(request) !== '/users' || has(request, 'if-match')) {
      const isCollection = placeOf(request) === '/users';
      const isAny = request.headers.get('if-match') === '*';
      return isCollection && !isAny ? new Response(null, { status: 412 }) : fetch(request);
    }
    const headers = new Headers(request.headers);
    headers.delete('if-none-match');
    headers.delete('if-modified-since');
    const response = await fetch(new Request(request.url, { method: request.method, headers }));
    const fields = new Headers(response.headers);
    time += 1;
    if (response.ok) fields.set('etag', `"of-${time}"`);
    fields.delete('last-modified');
    return new Response(response.body, { status: response.status, headers: fields });
  };
};

const LEGAL: Readonly<Record<string, Wrap>> = {
  'a collection is another one each time': busy,
  'readings look at If-None-Match alone': (fetch) =>
    without('if-match', () => true)(without('if-unmodified-since', () => true)(fetch)),
  'readings look at If-Unmodified-Since and not at If-Match': without('if-match', () => true),
  'an empty list has no tag': (fetch) => async (request) => {
    const response = await fetch(request);
    if (!placeOf(request).includes('?name=none') || response.status !== 200) return response;
    const headers = new Headers(response.headers);
    headers.delete('etag');
    return new Response(response.body, { status: 200, headers });
  },
};

test.each(inGate(Object.entries(LEGAL)))('not failed: %s', async (_, wrap) => {
  const { ended, of } = await judged(['validator/if-none-match'], { wrap });
  expect(ended('fail')).toEqual([]);
  expect(of('validator/if-none-match', 'users').outcome).toBe('pass');
});
