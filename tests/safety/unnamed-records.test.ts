import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

// What a run makes and no answer names is found in the list.

test.each(inGate([405, 201], 2))(
  'what POST to the address of a record makes is deleted, though it is answered %i',
  { tags: ['night'] },
  async (status) => {
    let made = 0;
    await using mock = await startMock({
      wrap: (fetch) => async (request) => {
        const { pathname, origin } = new URL(request.url);
        if (request.method !== 'POST' || !/^\/rest\/1\/deals\/\d+$/u.test(pathname)) return fetch(request);
        made += 1;
        const { headers } = request;
        const created = await fetch(
          new Request(`${origin}/rest/1/deals/`, { method: 'POST', headers, body: await request.arrayBuffer() }),
        );
        return status === 201
          ? created
          : new Response(null, { status, headers: { allow: 'GET, HEAD, PUT, DELETE, OPTIONS' } });
      },
    });
    const { run } = await judge({ baseUrl: mock.url, rules: ['method/refused'], runs: 1, seed: 1 });
    expect(made).toBeGreaterThan(0);
    expect(await (await fetch(`${mock.url}/rest/1/deals/`)).json()).toHaveLength(3);
    expect(run.leftBehind ?? []).toEqual([]);
  },
);

test('where Location has a query and the body is wrapped, records are known by what is read without the query', {
  tags: ['night'],
}, async () => {
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      const answer = await fetch(request);
      const location = answer.headers.get('location');
      if (request.method !== 'POST' || location === null) return answer;
      const headers = new Headers(answer.headers);
      headers.delete('content-length');
      headers.set('location', `${location}?version=1`);
      return new Response(JSON.stringify({ data: await answer.json() }), { status: 201, headers });
    },
  });
  const { run, results } = await judge({ baseUrl: mock.url, rules: ['create/*', 'delete/*'], runs: 1, seed: 1 });
  expect(results.find(({ rule }) => rule === 'delete/status')).toMatchObject({ outcome: 'pass' });
  expect(run.leftBehind ?? []).toEqual([]);
  expect(await (await fetch(`${mock.url}/rest/1/deals/`)).json()).toHaveLength(3);
});

test('what creations that broke down made, and DELETE answers 204 and keeps, is told', async () => {
  const kept = new Map([['1', 'first']]);
  const answer = ({ method, path, json }: Ask): Told => {
    const id = path.slice('/notes/'.length);
    if (method === 'POST' && path === '/notes') {
      kept.set(String(100 + kept.size), isObject(json) ? String(json['text']) : '');
      return { status: 500 };
    }
    if (method === 'DELETE') return { status: kept.has(id) ? 204 : 404 };
    if (method !== 'GET') return { status: 405, headers: { allow: 'GET, DELETE' } };
    if (path === '/notes') return { status: 200, body: [...kept].map(([one, text]) => ({ id: one, text })) };
    return kept.has(id) ? { status: 200, body: { id, text: kept.get(id) } } : { status: 404 };
  };
  await using service = await serve(answer);
  const notes = { name: 'notes', collection: '/notes', update: false as const, sample: { text: 'note {unique}' } };
  const target: TargetFile = { baseUrl: service.url, resources: [notes] };
  const { run } = await judge({ target, rules: ['create/status'], runs: 1, seed: 1 });
  const left = [...kept.keys()].slice(1).map((id) => `${service.url}/notes/${id}`);
  expect(left.length).toBeGreaterThan(0);
  expect(run.leftBehind?.map(({ address }) => address).toSorted()).toEqual(left.toSorted());
});
