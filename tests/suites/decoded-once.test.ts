import { expect, test } from 'vitest';
import type { Fetch, MockOptions } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const options = { representations: ['json'] } as const;

/** A server that reads paths in another way. */
function reading(path: RegExp, read: (url: string) => string | 404): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' || !path.test(pathname)) return fetch(request);
    const url = read(request.url);
    return url === 404 ? new Response(null, { status: 404 }) : fetch(new Request(url, request));
  };
}

test.each([
  ['a command document is decoded twice', /\/commands\//u, (url: string) => url.replaceAll('%25', '%')],
  ['a command document is not decoded', /\/commands\/.*%/u, () => 404 as const],
  ['a record of form E is not decoded', /\/holds\/.*%/u, () => 404 as const],
])('found: the address of %s', async (_, path, read) => {
  const { ended } = await judged(['read/made'], { wrap: reading(path, read), options });
  expect(ended('fail')).toEqual(['read/made deals']);
});

test.each([
  ['owner of a nested record', /\/users\/[^/]*%[^/]*\/ssh-keys\//u],
  ['index of the second kind of nested records', /\/address\/.*%/u],
])('found: the %s is not decoded', async (_, path) => {
  const { ended } = await judged(['status/steady'], { wrap: reading(path, () => 404), options });
  expect(ended('fail')).toEqual(['status/steady target']);
});

test.each([
  ['record', /\/users\/[^/]+$/u],
  ['owner of a nested record', /\/users\/[^/]*%[^/]*\/ssh-keys\//u],
  ['index of a nested record', /\/ssh-keys\/[^/]*%/u],
])('found: the %s is decoded twice', async (_, path) => {
  const wrap = reading(path, (url) => url.replaceAll('%25', '%'));
  const { ended } = await judged(['status/steady'], { wrap, options });
  expect(ended('fail')).toEqual(['status/steady target']);
});

/** Users whose ids are percent-encoded in a path. */
const oddly = (id: string): MockOptions => {
  const nested = { sshKeys: [{ key: `ssh-rsa ${id}` }], addresses: [{ street: `1 Mill Lane of ${id}` }] };
  return { ...options, seed: { users: [{ id, name: 'Nadia', ...nested }] } };
};

// RFC 3986 2.2 and 6.2.2.2: %2F is not the same as a slash, and what is beyond ASCII stands in no URI.
test.each(inGate(['staff/1', 'usér-1', 'José', 'Q&A 1']))(
  'no other address is asked for in place of the id %s',
  { tags: ['night'] },
  async (id) => {
    const asked: string[] = [];
    const wrap =
      (fetch: Fetch): Fetch =>
      (request) => {
        asked.push(new URL(request.url).pathname);
        return fetch(request);
      };
    const { ended } = await judged(['status/steady'], { wrap, options: oddly(id) });
    expect(ended('fail')).toEqual([]);
    const keys = asked.filter((path) => path.includes('/ssh-keys/')).map((path) => path.split('/'));
    expect(keys.filter(({ length }) => length !== '/users/{id}/ssh-keys/{index}'.split('/').length)).toEqual([]);
    const [last = ''] = /[A-Za-z\d]$/u.exec(id) ?? [];
    const encoded = `${encodeURIComponent(id.slice(0, -1))}%${last.charCodeAt(0).toString(16)}`;
    expect(asked.includes(`/users/${encoded}/ssh-keys/0`)).toBe(last !== '');
  },
);

test('found: the owner whose id holds an encoded slash is not decoded further', async () => {
  const wrap = reading(/\/users\/staff%2F%31\/ssh-keys\//u, () => 404);
  const { ended } = await judged(['status/steady'], { wrap, options: oddly('staff/1') });
  expect(ended('fail')).toEqual(['status/steady target']);
});

test('the address of a new record that is decoded twice is found', async () => {
  const wrap = reading(/\/deals\/[^/]*%25/u, (url) => url.replaceAll('%25', '%'));
  const { ended } = await judged(['read/made'], { wrap, options });
  expect(ended('fail')).toEqual(['read/made deals']);
});

test.each(
  inGate(
    [
      ['answers every index alike', (url: string) => url.replace(/\/ssh-keys\/.*/u, '/ssh-keys/0')],
      ['refuses a percent sign in an id', (url: string) => (url.includes('%25') ? (404 as const) : url)],
    ],
    2,
  ),
)('a server that %s is not failed for decoding', { tags: ['night'] }, async (_, read) => {
  const { ended } = await judged(['status/steady'], { wrap: reading(/\/users\//u, read), options });
  expect(ended('fail')).toEqual([]);
});

test('what is encoded twice may be refused as malformed', { tags: ['night'] }, async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    (request) =>
      request.url.includes('%25') ? Promise.resolve(new Response(null, { status: 400 })) : fetch(request);
  const { ended } = await judged(['read/made'], { wrap, options });
  expect(ended('fail')).toEqual([]);
});

/** A server that packs readings of deals, for clients of which `isTaken` holds. */
function packing(isTaken: (coding: string) => boolean): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isIt = request.method === 'GET' && response.status === 200 && request.url.includes('/deals/');
    if (!isIt || response.body === null || !isTaken(request.headers.get('accept-encoding') ?? '')) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.delete('etag');
    headers.set('content-encoding', 'gzip');
    headers.append('vary', 'Accept-Encoding');
    return new Response(response.body.pipeThrough(new CompressionStream('gzip')), { status: 200, headers });
  };
}

test('gzip for gzip;q=0 is found', { tags: ['night'] }, async () => {
  const { ended } = await judged(['read/made'], { wrap: packing((coding) => coding.includes('gzip')), options });
  expect(ended('fail')).toEqual(['read/made deals']);
});

test('gzip for whoever takes it is not failed', { tags: ['night'] }, async () => {
  const wrap = packing((coding) => coding.includes('gzip') && !coding.includes('gzip;q=0'));
  const { ended } = await judged(['read/made'], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
