import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

// A user shows how many deals there are, which the run makes and deletes all the while.

// The query shows the same before and after readings that show another number.
test.each([0, 1, 2])('a member that counts records is no other value for being counted again: %i', async (phase) => {
  const turns = new Map<string, number>();
  const counting =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const answer = await fetch(request);
      const { pathname, search } = new URL(request.url);
      const isOfUsers = request.method === 'GET' && pathname.startsWith('/users');
      if (!isOfUsers || answer.status !== 200 || answer.headers.get('content-type') !== 'application/json')
        return answer;
      const body: unknown = await answer.json();
      const turn = (turns.get(pathname) ?? phase) + 1;
      if (search === '') turns.set(pathname, turn);
      const dealCount = [3, 3, 2][turn % 3];
      const counted = (one: unknown): unknown =>
        isObject(one) && 'name' in one
          ? { ...one, dealCount: search === '' && !Array.isArray(body) ? dealCount : 2 }
          : one;
      return Response.json(Array.isArray(body) ? body.map(counted) : counted(body));
    };
  const { ended } = await judged(['read/query-filters'], { wrap: counting, options: { validators: false } });
  expect(ended('fail')).toEqual([]);
});
