import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { serveCareless } from '../safety/careless.ts';

/** Refuses so many requests for now, each second one. */
function tooMany(refusals: number): (fetch: Fetch) => Fetch {
  let [asked, refused] = [0, 0];
  return (fetch) => async (request) => {
    asked += 1;
    if (asked % 2 === 0 || refused === refusals) return fetch(request);
    refused += 1;
    return new Response(null, { status: 429, headers: { 'retry-after': '0' } });
  };
}

test.each([
  [40, [expect.stringMatching(/^the target refused 40 of \d+ requests with 429, .* \(--rate <n> /u)]],
  [3, []],
])('%i requests that were sent again later', async (refusals, told) => {
  await using server = await serveCareless(tooMany(refusals));
  const { summary } = await judge({ baseUrl: server.url, seed: 1, rules: ['session/authorized'], readOnly: true });
  expect(summary.headline ?? []).toEqual(told);
});
