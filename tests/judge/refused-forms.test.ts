import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { serveCareless } from '../safety/careless.ts';

/** Serves a hold in form E alone, and refuses what it does not know of form F. */
const holdsAlone =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.includes('/commands/')) return Response.json({ detail: 'no such action' }, { status: 400 });
    const isOther = /\/deals\/[^/]+\/[^/]+$/u.test(pathname) && !pathname.endsWith('/holds');
    return isOther ? Response.json({ detail: 'no such address' }, { status: 404 }) : fetch(request);
  };

test('an operation that was not seen in a form is not judged in it, though another form may serve it', async () => {
  await using server = await serveCareless(holdsAlone, { operationForms: ['E'] });
  const { results, target } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['operation/served'] });
  expect(target.assumed.join('\n')).toContain('UnholdDeal in form E is not judged');
  const ended = results.map(({ subject, outcome }) => `${subject} ${outcome}`);
  expect(ended).toContain('HoldDeal/E pass');
  expect(ended).toContain('UnholdDeal/E not-applicable');
  expect(ended).toContain('UnholdDeal/F not-exercised');
  expect(ended.filter((one) => one.endsWith('fail'))).toEqual([]);
});
