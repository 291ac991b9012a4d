import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { serve } from '../hostile/hostile-server.ts';

// The document shows no required members of a deal (2, 4.1: “name, price and further parameters”).

/** Creations without a currency are refused. */
const requiring: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
  if (request.method !== 'POST' || new URL(request.url).pathname !== '/rest/1/deals/') return fetch(request);
  const text = await request.clone().text();
  return text.includes('"currency"')
    ? fetch(request)
    : Response.json({ message: 'currency is required' }, { status: 400 });
};

const RULES = { rules: ['create/*', 'version/segment', 'model/sequence', 'delete/*'], runs: 1, seed: 1 };

test.each([false, true])(
  'a server that requires more than the guessed sample is not failed, and told what to write (fast: %s)',
  async (fast) => {
    await using server = await serve(requiring);
    const { results, run } = await judge({ baseUrl: server.url, ...RULES, fast });
    expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    const status = results.find(({ rule }) => rule === 'create/status');
    expect(status).toMatchObject({ outcome: 'inconclusive' });
    expect(status?.reason).toMatch(
      /refused with 400: .*currency is required.*give resources\[\]\.sample in the target file/u,
    );
    expect(run.leftBehind ?? []).toEqual([]);
  },
);

test('a sample of a target file that is refused fails', async () => {
  await using server = await serve(requiring);
  const target = {
    baseUrl: server.url,
    resources: [{ name: 'deals', collection: '/rest/{version}/deals/', sample: { name: 'a {unique}' } }],
  };
  const { results } = await judge({ target, ...RULES });
  expect(results.find(({ rule }) => rule === 'create/status')).toMatchObject({ outcome: 'fail' });
});
