import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import type { Wrap } from '../../mock/interface.ts';
import { inGate } from '../in-gate.ts';
import { DEALS, serveCareless } from './careless.ts';

// Servers that other clients use as well, and that give the id of a deal that is gone to the next one: which may be somebody else's.

/** Deals that another client was given in place of those of the run, over the mock. */
function anothers() {
  const names = new Map<string, string>();
  const trespasses: string[] = [];
  const idOf = (request: Request): string =>
    /^\/rest\/1\/deals\/([^/.]+)/u.exec(new URL(request.url).pathname)?.[1] ?? '';
  return {
    trespasses,
    idOf,
    isThere: (id: string): boolean => names.has(id),
    count: (): number => names.size,
    give: (id: string): void => void names.set(id, `Deal of somebody ${names.size}`),
    /** What is answered about one of them; undefined where the request is about another deal. */
    async answer(request: Request): Promise<Response | undefined> {
      const id = idOf(request);
      const name = names.get(id);
      if (name === undefined) return undefined;
      if (!['GET', 'HEAD'].includes(request.method)) {
        trespasses.push(`${request.method} ${id}`);
        return new Response(null, { status: 204 });
      }
      if (!(request.headers.get('accept') ?? '').includes('xml')) return Response.json({ id, name, price: 5 });
      const xml = `<?xml version="1.0"?><deal><id>${id}</id><name>${name}</name><price>5</price></deal>`;
      return new Response(xml, { headers: { 'content-type': 'application/xml' } });
    },
  };
}

const HOW = { seed: 1, runs: 1 };

test('another deal at the id of a deleted one fails no rule', { tags: ['night'] }, async () => {
  const others = anothers();
  const answers: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
    const theirs = await others.answer(request);
    if (theirs !== undefined) return theirs;
    const answer = await fetch(request);
    if (request.method === 'DELETE' && answer.status === 204) others.give(others.idOf(request));
    return answer;
  };
  await using server = await serveCareless(answers, { operationForms: ['A', 'C'] });
  const rules = ['delete/*', 'operation/unknown-deal', 'model/*'];
  const { results, run } = await judge({ baseUrl: server.url, ...HOW, rules });
  expect(others.count()).toBeGreaterThan(0);
  expect(others.trespasses).toEqual([]);
  expect(run.leftBehind).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  const removes = results.find(({ rule }) => rule === 'delete/removes');
  expect(removes?.outcome).toBe('inconclusive');
  expect(removes?.reason).toMatch(/^the run deleted \d+, and another client was given that id since/u);
});

test.each(inGate(['the deal', 'the deal without its name', 'a deal of another id'] as const, 3))(
  'where the address of a deleted deal shows %s, that is a failure',
  { tags: ['night'] },
  async (shown) => {
    const kept = new Map<string, string>();
    const answers: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
      const [, id = ''] = /^\/rest\/1\/deals\/([^/]+)$/u.exec(new URL(request.url).pathname) ?? [];
      const before = kept.get(id);
      if (before !== undefined && request.method === 'GET') {
        const deal: unknown = JSON.parse(before);
        if (shown === 'the deal') return Response.json(deal);
        return Response.json(shown === 'a deal of another id' ? { id: '1', name: 'Deal 1' } : { id, name: null });
      }
      if (request.method !== 'DELETE') return fetch(request);
      const was = await fetch(new Request(request.url));
      if (was.ok) kept.set(id, await was.text());
      return fetch(request);
    };
    await using server = await serveCareless(answers);
    const { results } = await judge({ baseUrl: server.url, ...HOW, rules: ['delete/removes'] });
    expect(results.find(({ subject }) => subject === 'deals')?.outcome).toBe('fail');
  },
);

test.each(inGate(['with 500', 'not at all'] as const, 2))(
  'a deletion that was carried out and answered %s is not sent again to the deal that has its id now',
  async (how) => {
    const others = anothers();
    const answers: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
      const theirs = await others.answer(request);
      if (theirs !== undefined) return theirs;
      const answer = await fetch(request);
      if (request.method !== 'DELETE' || answer.status !== 204) return answer;
      others.give(others.idOf(request));
      if (how === 'with 500') return new Response(null, { status: 500 });
      return new Response(new ReadableStream({ pull: (body) => body.error(new Error('broken off')) }), { status: 200 });
    };
    await using server = await serveCareless(answers);
    const { run } = await judge({ baseUrl: server.url, ...HOW, rules: ['create/status', 'delete/status'] });
    expect(others.count()).toBeGreaterThan(0);
    expect(others.trespasses).toEqual([]);
    expect(run.leftBehind).toEqual([]);
  },
);

test.each(inGate([8, 16], 2))(
  'where all deals of a run are replaced after %i creations, none of the others is deleted',
  { tags: ['night'] },
  async (after) => {
    const theirs = new Map<string, string>();
    const state: { kept: () => ReadonlyMap<string, string> } = { kept: () => new Map() };
    const replacing: Wrap = (fetch, mock) => {
      const { store } = mock.tenants.of('');
      state.kept = () => new Map([...store.deals.entries].map(([id, { data }]) => [id, String(data['name'])]));
      const made: string[] = [];
      let creations = 0;
      return async (request) => {
        const isCreation = request.method === 'POST' && new URL(request.url).pathname === DEALS;
        if (isCreation) creations += 1;
        // As after a nightly reset: another client has made deals since, which have the same ids.
        if (isCreation && creations === after)
          for (const id of made) {
            theirs.set(id, `Deal of somebody ${theirs.size}`);
            store.putDeal({ id, data: { name: theirs.get(id) ?? '', price: 5 } });
          }
        const answer = await fetch(request);
        const { pathname } = new URL(answer.headers.get('location') ?? '/', request.url);
        if (isCreation && answer.status === 201) made.push(pathname.slice(DEALS.length));
        return answer;
      };
    };
    await using server = await serveCareless(replacing);
    const { run } = await judge({ baseUrl: server.url, ...HOW, rules: ['create/*', 'delete/*'], concurrency: 1 });
    const kept = state.kept();
    expect(theirs.size).toBeGreaterThan(0);
    expect([...theirs].filter(([id, name]) => kept.get(id) !== name)).toEqual([]);
    expect(JSON.stringify(run.leftBehind)).toContain('shows another record by now than the one that was sent');
  },
);
