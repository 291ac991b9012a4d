import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import { loadTargetFile } from '../../target-file/load.ts';
import { startJsonServer } from '../json-server.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const HEADINGS = ['posts', 'comments', 'target'] as const;

let server: Awaited<ReturnType<typeof startJsonServer>>;
let url: string;
let results: Results;

beforeAll(async () => {
  server = await startJsonServer();
  url = server.url;
  const loaded = await loadTargetFile(`${ROOT}examples/json-server/target.json`, ROOT);
  results = await judge({ ...(loaded === undefined ? {} : { target: loaded.file }), baseUrl: url, seed: 11, runs: 10 });
});

afterAll(async () => {
  await server.stop();
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
