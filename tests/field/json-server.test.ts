import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Results } from '../../core/results.ts';
import { judge } from '../../judge/judge.ts';
import { loadTargetFile } from '../../target-file/load.ts';
import { closedPort } from '../servers.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const HEADINGS = ['posts', 'comments', 'target'] as const;

let folder: string;
let server: ChildProcess;
let url: string;
let results: Results;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-json-server-'));
  await copyFile(`${ROOT}examples/json-server/db.json`, join(folder, 'db.json'));
  const port = String(await closedPort());
  url = `http://127.0.0.1:${port}`;
  const bin = createRequire(import.meta.url).resolve('json-server/lib/cli/bin.js');
  server = spawn(process.execPath, [bin, '--quiet', '--host', '127.0.0.1', '--port', port, join(folder, 'db.json')]);
  await answers(url);
  const loaded = await loadTargetFile(`${ROOT}examples/json-server/target.json`, ROOT);
  results = await judge({ ...(loaded === undefined ? {} : { target: loaded.file }), baseUrl: url, seed: 11, runs: 10 });
});

afterAll(async () => {
  server.kill();
  if (server.exitCode === null) await once(server, 'exit');
  await rm(folder, { recursive: true });
});

test('every verdict about json-server is the one that was confirmed by hand', async () => {
  const judged = results.results
    .filter(({ outcome }) => outcome !== 'not-applicable')
    .map(({ rule, subject, outcome }) => `${rule} on ${subject}: ${outcome}`);
  expect(judged.toSorted()).toEqual((await confirmed()).toSorted());
  expect(results.summary.verdict).toBe('non-conformant');
});

test('nothing that the run made is left behind', async () => {
  const seed: unknown = JSON.parse(await readFile(`${ROOT}examples/json-server/db.json`, 'utf8'));
  const left = { posts: await get('/posts'), comments: await get('/comments') };
  expect(left).toEqual(seed);
});

async function confirmed(): Promise<string[]> {
  const page = await readFile(`${ROOT}docs/field/json-server.md`, 'utf8');
  const rows = page.split('\n').filter((line) => /^\| [a-z]+\//u.test(line));
  return rows.flatMap((row) => {
    const [rule = '', ...outcomes] = row
      .split('|')
      .slice(1, 5)
      .map((cell) => cell.trim());
    return HEADINGS.flatMap((subject, i) =>
      outcomes[i] === '–' ? [] : [`${rule} on ${subject}: ${outcomes[i] ?? ''}`],
    );
  });
}

async function get(path: string): Promise<unknown> {
  return (await fetch(url + path)).json();
}

async function answers(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const there = await fetch(address).then(
      () => true,
      () => false,
    );
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`json-server did not answer at ${address}`);
}
