import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { DEALS, serveCareless } from './careless.ts';

/** A server that keeps each version of a deal as another deal: a change makes one, and names it. */
function versioned(made: string[], isNamed: 'Location' | 'body'): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const answer = await fetch(request.clone());
    const { pathname } = new URL(request.url);
    if (request.method !== 'PUT' || !answer.ok || !pathname.startsWith(DEALS)) return answer;
    const body = JSON.stringify({ name: await textOf(request), price: 100 });
    const headers = { 'content-type': 'application/json' };
    const copy = await fetch(new Request(new URL(DEALS, request.url), { method: 'POST', headers, body }));
    const { id } = (await copy.clone().json()) as { readonly id: string }; // what the mock shows
    made.push(id);
    if (isNamed === 'body') return Response.json({ id }, { status: 200 });
    return new Response(null, { status: 201, headers: { location: DEALS + id } });
  };
}

/** A text that holds what was sent, a value of the run among it. */
async function textOf(request: Request): Promise<string> {
  return (await request.text()).replaceAll(/["{}]/gu, ' ').slice(0, 200);
}

test.each(inGate(['Location', 'body'] as const, 2))(
  'what a change makes and names in its %s is deleted or told',
  { tags: ['night'] },
  async (isNamed) => {
    const made: string[] = [];
    await using server = await serveCareless(versioned(made, isNamed), { operationForms: ['A'] });
    const { run } = await judge({
      baseUrl: server.url,
      seed: 1,
      runs: 1,
      rules: ['operation/status', 'operation/effect'],
    });
    expect(made.length).toBeGreaterThan(0);
    expect(server.harmed()).toEqual([]);
    const said = JSON.stringify(run.leftBehind ?? []);
    expect(server.added().filter((name) => !said.includes(`${DEALS}${name.replace('deal ', '')}"`))).toEqual([]);
  },
);

test('a deal of others that a change names is neither changed nor deleted', async () => {
  await using server = await serveCareless(
    (fetch) => async (request) => {
      const answer = await fetch(request);
      if (request.method !== 'PUT' || !answer.ok) return answer;
      return new Response(null, { status: 201, headers: { location: `${DEALS}7` } });
    },
    { operationForms: ['A'] },
  );
  const { run } = await judge({
    baseUrl: server.url,
    seed: 1,
    runs: 1,
    rules: ['operation/status', 'operation/unknown-deal'],
  });
  expect(server.harmed()).toEqual([]);
  expect(run.leftBehind ?? []).toEqual([]);
});

test.each(['Location', 'body'] as const)(
  'what a collection makes of a method that it does not know is told: %s',
  { tags: ['night'] },
  async (isNamed) => {
    await using server = await serveCareless((fetch) => async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== DEALS || ['GET', 'HEAD', 'OPTIONS', 'POST'].includes(request.method)) return fetch(request);
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'a deal without a name', price: 1 });
      const made = await fetch(new Request(request.url, { method: 'POST', headers, body }));
      return isNamed === 'Location' ? made : new Response(made.body, { status: 201, headers });
    });
    const { run } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['method/refused'] });
    expect(server.added().length).toBeGreaterThan(0);
    const said = JSON.stringify(run.leftBehind ?? []);
    expect(server.added().filter((name) => !said.includes(`${DEALS}${name.replace('deal ', '')}"`))).toEqual([]);
  },
);
