import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { leaveChromium, noChromium, startChromium } from './chromium.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/deals-board/', import.meta.url));

/** Vite prepares what a page asks for when it is first asked. */
const eventually: typeof expect.poll = (read) => expect.poll(read, { timeout: 120_000 });

describe.skipIf(noChromium !== undefined)(`the deals board (${noChromium ?? 'Chromium'})`, () => {
  let browser: Browser;
  let cache: string;

  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), 'deals-board-'));
    browser = await startChromium();
  });
  afterAll(async () => {
    await leaveChromium();
    await rm(cache, { recursive: true, force: true });
  });

  /** The example as `npm run dev` serves it, with VITE_API where the service is one of its own. */
  async function develop(api?: string): Promise<AsyncDisposable & { url: string }> {
    const server = await createServer({
      configFile: `${EXAMPLE}vite.config.ts`,
      cacheDir: cache,
      logLevel: 'error',
      server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
      define: api === undefined ? {} : { 'import.meta.env.VITE_API': JSON.stringify(api) },
    });
    await server.listen();
    const [url = ''] = server.resolvedUrls?.local ?? [];
    return { url: url.replace('127.0.0.1', 'localhost'), [Symbol.asyncDispose]: () => server.close() };
  }

  const deal = (page: Page, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

  async function work(page: Page): Promise<void> {
    await page.getByRole('heading', { name: 'Warehouse lease' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbour crane');
    await page.getByRole('textbox', { name: 'Price' }).fill('950');
    await page.getByRole('button', { name: 'Create deal' }).click();
    await eventually(() => deal(page, 'Harbour crane').textContent()).toContain('950.00');
    await eventually(() => page.getByRole('region', { name: /^Open/u }).textContent()).toContain('Harbour crane');

    await page.getByRole('button', { name: 'Hold Harbour crane' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('no papers');
    await page.getByRole('dialog').getByRole('button', { name: 'Hold' }).click();
    await eventually(() => deal(page, 'Harbour crane').textContent()).toContain('On hold: no papers');
    await eventually(() => page.getByRole('region', { name: /^On hold/u }).textContent()).toContain('Harbour crane');
    await page.getByRole('button', { name: 'Unhold Harbour crane' }).click();
    await eventually(() => deal(page, 'Harbour crane').textContent()).not.toContain('On hold');

    await page.getByRole('button', { name: 'Change price Harbour crane' }).click();
    await page.getByRole('dialog').getByLabel('New price').fill('875.5');
    await page.getByRole('dialog').getByLabel('Reason').fill('a better offer');
    await page.getByRole('dialog').getByRole('button', { name: 'Change price' }).click();
    await eventually(() => deal(page, 'Harbour crane').textContent()).toContain('875.5');

    await page.getByRole('button', { name: 'Delete Harbour crane' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(() => deal(page, 'Harbour crane').count()).toBe(1);
    await page.getByRole('button', { name: 'Delete Harbour crane' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(() => deal(page, 'Harbour crane').count()).toBe(0);
  }

  async function goWrong(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Create deal' }).click();
    await eventually(() => page.getByRole('alert').textContent()).toContain('Bad Request: the payload is not valid');
    await page.getByRole('button', { name: 'Delete Warehouse lease' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(() => page.getByRole('alert').count()).toBe(0);
  }

  async function findUsers(page: Page): Promise<void> {
    const found = page.locator('#users');
    await page.getByRole('searchbox').fill('Grace Hopper');
    await page.getByRole('button', { name: 'Find' }).click();
    await eventually(() => found.getByRole('listitem').count()).toBe(2);
    await page.getByRole('searchbox').fill('Nobody');
    await page.getByRole('button', { name: 'Find' }).click();
    await eventually(() => found.textContent()).toContain('Nobody is called “Nobody”.');
  }

  async function comeAndGo(page: Page): Promise<void> {
    const session = page.locator('#session');
    await eventually(() => session.textContent()).toContain('Not signed in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await eventually(() => session.textContent()).toMatch(/^Signed in/u);
    await page.reload();
    await eventually(() => session.textContent()).toMatch(/^Signed in/u);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await eventually(() => session.textContent()).toContain('Not signed in');
  }

  /** Opens the page on its own, and fails where the browser complained of anything but a refusal that is shown. */
  async function visit(url: string, act: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      const isRefusal = /status of 40[01]/u.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text());
    });
    await page.goto(url);
    await act(page);
    expect(complaints).toEqual([]);
    await page.close();
  }

  const all = async (page: Page): Promise<void> => {
    for (const act of [work, goWrong, findUsers, comeAndGo]) await act(page);
  };

  test('works with the mock in the page, and no server but Vite', { tags: ['night'] }, async () => {
    await using site = await develop();
    await visit(site.url, async (page) => {
      await eventually(() => page.locator('#source').textContent()).toBe('The service is mocked in this page.');
      await all(page);
    });
  });

  test('works with a mock of another origin, with its cookies', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    await using site = await develop(`http://localhost:${mock.port}`);
    await visit(site.url, async (page) => {
      await eventually(() => page.locator('#source').textContent()).toContain(`http://localhost:${mock.port}`);
      await all(page);
    });
  });

  test('says so when the service is not there', async () => {
    const gone = await startMock();
    await gone.close();
    await using site = await develop(`http://localhost:${gone.port}`);
    const page = await browser.newPage();
    await page.goto(site.url);
    await eventually(() => page.getByRole('alert').textContent()).toContain('The service cannot be reached');
    await page.close();
  });
});
