import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { serveCareless } from '../safety/careless.ts';

/** Takes no creation for a while, so that no operation can be tried; then serves a hold in form E alone. */
function holdsLater(first: number, last: number): (fetch: Fetch) => Fetch {
  let asked = 0;
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const isCreation = request.method === 'POST' && /\/deals\/?$/u.test(pathname);
    if (isCreation) asked += 1;
    if (isCreation && asked >= first && asked <= last) return Response.json({}, { status: 409 });
    const isOther = /\/deals\/[^/]+\/[^/]+$/u.test(pathname) && !pathname.endsWith('/holds');
    return isOther ? Response.json({ detail: 'no such address' }, { status: 404 }) : fetch(request);
  };
}

test('an address that was made up and never tried is not failed as not served', async () => {
  await using server = await serveCareless(holdsLater(2, 6), { operationForms: ['E'] });
  const { results } = await judge({
    baseUrl: server.url,
    seed: 1,
    runs: 1,
    rules: ['operation/served'],
    claims: { operationForms: ['E'] },
  });
  const ended = results.map(({ subject, outcome }) => `${subject} ${outcome}`);
  expect(ended).toContain('HoldDeal/E pass');
  expect(ended.filter((one) => one.endsWith('fail'))).toEqual([]);
  expect(results.find(({ subject }) => subject === 'UnholdDeal/E')).toMatchObject({
    outcome: 'not-exercised',
    reason: expect.stringContaining('does not spell'),
  });
});
