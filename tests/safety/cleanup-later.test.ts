import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUpByLedger } from '../../judge/clean-up.ts';
import { judge } from '../../judge/judge.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import type { Fetch } from '../../mock/index.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { inGate } from '../in-gate.ts';
import { DEALS, serveCareless } from './careless.ts';

// A run is killed, its deals are deleted by hand, and their ids are given to deals of others. Then somebody cleans up by its ledger.

interface Habit {
  readonly id: string;
  /** What readings of deals are answered after the run; undefined: as it is due. */
  readonly read?: (path: string) => Response | undefined;
}

const HABITS: readonly Habit[] = [
  { id: 'reads and lists' },
  { id: 'answers 200 to everything', read: () => Response.json({}) },
  {
    id: 'lists nothing, and answers 200 to everything',
    read: (path) => (path === DEALS ? new Response(null, { status: 404 }) : Response.json({})),
  },
  { id: 'reads and lists nothing', read: () => new Response(null, { status: 404 }) },
  { id: 'refuses readings', read: () => new Response(null, { status: 403 }) },
];

test.each(inGate(HABITS, 3))(
  'who $id keeps the deals that got the ids of deleted ones',
  { tags: ['night'] },
  async ({ read }) => {
    let isOver = false;
    const ids: string[] = [];
    const habit: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
      const { pathname } = new URL(request.url);
      if (isOver && request.method === 'GET') return read?.(pathname) ?? fetch(request);
      // Deletions are lost, as in a run that is killed.
      if (!isOver && request.method === 'DELETE') return new Response(null, { status: 503 });
      const answer = await fetch(request);
      const made = request.method === 'POST' && pathname === DEALS ? answer.headers.get('location') : null;
      if (made !== null) ids.push(made.slice(made.lastIndexOf('/') + 1));
      return answer;
    };
    const others = new Map<string, string>();
    const givenToOthers: (fetch: Fetch) => Fetch = (fetch) => {
      const served = habit(fetch);
      return async (request) => {
        const id = new URL(request.url).pathname.slice(DEALS.length);
        if (!isOver || !others.has(id)) return served(request);
        if (request.method === 'DELETE') others.delete(id);
        if (request.method === 'DELETE') return new Response(null, { status: 204 });
        return read?.(DEALS + id) ?? Response.json({ id, name: others.get(id), price: 5 });
      };
    };
    await using server = await serveCareless(givenToOthers);
    await using folder = await temporaryFolder();
    const ledger = join(folder.path, 'run.jsonl');
    await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['create/status', 'create/distinct'], ledger });
    isOver = true;
    for (const id of ids) others.set(id, `Deal of somebody ${id}`);
    const text = readFileSync(ledger, 'utf8');
    const { cleaned } = await cleanUpByLedger(parseLedger(text, ledger), {});
    expect(ids.length).toBeGreaterThan(0);
    expect([...others.keys()].toSorted()).toEqual(ids.toSorted());
    expect(server.harmed()).toEqual([]);
    expect(cleaned.filter(({ end }) => end === 'deleted' || end === 'unseen')).toEqual([]);
  },
);

test('a deletion that is refused and carried out is not sent to the deal that got the id at once', async () => {
  let isOver = false;
  const taken = new Map<string, string>();
  const trespasses: string[] = [];
  const refusing: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const id = pathname.slice(DEALS.length);
    const name = taken.get(id);
    if (name !== undefined && request.method === 'GET') return Response.json({ id, name, price: 5 });
    if (name !== undefined) trespasses.push(`${request.method} ${pathname}`);
    if (request.method !== 'DELETE') return fetch(request);
    // Deletions are lost, as in a run that is killed.
    if (!isOver) return new Response(null, { status: 503 });
    if (name === undefined && (await fetch(request)).ok) taken.set(id, `Deal of somebody ${id}`);
    return new Response(null, { status: 409 });
  };
  await using server = await serveCareless(refusing);
  await using folder = await temporaryFolder();
  const ledger = join(folder.path, 'run.jsonl');
  await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['create/status', 'create/distinct'], ledger });
  isOver = true;
  await cleanUpByLedger(parseLedger(readFileSync(ledger, 'utf8'), ledger), {});
  expect(taken.size).toBeGreaterThan(0);
  expect(trespasses).toEqual([]);
  expect(server.harmed()).toEqual([]);
});
