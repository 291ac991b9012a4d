import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULES = ['validator/every', 'validator/if-none-match', 'validator/etag-stable'];

/** Changes the fields of answers of a status. */
function changing(status: number, change: (headers: Headers) => void): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (response.status !== status) return response;
    const headers = new Headers(response.headers);
    change(headers);
    return new Response(response.body, { status, headers });
  };
}

const weaken = (headers: Headers): void => {
  const tag = headers.get('etag');
  if (tag?.startsWith('"') === true) headers.set('etag', `W/${tag}`);
};
const onAll = (name: string, value: string): ((fetch: Fetch) => Fetch) => changing(200, (h) => h.append(name, value));

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate([
    ['a weaker tag', changing(304, weaken)],
    ['a stronger tag', changing(200, weaken)],
    ['no name of Vary but one', (fetch) => changing(200, (h) => h.set('vary', 'Accept, X-Shop'))(fetch)],
    ['another Last-Modified', changing(304, (h) => h.set('last-modified', 'Thu, 01 Jan 1970 00:00:01 GMT'))],
    [
      'another Content-Location',
      (fetch) => changing(304, (h) => h.set('content-location', '/other'))(onAll('content-location', '/own')(fetch)),
    ],
  ]),
)('found on a 304: %s', async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options: { representations: ['json'] } });
  expect(ended('fail')).toContain('validator/every target');
});

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate(
    [
      ['no Last-Modified on a 304', changing(304, (h) => h.delete('last-modified'))],
      ['Accept-Encoding in Vary where something can be packed', onAll('vary', 'Accept-Encoding')],
      ['weak tags throughout', (fetch) => changing(304, weaken)(changing(200, weaken)(fetch))],
    ],
    3,
  ),
)('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap });
  expect(ended('fail')).toEqual([]);
});
