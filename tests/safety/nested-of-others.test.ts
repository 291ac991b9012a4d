import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';

// A foreign key to the wrong table: each DELETE of a deal takes the keys of a user with it, whom no list of deals shows.

function losingKeys(lost: Set<string>): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const [, user = ''] = /^\/users\/([^/]+)\/ssh-keys\//u.exec(pathname) ?? [];
    if (lost.has(user)) return new Response(null, { status: 404 });
    const answer = await fetch(request);
    const isDeletion = request.method === 'DELETE' && answer.status === 204;
    if (isDeletion) lost.add(String(lost.size + 1));
    return answer;
  };
}

test('a run that sees keys of users go with its deletions sends few more, and tells which', async () => {
  const lost = new Set<string>();
  await using mock = await startMock({ port: 0, wrap: losingKeys(lost) });
  const { summary } = await judge({ baseUrl: mock.url, seed: 1, runs: 1, rules: ['create/*', 'delete/*'] });
  expect(lost.size).toBeLessThanOrEqual(4);
  expect(summary.headline?.join('\n')).toMatch(/\/users\/\d\/ssh-keys\/0, which others had before this run, is gone/u);
  expect(summary.verdict).not.toBe('conformant');
});
