import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const OPTIONS = { representations: ['json'] } as const;

/** What every 200 of a reading has beside what the mock says. */
const ON_WHOLE: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-cache',
  expires: '0',
  vary: 'Accept, Accept-Encoding, X-Shop',
};

/** A server that sends the first byte where that is asked for, with the fields of the whole, as `change` leaves them. */
function inParts(change: (fields: Headers) => void): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (request.method !== 'GET' || response.status !== 200) return response;
    const headers = new Headers({ ...Object.fromEntries(response.headers), ...ON_WHOLE });
    headers.set('content-location', new URL(request.url).pathname);
    const condition = request.headers.get('if-range');
    const isMet = condition === null || condition === headers.get('etag');
    if (request.headers.get('range') !== 'bytes=0-0' || !isMet)
      return new Response(response.body, { status: 200, headers });
    const whole = await response.bytes();
    headers.set('content-range', `bytes 0-0/${whole.length}`);
    headers.delete('content-length');
    change(headers);
    return new Response(new Uint8Array(whole.slice(0, 1)), { status: 206, headers });
  };
}

test.each(
  inGate<[string, (fields: Headers) => void]>(
    [
      ['Cache-Control', (fields) => fields.delete('cache-control')],
      ['ETag', (fields) => fields.delete('etag')],
      ['Expires', (fields) => fields.delete('expires')],
      ['Content-Location', (fields) => fields.delete('content-location')],
      ['Vary', (fields) => fields.delete('vary')],
      ['x-shop in Vary', (fields) => fields.set('vary', 'Accept')],
      ['ETag', (fields) => fields.set('etag', '"of-the-part"')],
    ],
    4,
  ),
)('a part without its %s is found', { tags: ['night'] }, async (field, change) => {
  const { ended, of } = await judged(['status/steady'], { wrap: inParts(change), options: OPTIONS });
  expect(ended('fail')).toEqual(['status/steady target']);
  expect(of('status/steady', 'target').reason).toContain(field);
});

test.each(
  inGate<[string, (fields: Headers) => void]>(
    [
      ['the fields of the whole', () => undefined],
      ['a Vary that names everything', (fields) => fields.set('vary', '*')],
      ['no Accept-Encoding in Vary', (fields) => fields.set('vary', 'X-Shop, accept')],
      ['fields of its own', (fields) => fields.set('age', '0')],
    ],
    2,
  ),
)('a part with %s is not failed', async (_, change) => {
  const { ended } = await judged(['status/steady'], { wrap: inParts(change), options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});
