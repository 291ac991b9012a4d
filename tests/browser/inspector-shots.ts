/**
 * Takes the screenshots of docs/mock-inspector.md: `npx jiti tests/browser/inspector-shots.ts [folder]` (docs by default).
 * With `all` as second argument, of every part of the page and of a phone as well.
 */
import { request } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startMock } from '../../mock/node.ts';
import { startChromium } from './chromium.ts';

const [, , folder = new URL('../../docs/', import.meta.url).pathname, extent] = process.argv;

await using mock = await startMock({ logSize: 200 });
const browser = await startChromium();
try {
  await converse(mock.url);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 860 }, colorScheme });
    await page.goto(`${mock.url}/_mock/`);
    await page.click('.log button:has-text("201")');
    await page.waitForSelector('#detail .curl');
    await shoot(page, `inspector-${colorScheme}`);
    if (extent === 'all') await everyPart(page, colorScheme);
    await page.close();
  }
} finally {
  await browser.close();
}

async function everyPart(page: Page, colorScheme: string): Promise<void> {
  for (const part of ['state', 'sessions', 'switches', 'chaos', 'deviations']) {
    await page.goto(`${mock.url}/_mock/#${part}`);
    await page.waitForTimeout(300);
    await shoot(page, `${part}-${colorScheme}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const part of ['requests', 'state', 'switches', 'deviations', 'sessions', 'chaos']) {
    await page.goto(`${mock.url}/_mock/#${part}`);
    await page.waitForTimeout(300);
    await shoot(page, `phone-${part}-${colorScheme}`);
  }
  await page.goto(`${mock.url}/_mock/#requests`);
  await page.reload();
  await page.click('.log button:has-text("201")');
  await page.waitForSelector('#detail .curl');
  await shoot(page, `phone-detail-${colorScheme}`);
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** What a frontend developer's morning looks like. */
async function converse(url: string): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const ask = (path: string, init: RequestInit = {}): Promise<unknown> =>
    fetch(url + path, init).catch(() => undefined);
  const send = (method: string, path: string, body: object): Promise<unknown> =>
    ask(path, { method, body: JSON.stringify(body), headers: json });
  await ask('/');
  await ask('/', { headers: { cookie: 'USER_TOKEN=let-me-in' } });
  await ask('/users');
  await ask('/users?name=Ada%20Lovelace');
  await ask('/users/1/ssh-keys/0');
  await ask('/user/1');
  await ask('/users/2', { headers: { accept: 'application/xml' } });
  await send('PUT', '/rest/1/deals/1/hold', { reason: 'the buyer asked for time' });
  await send('PUT', '/rest/1/deals/1', { action: 'UnholdDeal', params: {} });
  await send('POST', '/rest/1/deals/', { name: 'Mill on the river' });
  await send('PUT', '/_mock/chaos', { seed: 7, rules: [{ route: '/query/**', status: 503, latencyMs: 20 }] });
  await ask('/query/users/Ada');
  await ask('/_mock/chaos', { method: 'DELETE' });
  await ask('/_tenant/acme/rest/1/deals/2', { method: 'DELETE' });
  await send('POST', '/rest/1/deals/', { name: 'Lighthouse, with its keeper', price: 125000, currency: 'EUR' });
  await ask('/rest/1/deals/4', { headers: { 'if-none-match': '*' } });
  await ask('/rest/2/deals/');
  await new Promise((resolve) => request(`${url}/users/1`, { method: 'HEAD' }, resolve).end());
  await send('PUT', '/_mock/snapshots/before-the-demo', {});
  await send('POST', '/_mock/sessions', { user: 'ada' });
  await send('PUT', '/_mock/deviations', { active: ['delete-answers-200'] });
}
