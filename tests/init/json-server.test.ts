import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Initialised, initialise } from '../../init/init.ts';
import { judge } from '../../judge/judge.ts';
import { loadTargetFile } from '../../target-file/load.ts';
import { startJsonServer } from '../json-server.ts';
import { resolved } from './resolved.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const FEW = { seed: 11, runs: 3 };

let server: Awaited<ReturnType<typeof startJsonServer>>;
let url: string;
let found: Initialised;

beforeAll(async () => {
  server = await startJsonServer();
  url = server.url;
  found = await initialise({ baseUrl: url, allowWrites: true });
});

afterAll(async () => {
  await server.stop();
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

test('records have an ETag and no Last-Modified, so nothing is claimed of both', () => {
  expect(found.file.claims).not.toHaveProperty('validators');
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
