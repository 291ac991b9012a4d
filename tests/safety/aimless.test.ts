import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { serve } from '../hostile/hostile-server.ts';
import { harmed } from '../hostile/judge-hostile.ts';
import { inGate } from '../in-gate.ts';

// Servers that carry a request out on another record where the one that it names is not there, or where they do not see its name.

const DEALS = '/rest/1/deals/';

async function idsOf(fetch: Fetch, url: string): Promise<readonly string[]> {
  const list: unknown = await (await fetch(new Request(new URL(DEALS, url)))).json();
  return Array.isArray(list) ? list.map((one: { readonly id: string }) => one.id) : []; // what the mock lists
}

/** The list is cut at the place where the deal stands: the last one, where it is nowhere. */
const cutting: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
  const id = /^\/rest\/1\/deals\/([^/?]+)$/u.exec(new URL(request.url).pathname)?.[1];
  if (request.method !== 'DELETE' || id === undefined) return fetch(request);
  const found = await fetch(request.clone());
  const last = (await idsOf(fetch, request.url)).at(-1);
  if (found.status !== 404 || last === undefined) return found;
  return fetch(new Request(new URL(DEALS + last, request.url), { method: 'DELETE' }));
};

test.each(
  inGate(
    [
      { rules: ['delete/*'], runs: 3 },
      { rules: ['delete/*', 'method/refused', 'status/*'], runs: 1 },
    ],
    2,
  ),
)('a server that deletes the last deal in place of one that is not there keeps what others made: %j', async (how) => {
  await using server = await serve(cutting);
  const before = server.state();
  const { run, results } = await judge({ baseUrl: server.url, seed: 1, ...how });
  const both = results.filter(
    ({ rule, subject }) => ['delete/again', 'delete/unknown'].includes(rule) && subject === 'deals',
  );
  expect(both.map(({ outcome }) => outcome)).toContain('fail');
  // What shows the fault first is the last such deletion.
  for (const { outcome, reason } of both)
    if (outcome !== 'fail') expect(reason).toMatch(/^not sent: a DELETE of what is not there took .* away$/u);
  expect(harmed(before, server.state())).toEqual([]);
  expect(run.leftBehind ?? []).toEqual([]);
});

test('where a command is carried out on the first deal, no more are sent once that is seen', {
  tags: ['night'],
}, async () => {
  let done = 0;
  const toTheFirst: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST' && pathname.startsWith('/command/')) {
      const answer = await fetch(request);
      if (answer.ok) done += 1;
      return answer;
    }
    const answer = await fetch(request);
    if (request.method !== 'GET' || pathname !== `${DEALS}1`) return answer;
    const deal: unknown = await answer.json();
    return Response.json({ ...(isObject(deal) ? deal : {}), holds: done });
  };
  await using server = await serve(toTheFirst);
  const { results } = await judge({
    baseUrl: server.url,
    seed: 1,
    runs: 1,
    concurrency: 1,
    rules: ['read/collection', 'command/*'],
  });
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThanOrEqual(2);
  expect(results.map(({ reason = '' }) => reason).join('\n')).toMatch(/which it did not name, changed meanwhile/u);
});

test('what a PUT makes again of a deleted deal is told, or deleted where it shows a value of the run', {
  tags: ['night'],
}, async () => {
  const again: (fetch: Fetch) => Fetch = (fetch) => {
    const made = new Map<string, string>();
    return async (request) => {
      const id = /^\/rest\/1\/deals\/([^/?]+)$/u.exec(new URL(request.url).pathname)?.[1];
      const answer = await fetch(request.clone());
      if (id === undefined || answer.status !== 404) return answer;
      const kept = made.get(id);
      if (request.method === 'PUT') {
        made.set(id, await request.text());
        return new Response(null, { status: 204 });
      }
      if (kept === undefined) return answer;
      if (request.method === 'DELETE') made.delete(id);
      return request.method === 'DELETE'
        ? new Response(null, { status: 204 })
        : Response.json({ id, ...JSON.parse(kept) });
    };
  };
  await using server = await serve(again);
  const { run } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['operation/unknown-deal', 'delete/*'] });
  const told = run.leftBehind ?? [];
  expect(told.length).toBeGreaterThan(0);
  expect(
    told.every(({ tried }) =>
      tried.includes('a change of it was answered with success, and it shows nothing of this run'),
    ),
  ).toBe(true);
});

test('a deal that a command on an id that was made up has made is told', { tags: ['night'] }, async () => {
  const made = new Map<string, string>();
  await using server = await serve((fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const id = /^\/rest\/1\/deals\/([^/?]+)$/u.exec(pathname)?.[1];
    const sent = await request.clone().text();
    const answer = await fetch(request);
    // A store that puts in what it does not find.
    if (request.method === 'POST' && pathname.startsWith('/command/HoldDeal') && answer.status === 404) {
      const [, named] = /"(?:id|deal)":"?([^",}]+)/u.exec(sent) ?? [];
      if (named !== undefined) made.set(named, 'unnamed');
      return new Response(null, { status: 200 });
    }
    const name = made.get(id ?? '');
    return name !== undefined && request.method === 'GET' ? Response.json({ id, name }) : answer;
  });
  const { run } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['command/*'] });
  const addresses = (run.leftBehind ?? []).map(({ address }) => address);
  expect(made.size).toBeGreaterThan(0);
  expect([...made.keys()].filter((id) => !addresses.some((address) => address.endsWith(`/${id}`)))).toEqual([]);
});

test('below users that were made up, nothing is deleted by an index that others may have', {
  tags: ['night'],
}, async () => {
  const paths: string[] = [];
  await using server = await serve((fetch) => (request) => {
    const { pathname } = new URL(request.url);
    if (['DELETE', 'PATCH'].includes(request.method) && pathname.startsWith('/users/')) paths.push(pathname);
    return fetch(request);
  });
  await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['method/refused', 'status/405-allow'] });
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => /\/\d{1,6}$/u.test(path))).toEqual([]);
});
