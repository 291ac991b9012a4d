import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { DEALS, serveCareless } from './careless.ts';

// A trigger of the database writes to records of others with each creation, or each deletion, of the run: from the first one on.

const RULES = ['create/distinct', 'delete/status'];

/** The mock, where each such request that is answered with success changes the price of the next deal of others. */
function changing(isMeant: (request: Request, path: string) => boolean): (fetch: Fetch) => Fetch {
  let done = 0;
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const answer = await fetch(request.clone());
    if (!answer.ok || !isMeant(request, pathname)) return answer;
    done += 1;
    await changePrice(fetch, request.url, { id: 1 + (done % 13), price: 5000 + done });
    return answer;
  };
}

async function changePrice(fetch: Fetch, url: string, { id, price }: { id: number; price: number }): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ newPrice: price, reason: 'a rule of ours' });
  await fetch(new Request(new URL(`${DEALS}${id}/change-price`, url), { method: 'PUT', headers, body }));
}

test.each(
  inGate<[string, (request: Request, path: string) => boolean]>([
    ['creation', ({ method }, path) => method === 'POST' && path === DEALS],
    ['deletion', ({ method }, path) => method === 'DELETE' && /^\/rest\/1\/deals\/\d+$/u.test(path)],
  ]),
)('where each %s changes a deal of others, the run stops, and all of them are told', async (_title, isMeant) => {
  await using server = await serveCareless(changing(isMeant));
  const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
  const harmed = server.harmed();
  expect(harmed.length).toBeGreaterThan(0);
  expect(harmed.length).toBeLessThanOrEqual(5);
  expect(summary.headline?.join('\n')).toContain(
    `${harmed.length} of 13 records of deals that others had before this run are shown otherwise now: `,
  );
});

test('where others change theirs all the while, nothing is told', { tags: ['night'] }, async () => {
  let fetch: Fetch | undefined;
  let round = 0;
  await using server = await serveCareless((mock) => {
    fetch = mock;
    return mock;
  });
  const others = setInterval(() => {
    round += 1;
    if (fetch !== undefined) void changePrice(fetch, server.url, { id: 1 + (round % 13), price: 5000 + round });
  }, 40);
  try {
    const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
    expect(round).toBeGreaterThan(3);
    expect(summary.headline ?? []).toEqual([]);
  } finally {
    clearInterval(others);
  }
});
