import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { serve } from '../hostile/hostile-server.ts';

// Somebody else may copy a record of the run. The copy shows all that the run sent, and is not the run's.

test('a copy that another client makes of a deal of the run stays, and is told', { tags: ['night'] }, async () => {
  const copies: string[] = [];
  let made = 0;
  const copied: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
    const isCreation = request.method === 'POST' && new URL(request.url).pathname === '/rest/1/deals/';
    const again = isCreation ? request.clone() : undefined;
    const answer = await fetch(request);
    if (again === undefined || answer.status !== 201) return answer;
    made += 1;
    if (made % 5 !== 0) return answer;
    const copy = await fetch(again);
    copies.push(copy.headers.get('location') ?? '');
    return answer;
  };
  await using server = await serve(copied);
  const { run } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['create/*', 'delete/*', 'read/*'] });
  expect(copies.length).toBeGreaterThan(2);
  const statuses = await Promise.all(copies.map(async (one) => (await fetch(new URL(one, server.url))).status));
  expect(statuses).toEqual(copies.map(() => 200));
  const told = (run.leftBehind ?? []).map(({ address, tried }) => `${new URL(address).pathname} ${tried}`);
  for (const copy of copies) {
    const path = new URL(copy, server.url).pathname;
    expect(told.filter((one) => one.startsWith(`${path} `)).join()).toMatch(
      /may be (?:a copy that somebody else made|somebody else’s)/u,
    );
  }
});
