import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Initialised, initialise } from '../../init/init.ts';
import { judge } from '../../judge/judge.ts';
import { loadTargetFile } from '../../target-file/load.ts';
import { closedPort } from '../servers.ts';
import { resolved } from './resolved.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const FEW = { seed: 11, runs: 3 };

let folder: string;
let server: ChildProcess;
let url: string;
let found: Initialised;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-init-json-server-'));
  await copyFile(`${ROOT}examples/json-server/db.json`, join(folder, 'db.json'));
  const port = String(await closedPort());
  url = `http://127.0.0.1:${port}`;
  const bin = createRequire(import.meta.url).resolve('json-server/lib/cli/bin.js');
  server = spawn(process.execPath, [bin, '--quiet', '--host', '127.0.0.1', '--port', port, join(folder, 'db.json')]);
  await answers(url);
  found = await initialise({ baseUrl: url, allowWrites: true });
});

afterAll(async () => {
  server.kill();
  if (server.exitCode === null) await once(server, 'exit');
  await rm(folder, { recursive: true });
});

test('the collections are found, and nothing of what was made is left', async () => {
  expect(found.file.resources?.map(({ name }) => name)).toEqual(['posts', 'comments']);
  expect(found.leftBehind).toEqual([]);
  const seed: unknown = JSON.parse(await readFile(`${ROOT}examples/json-server/db.json`, 'utf8'));
  expect(await (await fetch(`${url}/db`)).json()).toEqual(seed);
});

test('check assumes nothing under the file', async () => {
  expect((await resolved(found.file)).notes).toEqual([]);
});

// Two whole runs: `npm run init:all` judges by both files.
const both = process.env['INIT'] === 'all' ? ['check gives the verdicts of the hand-written file'] : [];
test.each(both)('%s', async () => {
  const hand = await loadTargetFile(`${ROOT}examples/json-server/target.json`, ROOT);
  if (hand === undefined) throw new Error('it is among the examples');
  const own = await judge({ target: found.file, ...FEW });
  expect(own.target.assumed).toEqual([]);
  const theirs = await judge({ target: hand.file, baseUrl: url, ...FEW });
  const outcomes = ({ results }: typeof own): string[] =>
    results.map(({ rule, subject, outcome }) => `${rule} on ${subject}: ${outcome}`).toSorted();
  expect(outcomes(own)).toEqual(outcomes(theirs));
  expect(own.summary.verdict).toBe(theirs.summary.verdict);
});

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
