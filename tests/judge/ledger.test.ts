import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../../judge/index.ts';
import { UsageProblem } from '../../judge/options.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import { startMock } from '../../mock/node.ts';
import { temporaryFolder } from '../cli/assayer.ts';

const SECRET = 'swordfish-4711';

test('a creation is in the ledger before its request leaves, its record before the next one, and no secret ever', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, '.assayer', 'run.jsonl');
  const created: string[] = [];
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method === 'POST' && pathname === '/rest/1/deals/') created.push(readFileSync(path, 'utf8'));
      return fetch(request);
    },
  });
  const results = await judge({
    baseUrl: mock.url,
    rules: ['create/status', 'create/location'],
    headers: { 'x-api-key': SECRET },
    cookie: `USER_TOKEN=${SECRET}`,
    ledger: path,
  });
  expect(results.run.leftBehind).toEqual([]);
  expect(created.length).toBeGreaterThan(1);
  created.forEach((text, i) => {
    expect(text.match(/"creating"/gu)?.length).toBeGreaterThan(i);
    expect(text).not.toContain(SECRET);
    expect(text).toContain('"fields":["x-api-key"]');
  });
  expect(created.at(-1)).toContain('"made":1,');
  // Nothing stayed behind.
  expect(existsSync(path)).toBe(false);
  expect(existsSync(dirname(path))).toBe(false);
});

test('a ledger is kept where something stays behind, for its owner alone, and holds that and no more', {
  tags: ['night'],
}, async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'run.jsonl');
  await using mock = await startMock({
    wrap: (fetch) => async (request) =>
      request.method === 'DELETE' ? new Response(null, { status: 403 }) : fetch(request),
  });
  const { run } = await judge({ baseUrl: mock.url, rules: ['create/status'], ledger: path });
  const left = run.leftBehind ?? [];
  expect(left.length).toBeGreaterThan(0);
  for (const { curl } of left) expect(curl).toContain('-X DELETE');
  const { entries, head } = parseLedger(readFileSync(path, 'utf8'), path);
  expect(head).toMatchObject({ baseUrl: mock.url, pid: process.pid });
  expect(entries.map(({ made }) => made?.address).sort()).toEqual(left.map(({ address }) => address).sort());
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('a call writes no ledger unless it is asked to, nor for the embedded mock; one that cannot be written is told', {
  tags: ['night'],
}, async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'run.jsonl');
  await judge({ rules: ['create/status'], ledger: path });
  expect(existsSync(path)).toBe(false);
  await using mock = await startMock();
  const told: string[] = [];
  const onNotice = (line: string): void => void told.push(line);
  const { summary } = await judge({ baseUrl: mock.url, rules: ['create/status'], ledger: '/proc/none/x', onNotice });
  expect(summary.verdict).toBe('conformant');
  expect(told).toEqual([expect.stringMatching(/^the ledger \/proc\/none\/x cannot be written, so that .*ENOENT/u)]);
});

test.each([
  '',
  '{}\n',
  'x\n',
  '{"format":"assayer-ledger/1","baseUrl":"http://a","origins":[],"fields":[],"pid":1,"nonce":""}\n',
])('%j is no ledger', (text) => {
  expect(() => parseLedger(text, 'a.jsonl')).toThrow(UsageProblem);
});
