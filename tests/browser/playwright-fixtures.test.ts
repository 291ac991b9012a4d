import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StartedMock } from '../../mock/node.ts';
import { mockFixtures, type PageMock } from '../../mock/playwright.ts';
import { TRIES_ALL } from '../in-gate.ts';
import { leaveChromium, noChromium, startChromium } from './chromium.ts';
import { serveSite } from './site.ts';

const PAGES = TRIES_ALL ? 20 : 2;

describe.skipIf(noChromium !== undefined)(`the fixtures for Playwright (${noChromium ?? 'Chromium'})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => leaveChromium());

  test(`${PAGES} pages side by side on one mock see nothing of each other, and leave nothing`, {
    tags: ['night'],
  }, async () => {
    await using app = await serveSite({ '/': '<!doctype html><title>app</title>' });
    const {
      mockServer: [serve],
      service,
    } = mockFixtures({ port: 0 });

    // What the runner does: a worker's fixture around the tests, a test's around each of them.
    await serve({}, async (mockServer) => {
      const one = async (own: number): Promise<void> => {
        const context = await browser.newContext();
        await service({ mockServer, context }, async (given) => work(await context.newPage(), app.url, given, own));
        await context.close();
      };
      await Promise.all(Array.from({ length: PAGES }, (_, own) => one(own)));
      expect(mockServer.mock.tenants.list().map(({ tenant }) => tenant)).toEqual(['']);
      expect(await dealsOf(mockServer)).toBe(3);
    });
  });
});

async function dealsOf({ url }: StartedMock): Promise<number> {
  return (await (await fetch(`${url}/rest/1/deals/`)).json()).length;
}

async function work(
  page: import('playwright-core').Page,
  app: string,
  { url, mock, tenant }: PageMock,
  own: number,
): Promise<void> {
  await page.goto(app);
  const seen = await page.evaluate(
    async ([api, name]) => {
      const created = await fetch(`${api}/rest/1/deals/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, price: 1 }),
      });
      const list: { name: string }[] = await (await fetch(`${api}/rest/1/deals/`)).json();
      return { status: created.status, names: list.map((deal) => deal.name) };
    },
    [url, `deal ${own}`] as const,
  );
  expect(seen).toEqual({ status: 201, names: ['Warehouse lease', 'Steel delivery', 'Café fit-out', `deal ${own}`] });
  expect(mock.log.where({ tenant, method: 'POST' })).toHaveLength(1);
}
