import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

// A query is asked twice, the second time at the end of the run, which wrote meanwhile.

const options = { operationForms: ['A'], representations: ['json'] } as const;

/** Queries for users show what `more` makes of the number of deals that were created, and of the number of queries. */
function showing(more: (created: number, asked: number) => object): (fetch: Fetch) => Fetch {
  let [created, asked] = [0, 0];
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (request.method === 'POST' && response.status === 201) created += 1;
    if (!new URL(request.url).pathname.startsWith('/query/users/') || response.status !== 200) return response;
    asked += 1;
    const found: unknown = await response.json();
    const entries = Array.isArray(found) ? found : [];
    return Response.json(entries.map((entry) => (isObject(entry) ? { ...entry, ...more(created, asked) } : entry)));
  };
}

test('a user who tells the sum of his deals fails nothing', async () => {
  const { ended, of } = await judged(['query/safe'], {
    wrap: showing((created) => ({ owed: 9752 + created * 100.5 })),
    options,
  });
  expect(ended('fail')).toEqual([]);
  expect(of('query/safe', 'query:users')).toMatchObject({ outcome: 'pass' });
});

test('a query that changes what it finds is found', async () => {
  const { of } = await judged(['query/safe'], { wrap: showing((_, asked) => ({ city: `city ${asked}` })), options });
  expect(of('query/safe', 'query:users')).toMatchObject({ outcome: 'fail' });
});
