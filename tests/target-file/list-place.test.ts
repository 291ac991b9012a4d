import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { serve } from '../hostile/hostile-server.ts';
import { inGate } from '../in-gate.ts';

// The document does not show the list of deals: frameworks put the array into a page, or below `_embedded` as HAL does.

const inHal = (all: unknown): object => ({ _embedded: { deals: all }, page: { size: 20, number: 0 } });
const inPage = (all: unknown): object => ({ content: all, totalElements: 3 });
const inTwo = (all: unknown): object => ({ data: { open: all, closed: all } });

test.each(
  inGate([
    ['HAL', inHal, 'deals: listed (GET /rest/1/deals/ was answered 200 with its records at /_embedded/deals)', 'pass'],
    ['a page', inPage, 'deals: listed (GET /rest/1/deals/ was answered 200 with its records at /content)', 'pass'],
    ['two lists', inTwo, 'deals: not listed (GET /rest/1/deals/ was answered 200)', 'not-applicable'],
  ]),
)('a list of deals in the shape of %s', async (_, shape, assumed, outcome) => {
  await using server = await serve((fetch) => async (request) => {
    const answer = await fetch(request);
    const { pathname } = new URL(request.url);
    const isList = request.method === 'GET' && pathname === '/rest/1/deals/' && answer.status === 200;
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return isList && isJson ? Response.json(shape(await answer.json())) : answer;
  });
  const { results, target } = await judge({
    baseUrl: server.url,
    seed: 1,
    runs: 1,
    rules: ['read/collection', 'read/item-of-collection'],
  });
  expect(target.assumed).toContain(assumed);
  const ended = results.filter(({ subject }) => subject === 'deals').map((result) => result.outcome);
  expect(ended).toEqual([outcome, outcome]);
});
