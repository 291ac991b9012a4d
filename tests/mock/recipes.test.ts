import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = new URL('../../', import.meta.url).pathname;

let folder: string;

// What a user has: the package and vitest, each under its name.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-recipes-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules/assayer'));
  await symlink(join(ROOT, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true }));

test('every recipe of docs/mock-recipes.md passes as it stands', { tags: ['night'] }, async () => {
  const page = await readFile(join(ROOT, 'docs/mock-recipes.md'), 'utf8');
  const recipes = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gmu)].map(([, code = '']) => code);
  expect(recipes.length).toBeGreaterThan(3);
  for (const [i, code] of recipes.entries()) await writeFile(join(folder, `recipe-${i}.test.ts`), code);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { stdout } = await run(process.execPath, [vitest, 'run', '--maxWorkers=1', '--reporter=json'], { cwd: folder });
  const told = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    success: boolean;
    numPassedTestSuites: number;
    numPassedTests: number;
  }; // as Vitest's JSON reporter writes it
  expect([told.success, told.numPassedTests]).toEqual([true, recipes.length + 1]);
});
