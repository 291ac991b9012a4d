import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { serveCareless } from './careless.ts';

// A service that shows at each deal how many deals are on hold: a hold changes all of them.

const RULES = ['operation/status', 'operation/effect'];

async function judgeCounting(computed?: readonly string[]): ReturnType<typeof judge> {
  await using server = await serveCareless(
    (fetch) => async (request) => {
      const answer = await fetch(request);
      const type = answer.headers.get('content-type') ?? '';
      if (request.method !== 'GET' || !answer.ok || !type.includes('json') || !request.url.includes('/deals/'))
        return answer;
      const deals: unknown = await (await fetch(new Request(new URL('/rest/1/deals/', request.url)))).json();
      const onHold = Array.isArray(deals) ? deals.filter((deal) => deal.held === true).length : 0;
      const shown: unknown = await answer.json();
      const counted = (deal: object): object => ({ ...deal, onHold: `${onHold} of them` });
      return Response.json(Array.isArray(shown) ? shown.map(counted) : counted(shown as object)); // a deal is an object
    },
    { operationForms: ['A'] },
  );
  const deals = {
    name: 'deals',
    collection: '/rest/{version}/deals/',
    sample: { name: 'a deal {unique}', price: 12 },
    ...(computed === undefined ? {} : { computed }),
  };
  const hold = {
    name: 'HoldDeal',
    parameters: { reason: 'waiting' },
    effect: { held: true },
    forms: { A: '/rest/{version}/deals/{id}/hold' },
  };
  const target = { baseUrl: server.url, resources: [deals], operations: [hold] };
  return await judge({ target, seed: 1, runs: 1, rules: RULES });
}

test('a member that is computed from all deals stops the run, which tells where to say so', async () => {
  const { summary } = await judgeCounting();
  expect(summary.headline?.join()).toMatch(/changed meanwhile in onHold \(.*computed in the target file\)/u);
});

test('where the target file says so, the run goes on', async () => {
  const { summary, results } = await judgeCounting(['onHold']);
  expect(summary.headline ?? []).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === 'inconclusive')).toEqual([]);
  expect(results.find(({ subject }) => subject === 'HoldDeal/A')?.outcome).toBe('pass');
});
