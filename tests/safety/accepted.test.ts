import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { DEALS, serveCareless } from './careless.ts';

/** A service that answers a creation with 202, and makes the deal so many milliseconds later. */
function making(afterMs: number, made: Promise<unknown>[]): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    if (request.method !== 'POST' || new URL(request.url).pathname !== DEALS) return fetch(request);
    const { headers } = request;
    const later = new Request(request.url, { method: 'POST', headers, body: await request.text() });
    made.push(wait(afterMs).then(() => fetch(later)));
    return new Response(null, { status: 202 });
  };
}

test('a deal that is made a second after its creation was answered 202 is deleted at the end', async () => {
  const made: Promise<unknown>[] = [];
  await using server = await serveCareless(making(1000, made));
  const { run } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['create/status'] });
  await Promise.all(made);
  expect(made.length).toBeGreaterThan(0);
  expect(server.harmed()).toEqual([]);
  expect(server.added()).toEqual([]);
  expect(run.leftBehind).toEqual([]);
});

test('one that is made when the run is over is told', { tags: ['night'] }, async () => {
  const made: Promise<unknown>[] = [];
  await using server = await serveCareless(making(6000, made));
  const { run } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['create/status'] });
  await Promise.all(made);
  expect(server.added().length).toBeGreaterThan(0);
  expect(JSON.stringify(run.leftBehind)).toContain('POST was answered 202, and what it makes was not seen');
});
