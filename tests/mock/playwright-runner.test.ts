import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { noChromium } from '../browser/chromium.ts';
import { TRIES_ALL } from '../in-gate.ts';

const run = promisify(execFile);
const ROOT = new URL('../../', import.meta.url).pathname;
const RUNNER = join(ROOT, 'node_modules/@playwright/test');
const missing = existsSync(RUNNER) ? noChromium : 'needs @playwright/test: npm ci';

const COUNT = TRIES_ALL ? 20 : 2;

const CONFIG = `
import { defineConfig } from '@playwright/test';
export default defineConfig({
  fullyParallel: true,
  workers: ${COUNT},
  timeout: 200_000,
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] } },
});`;

/** Each of them changes what the others would see, and none goes on before all are there. */
const SPEC = `
import { test as base, expect } from '@playwright/test';
import { sharedMockFixtures } from 'assayer/mock/playwright';

const url = process.env.MOCK_URL;
const headers = { 'content-type': 'application/json' };
const test = base.extend(sharedMockFixtures(url));

for (let own = 0; own < ${COUNT}; own += 1)
  test('test ' + own, async ({ page, service }) => {
    await page.goto(service.url + '/users');
    await service.control('POST', '/stubs', { route: 'GET /users/1', body: { own } });
    await page.evaluate(async ({ own, headers }) => {
      await fetch('/rest/1/deals/', { method: 'POST', headers, body: JSON.stringify({ name: 'deal ' + own, price: 1 }) });
      await fetch('/rest/1/deals/1', { method: 'DELETE' });
    }, { own, headers });
    await service.control('POST', '/verify', { method: 'DELETE', atLeast: 1, atMost: 1 });
    await expect(service.control('POST', '/verify', { method: 'PUT' })).rejects.toThrow('409');

    await fetch(url + '/rest/1/deals/', { method: 'POST', headers, body: JSON.stringify({ name: 'here', price: own }) });
    const present = async () => (await (await fetch(url + '/rest/1/deals/')).json()).length;
    await expect.poll(present, { timeout: 150_000 }).toBe(3 + ${COUNT});

    const seen = await page.evaluate(async () => {
      const json = async (path) => (await fetch(path, { headers: { accept: 'application/json' } })).json();
      return [(await json('/rest/1/deals/')).map(({ name }) => name), await json('/users/1')];
    });
    expect(seen).toEqual([['Steel delivery', 'Café fit-out', 'deal ' + own], { own }]);
    // It goes on asking while its test ends, and afterwards.
    await page.evaluate(() => {
      const ask = () => fetch('/users/2').then(() => setTimeout(ask, 10));
      void ask();
    });
  });`;

describe.skipIf(missing !== undefined)(`Playwright’s own runner (${missing ?? 'Chromium'})`, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assayer-playwright-'));
    await mkdir(join(folder, 'node_modules/@playwright'), { recursive: true });
    await symlink(ROOT, join(folder, 'node_modules/assayer'));
    await symlink(RUNNER, join(folder, 'node_modules/@playwright/test'));
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await writeFile(join(folder, 'playwright.config.js'), CONFIG);
    await writeFile(join(folder, 'side-by-side.spec.js'), SPEC);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test(`${COUNT} tests side by side on one mock see nothing of each other, and leave nothing`, {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock();
    const env = { ...process.env, MOCK_URL: mock.url };
    const { stdout } = await run(process.execPath, [join(RUNNER, 'cli.js'), 'test', '--reporter=json'], {
      cwd: folder,
      env,
    });
    const { stats } = JSON.parse(stdout) as { stats: object }; // as Playwright's JSON reporter writes it
    expect(stats).toMatchObject({ expected: COUNT, unexpected: 0, flaky: 0, skipped: 0 });
    const left = mock.mock.tenants.list().map(({ tenant }) => tenant);
    expect(left).toEqual(['']);
    const deals: unknown[] = await (await fetch(`${mock.url}/rest/1/deals/`)).json();
    expect(deals).toHaveLength(3 + COUNT);
  });
});
