import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Whoever sends parts of a place looks at If-Range there (RFC 9110 13.1.5). */
const RULE = 'status/steady';
const options = { representations: ['json'] } as const;

/** Sends the first byte of what is at such a path, where `isTaken` says so of If-Range. */
const serving =
  (isTaken: (ifRange: string | null, tag: string | null) => boolean) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    const isMeant = request.method === 'GET' && request.headers.get('range') === 'bytes=0-0' && pathname === '/users';
    if (!isMeant || response.status !== 200) return response;
    if (!isTaken(request.headers.get('if-range'), response.headers.get('etag'))) return response;
    const whole = await response.bytes();
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.set('content-range', `bytes 0-0/${whole.length}`);
    return new Response(whole.slice(0, 1), { status: 206, headers });
  };

test('found: a list that comes in parts whatever If-Range says', async () => {
  const { ended } = await judged([RULE], { wrap: serving(() => true), options });
  expect(ended('fail').filter((name) => name.startsWith(RULE))).not.toEqual([]);
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['sends parts to who has its tag', serving((ifRange, tag) => ifRange === null || ifRange === tag)],
  ['sends the whole under any If-Range', serving((ifRange) => ifRange === null)],
];

test.each(inGate(LEGAL, 2))('legal: a list that %s', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
