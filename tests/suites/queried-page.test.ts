import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** A service that cuts the first page out of all users before it looks for a name. */
function looksInFirstPage(fetch: Fetch): Fetch {
  return async (request) => {
    const { origin, pathname, searchParams } = new URL(request.url);
    const name = searchParams.get('name');
    if (pathname !== '/users' || name === null || request.method !== 'GET') return fetch(request);
    const all: unknown = await (
      await fetch(new Request(`${origin}/users`, { headers: { accept: 'application/json' } }))
    ).json();
    const page = Array.isArray(all) ? all.slice(0, Math.ceil(all.length / 2)) : [];
    const isThere = page.some((user) => isObject(user) && user['name'] === name);
    return isThere ? fetch(request) : Response.json([]);
  };
}

test('a query that looks in the first page alone is found out by the last name of the list', async () => {
  const { of } = await judged(['read/query-match'], { wrap: looksInFirstPage, runs: 1 });
  expect(of('read/query-match', 'users').outcome).toBe('fail');
});

test('a query of the mock finds the last name', async () => {
  const { of } = await judged(['read/query-match'], { runs: 1 });
  expect(of('read/query-match', 'users').outcome).toBe('pass');
});
