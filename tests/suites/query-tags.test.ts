import { expect, test } from 'vitest';
import type { Fetch, Mock } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULES = ['validator/every', 'negotiate/equivalent', 'query/status'];

/** Results of 4.3 that show names alone, under a tag that is another one at each of these. */
const summaries =
  (tagAt: (writes: number, readings: number) => number) =>
  (fetch: Fetch, _: Mock): Fetch => {
    let [writes, readings] = [0, 0];
    return async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method !== 'GET' && request.method !== 'HEAD') writes += 1;
      const response = await fetch(request);
      if (!pathname.startsWith('/query/deals/') || response.status !== 200) return response;
      readings += 1;
      const found = (await response.json()) as readonly { id: unknown; name: unknown }[]; // as the mock writes them
      const shown = found.map(({ id, name }) => ({ id, name }));
      return Response.json(shown, { headers: { etag: `"t${tagAt(writes, readings)}"` } });
    };
  };

const options = { representations: ['json'], operationForms: ['A'] } as const;

test('legal: a query whose tag follows changes that its result does not show', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { wrap: summaries((writes) => writes), options });
  expect(ended('fail')).toEqual([]);
});

test('found: a query whose tag is another one at each reading', { tags: ['night'] }, async () => {
  const wrap = summaries((_, readings) => readings);
  const { ended } = await judged([...RULES, 'query/every'], { wrap, options });
  expect(ended('fail')).toContain('validator/every target');
});
