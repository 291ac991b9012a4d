import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { DEALS, serveCareless } from './careless.ts';

// A statement without its condition writes to deals of others with each hold. The list shows less of a deal than a GET of it.

const HOLD = {
  name: 'HoldDeal',
  parameters: { reason: 'waiting' },
  effect: { held: true },
  forms: { A: '/rest/{version}/deals/{id}/hold' },
};

function reviewing(harmed: (done: number) => readonly number[]): (fetch: Fetch) => Fetch {
  let done = 0;
  const notes = new Map<string, string>();
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const answer = await fetch(request);
    if (request.method === 'PUT' && answer.ok) {
      done += 1;
      for (const id of harmed(done)) notes.set(String(id), `reviewed ${id}`);
    }
    const isShown = request.method === 'GET' && answer.ok && pathname.startsWith(DEALS);
    if (!isShown || answer.headers.get('content-type')?.includes('json') !== true) return answer;
    const shown: unknown = await answer.json();
    const noted = (deal: { readonly id: string }): object => ({ ...deal, note: notes.get(deal.id) ?? 'new' });
    if (!Array.isArray(shown)) return Response.json({ ...noted(shown as { id: string }), kind: 'sale' }); // a deal is an object
    return Response.json(shown.map(noted));
  };
}

test.each<[string, (done: number) => readonly number[]]>([
  ['all of them at the first hold', (done) => (done === 1 ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] : [])],
  ['one more at each hold', (done) => [done]],
])('where a change comes to deals of others, %s, few more are sent', async (_, harmed) => {
  let holds = 0;
  const target = {
    resources: [
      { name: 'deals', collection: '/rest/{version}/deals/', sample: { name: 'a deal {unique}', price: 12 } },
    ],
    operations: [HOLD],
  };
  await using server = await serveCareless(
    (fetch) => {
      const wrapped = reviewing(harmed)(fetch);
      return async (request) => {
        const answer = await wrapped(request);
        if (request.method === 'PUT' && answer.ok) holds += 1;
        return answer;
      };
    },
    { operationForms: ['A'] },
  );
  const { summary } = await judge({
    target: { ...target, baseUrl: server.url },
    seed: 1,
    runs: 1,
    rules: ['operation/*'],
  });
  expect(holds).toBeLessThanOrEqual(4);
  expect(summary.headline?.join('\n')).toMatch(
    /hold was answered with success, and \d+, which it did not name, changed/u,
  );
  expect(summary.verdict).not.toBe('conformant');
});
