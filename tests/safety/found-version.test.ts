import { expect, test } from 'vitest';
import { initialise } from '../../init/init.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { DEALS, serveCareless } from './careless.ts';

// Deals are served under a version that nobody named.

/** Where each DELETE of a deal takes a deal of others with it. */
const taking =
  (version: string) =>
  (fetch: Fetch): Fetch => {
    let done = 0;
    return async (request) => {
      const answer = await fetch(request);
      const deals = new RegExp(`^.*/rest/${version}/deals/`, 'u').exec(request.url)?.[0];
      if (request.method !== 'DELETE' || answer.status !== 204 || deals === undefined) return answer;
      done += 1;
      await fetch(new Request(`${deals}${done}`, { method: 'DELETE' }));
      return answer;
    };
  };

const RULES = ['create/*', 'delete/*', 'read/collection'];

test('a DELETE that takes deals of others along is stopped after two, and told', { tags: ['night'] }, async () => {
  await using server = await serveCareless(taking('v1'), { version: 'v1' });
  const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
  expect(server.harmed()).toHaveLength(2);
  expect(summary.headline?.join('\n')).toContain('2 of 13 records of deals that others had before this run are gone');
  // A pipeline is not to show green for that.
  expect(summary.verdict).toBe('not-judged');
});

test('init stops at that as well', { tags: ['night'] }, async () => {
  await using server = await serveCareless(taking('2'), { version: '2' });
  await initialise({ baseUrl: server.url, allowWrites: true });
  // It asks twice, with nothing kept between.
  expect(server.harmed().length).toBeLessThanOrEqual(4);
});

test.each([
  ['gone', (request: Request) => (request.url.includes('/rest/1/') ? new Response(null, { status: 410 }) : undefined)],
  [
    'there to be read alone',
    ({ method, url }: Request) => {
      if (!url.includes('/rest/1/')) return undefined;
      return method === 'GET' ? Response.json([]) : new Response(null, { status: 405, headers: { allow: 'GET' } });
    },
  ],
])('the version that is served is judged where an older one is %s', async (_, before) => {
  await using server = await serveCareless((fetch) => async (request) => before(request) ?? fetch(request), {
    version: '2',
  });
  const { results, target } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['create/status'] });
  expect(target.assumed.join('\n')).toContain('version = 2 (POST /rest/2/deals/ was answered 201)');
  expect(results.filter(({ subject }) => subject === 'deals').map(({ outcome }) => outcome)).toEqual(['pass']);
});

test('a list without a slash at the end of its address shows the deals of others as well', {
  tags: ['night'],
}, async () => {
  await using server = await serveCareless((fetch) => {
    const served = taking('1')(fetch);
    return async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method === 'GET' && pathname === DEALS) return new Response(null, { status: 404 });
      return pathname === DEALS.slice(0, -1) ? fetch(new Request(`${request.url}/`, request)) : served(request);
    };
  });
  const { target, summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
  expect(target.assumed).toContain('deals: listed (GET /rest/1/deals was answered 200)');
  expect(server.harmed().length).toBeLessThanOrEqual(3);
  expect(summary.headline?.join('\n')).toContain('records of deals that others had before this run are gone');
});
