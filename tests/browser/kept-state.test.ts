import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveChromium, noChromium, startChromium } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The page's own module, as a developer writes it: it takes itself over when it is changed. */
const mocks = (version: number): string => `
import { handlers, setupWorker } from './lib.js';
const data = import.meta.hot.data;
const isFirst = data.worker === undefined;
data.worker ??= setupWorker();
data.worker.resetHandlers(...handlers({ persist: 'sessionStorage' }));
if (isFirst) await data.worker.start({ quiet: true, onUnhandledRequest: 'bypass' });
import.meta.hot.accept();
globalThis.version = ${version};
`;

describe.skipIf(noChromium !== undefined)(`state in the page (${noChromium ?? 'Chromium'})`, () => {
  let browser: Browser;
  let folder: string;
  let server: ViteDevServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kept-state-'));
    // The mock is built beforehand, so that nothing is made ready while the page loads.
    await build({
      root: `${ROOT}tests/browser/page`,
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        minify: false,
        target: 'esnext',
        lib: { entry: `${ROOT}tests/browser/page/kept.ts`, formats: ['es'], fileName: 'lib' },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    const worker = await readFile(`${ROOT}node_modules/msw/lib/mockServiceWorker.js`, 'utf8');
    await writeFile(join(folder, 'mockServiceWorker.js'), worker);
    await writeFile(join(folder, 'mocks.js'), mocks(1));
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><title>Kept</title><script type="module" src="/mocks.js"></script>',
    );
    server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
      server: { host: '127.0.0.1', port: 0 },
    });
    await server.listen();
    browser = await startChromium();
  });
  afterAll(async () => {
    await leaveChromium();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ready = (page: Page, version: number): Promise<unknown> =>
    page.waitForFunction((due) => (globalThis as { version?: number }).version === due, version, { timeout: 120_000 });
  const status = (page: Page, path: string, method = 'GET', body?: string): Promise<number> =>
    page.evaluate(
      async (asked) => {
        const headers = { 'content-type': 'application/json' };
        const init = asked.body === undefined ? {} : { body: asked.body, headers };
        return (await fetch(asked.path, { method: asked.method, ...init })).status;
      },
      { path, method, ...(body === undefined ? {} : { body }) },
    );

  test('survives a reload and hot replacement, ended sessions too; another tab has its own', {
    tags: ['night'],
  }, async () => {
    const [url = ''] = server.resolvedUrls?.local ?? [];
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url.replace('127.0.0.1', 'localhost'));
    await ready(page, 1);
    const made = await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      const body = '{"name":"kept","price":1}';
      return (await fetch('/rest/1/deals/', { method: 'POST', headers, body })).headers.get('location') ?? '';
    });
    expect(await status(page, '/rest/1/deals/1', 'DELETE')).toBe(204);
    const session = await page.evaluate(async () => {
      const { id } = await (await fetch('/_mock/sessions', { method: 'POST' })).json();
      return id as string;
    });
    expect(await status(page, '/')).toBe(200);
    const expireAll = async (): Promise<void> => {
      for (const { id } of await page.evaluate(async () => (await fetch('/_mock/sessions')).json()))
        await status(page, `/_mock/sessions/${id}/expire`, 'POST');
    };
    await expireAll();
    expect(await status(page, '/')).toBe(401);

    await page.reload();
    await ready(page, 1);
    expect([await status(page, made), await status(page, '/rest/1/deals/1'), await status(page, '/')]).toEqual([
      200, 404, 401,
    ]);
    expect(await status(page, `/_mock/sessions/${session}`)).not.toBe(404);

    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    await writeFile(join(folder, 'mocks.js'), mocks(2));
    await ready(page, 2);
    expect(await page.evaluate(() => 'stays' in globalThis)).toBe(true);
    expect([await status(page, made), await status(page, '/rest/1/deals/1'), await status(page, '/')]).toEqual([
      200, 404, 401,
    ]);
    expect(await status(page, '/_mock/reset', 'POST')).toBe(204);
    expect(await status(page, made)).toBe(404);

    const other = await context.newPage();
    await other.goto(url.replace('127.0.0.1', 'localhost'));
    await ready(other, 2);
    expect(await status(other, '/rest/1/deals/1')).toBe(200);
    await context.close();
  });
});
