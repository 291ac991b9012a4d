import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { isCookieDate } from '../../suites/support/watch/cookie-date.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const options = { representations: ['json'] } as const;
const RULES = ['validator/every', 'read/collection', 'session/authorized'];

/** A server whose successful readings of some addresses carry another field each time. */
function telling(path: RegExp, name: string, write: (nth: number) => string): (fetch: Fetch) => Fetch {
  let count = 0;
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (request.method !== 'GET' || response.status !== 200 || !path.test(new URL(request.url).pathname))
      return response;
    count += 1;
    const headers = new Headers(response.headers);
    headers.set(name, write(count));
    return new Response(response.body, { status: 200, headers });
  };
}

test('another ETag each time for one body is found', { tags: ['night'] }, async () => {
  const wrap = telling(/\/users\/\d+$/u, 'etag', (nth) => `"${nth}"`);
  const { ended } = await judged(['validator/every'], { wrap, options });
  expect(ended('fail')).toContain('validator/every target');
});

const OF_LISTS = ['validator/every', 'read/every'];

test('another ETag of a collection each time, while nothing is written there, is found', {
  tags: ['night'],
}, async () => {
  const wrap = telling(/\/deals\/$/u, 'etag', (nth) => `"${nth}"`);
  const { of } = await judged(OF_LISTS, { wrap, options });
  expect(of('validator/every', 'target').outcome).toBe('fail');
});

test('another ETag of a collection at every other reading, whose page may not show what changed, is not failed', {
  tags: ['night'],
}, async () => {
  const wrap = telling(/\/deals\/$/u, 'etag', (nth) => `W/"${Math.floor(nth / 2)}"`);
  const { of } = await judged(OF_LISTS, { wrap, options });
  expect(of('validator/every', 'target').outcome).toBe('pass');
});

test('another ETag once is not failed', { tags: ['night'] }, async () => {
  const wrap = telling(/\/users\/\d+$/u, 'etag', (nth) => (nth > 5 ? '"b"' : '"a"'));
  const { of } = await judged(['validator/every'], { wrap, options });
  expect(of('validator/every', 'target').outcome).toBe('pass');
});

test('an Expires that is no date is found', { tags: ['night'] }, async () => {
  const wrap = telling(/^\/$/u, 'set-cookie', () => 'a=1; expires=tomorrow; Path=/');
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toContain('validator/every target');
});

test('an Expires in an old form is not failed', { tags: ['night'] }, async () => {
  const wrap = telling(/^\/$/u, 'set-cookie', () => 'a=1; Expires=Wed, 09-Jun-2027 10:18:14 GMT; Path=/');
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toEqual([]);
});

test.each(
  inGate([
    ['Wed, 09 Jun 2027 10:18:14 GMT', true],
    ['Wednesday, 09-Jun-27 10:18:14 GMT', true],
    ['Wed Jun  9 10:18:14 2027', true],
    ['Thu, 01-Jan-1970 00:00:00 GMT', true],
    ['30 Feb 2027 10:00:00', false],
    ['09 Jun 2027', false],
    ['0', false],
    ['', false],
  ]),
)('as the date of a cookie “%s” is read: %s', (text, isRead) => {
  expect(isCookieDate(text)).toBe(isRead);
});
