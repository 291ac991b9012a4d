import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { failedOnSockets, keepLines } from './on-sockets.ts';

/** A server that reads Accept in its own way. */
function reading(read: (accept: string) => string): (fetch: Fetch) => Fetch {
  return (fetch) => (request) => {
    const headers = new Headers(request.headers);
    headers.set('accept', read(headers.get('accept') ?? '*/*'));
    return fetch(new Request(request, { headers }));
  };
}

const MISREADINGS: readonly (readonly [string, (accept: string) => string])[] = [
  ['weights are read to two digits', (accept) => accept.replace(/(q=\d\.\d\d)\d/gu, '$1')],
  ['a weight with a point is not read', (accept) => accept.replace(/q=1\.\d+/gu, 'q=0')],
  ['decimals are read as a whole number', (accept) => accept.replace(/q=0\.0(\d)/gu, 'q=0.$1')],
  ['an empty member ends the list', (accept) => accept.split(/,\s*,/u)[0] ?? ''],
  ['the name of the weight has to be in lower case', (accept) => accept.replace(/;Q=[\d.]+/gu, '')],
  ['a point without a digit is no weight', (accept) => accept.replace(/q=0\.(?!\d)/gu, 'q=1')],
  ['a wide range leaves out all', (accept) => (/\*;q=0(?![.\d])/u.test(accept) ? '*/*;q=0' : accept)],
  ['a tab is no blank', (accept) => accept.replace(/\t;\tq=[\d.]+/gu, '')],
];

test.each(inGate(MISREADINGS))('found: %s', { tags: ['night'] }, async (_, read) => {
  const { ended } = await judged(['negotiate/quality'], { wrap: reading(read) });
  expect(ended('fail')).toContain('negotiate/quality users');
});

test.each<[string, (nth: number, of: number) => boolean]>([
  ['first', (nth) => nth === 0],
  ['last', (nth, of) => nth === of - 1],
])('found: only the %s line of Accept is read', async (_, isKept) => {
  const failed = await failedOnSockets(['negotiate/quality'], (incoming, _outgoing, next) => {
    keepLines(incoming, 'accept', isKept);
    next();
  });
  expect(failed.map(({ subject }) => subject)).toContain('users');
});

test('a server that reads every line is not failed', { tags: ['night'] }, async () => {
  expect(await failedOnSockets(['negotiate/quality'], (_incoming, _outgoing, next) => next())).toEqual([]);
});

/** Changes some fields of what the session check answers. */
function atTheCheck(change: (headers: Headers, status: number) => void): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (new URL(request.url).pathname !== '/') return response;
    const headers = new Headers(response.headers);
    change(headers, response.status);
    return new Response(response.body, { status: response.status, headers });
  };
}

function withoutCookie(headers: Headers, status: number): void {
  if (status === 200) headers.set('vary', 'Origin');
}

function kept(headers: Headers): void {
  headers.set('vary', 'Origin');
  headers.set('cache-control', 'max-age=60');
}

test.each([
  ['names a cookie only where none was sent', withoutCookie],
  ['may be kept and names no cookie', kept],
])('found: the session check %s', async (_, change) => {
  const { ended } = await judged(['negotiate/vary'], { wrap: atTheCheck(change) });
  expect(ended('fail')).toEqual(['negotiate/vary target']);
});

test.each([
  ['is kept by nobody and names no cookie', (headers: Headers): void => headers.delete('vary')],
  [
    'says nothing to caches',
    (headers: Headers): void => ['vary', 'cache-control'].forEach((name) => void headers.delete(name)),
  ],
])('not failed: the session check %s', async (_, change) => {
  const { ended } = await judged(['negotiate/vary'], { wrap: atTheCheck(change) });
  expect(ended('fail')).toEqual([]);
});
