import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { json, judged, type Server } from '../suites/judged.ts';

// Two copies of the data answer in turn, and one of them does not know of a new deal for a while: what was shown once may be missing next.

const RULES = ['create/any-valid', 'delete/removes', 'operation/malformed', 'read/safe', 'method/refused'];

function twoCopies(lagMs: number): NonNullable<Server['wrap']> {
  const made = new Map<string, number>();
  let reads = 0;
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const { pathname } = new URL(request.url);
      const response = await fetch(request);
      const location = response.headers.get('location');
      if (request.method === 'POST' && location !== null)
        made.set(new URL(location, request.url).pathname, performance.now());
      const isNew = performance.now() - (made.get(pathname) ?? Number.NEGATIVE_INFINITY) < lagMs;
      if (!['GET', 'HEAD'].includes(request.method) || !isNew) return response;
      reads += 1;
      return reads % 2 === 0 ? json(404, { title: 'no such deal' }) : response;
    };
}

test('where what was shown may be missing next, a check that fails is tried again with time for each effect', {
  tags: ['night'],
}, async () => {
  const { ended } = await judged(RULES, { wrap: twoCopies(60), settleMs: 100 });
  expect([...ended('fail'), ...ended('not-exercised')]).toEqual([]);
});

test.each([0, 100])('with a settling time of %i ms, one that takes longer fails', async (settleMs) => {
  const { ended } = await judged(RULES, { wrap: twoCopies(60_000), settleMs });
  expect(ended('fail')).toContain('create/any-valid deals');
});
