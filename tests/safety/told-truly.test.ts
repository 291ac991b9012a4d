import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUpByLedger } from '../../judge/clean-up.ts';
import { judge } from '../../judge/judge.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import { startMock } from '../../mock/node.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { serve } from '../hostile/hostile-server.ts';
import { added } from '../hostile/judge-hostile.ts';

test('where 200 {} stands for 404, nothing is told as left behind that is not there', { tags: ['night'] }, async () => {
  let puts = 0;
  await using server = await serve((fetch) => async (request) => {
    const answer = await fetch(request);
    if (answer.status === 404 && request.method === 'PUT') puts += 1;
    return answer.status === 404 ? Response.json({}) : answer;
  });
  const before = server.state();
  const { run } = await judge({ baseUrl: server.url, rules: ['operation/unknown-deal'], runs: 1, seed: 1 });
  expect(puts).toBeGreaterThan(0);
  expect(added(before, server.state())).toEqual([]);
  expect(run.leftBehind).toEqual([]);
});

test('what a PUT made at an address of the run, and what cannot be deleted there, is told', {
  tags: ['night'],
}, async () => {
  const kept = new Map<string, string>();
  await using server = await serve((fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (!/\/commands\//u.test(pathname)) return fetch(request);
    if (request.method === 'PUT') kept.set(pathname, await request.text());
    const text = kept.get(pathname);
    if (request.method === 'DELETE') return new Response(null, { status: 405, headers: { allow: 'GET, PUT' } });
    if (text === undefined) return new Response(null, { status: 404 });
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  });
  const { run } = await judge({ baseUrl: server.url, rules: ['operation/unknown-deal'], runs: 1, seed: 1 });
  const below = [...kept.keys()].filter((path) => path.startsWith('/rest/'));
  expect(below.length).toBeGreaterThan(0);
  const told = new Set(run.leftBehind?.map(({ address }) => new URL(address).pathname));
  const ofNobody = below.filter((path) => told.has(path));
  expect(ofNobody.length).toBeGreaterThan(0);
});

test('assayer cleanup sends no deletion beside another one', async () => {
  let refuses = true;
  let underWay = 0;
  let most = 0;
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      if (request.method !== 'DELETE') return fetch(request);
      if (refuses) return new Response(null, { status: 403 });
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const isLocked = underWay > 1;
      underWay -= 1;
      return isLocked ? Response.json({ error: 'database is locked' }, { status: 500 }) : fetch(request);
    },
  });
  await using folder = await temporaryFolder();
  const ledger = join(folder.path, 'run.jsonl');
  const { run } = await judge({
    baseUrl: mock.url,
    rules: ['create/status', 'create/location', 'create/distinct'],
    ledger,
  });
  expect(run.leftBehind?.length).toBeGreaterThan(2);
  refuses = false;
  const { cleaned } = await cleanUpByLedger(parseLedger(readFileSync(ledger, 'utf8'), ledger), {});
  expect(most).toBe(1);
  expect(cleaned.filter(({ end }) => end === 'stays')).toEqual([]);
});
