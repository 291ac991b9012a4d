import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
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

test('the address of a new record that is decoded twice is found', async () => {
  const wrap = reading(/\/deals\/[^/]*%25/u, (url) => url.replaceAll('%25', '%'));
  const { ended } = await judged(['read/made'], { wrap, options });
  expect(ended('fail')).toEqual(['read/made deals']);
});

test.each([
  ['answers every index alike', (url: string) => url.replace(/\/ssh-keys\/.*/u, '/ssh-keys/0')],
  ['refuses a percent sign in an id', (url: string) => (url.includes('%25') ? (404 as const) : url)],
])('a server that %s is not failed for decoding', async (_, read) => {
  const { ended } = await judged(['status/steady'], { wrap: reading(/\/users\//u, read), options });
  expect(ended('fail')).toEqual([]);
});

test('what is encoded twice may be refused as malformed', async () => {
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

test('gzip for gzip;q=0 is found', async () => {
  const { ended } = await judged(['read/made'], { wrap: packing((coding) => coding.includes('gzip')), options });
  expect(ended('fail')).toEqual(['read/made deals']);
});

test('gzip for whoever takes it is not failed', async () => {
  const wrap = packing((coding) => coding.includes('gzip') && !coding.includes('gzip;q=0'));
  const { ended } = await judged(['read/made'], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
