import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgePassed } from '../../judge/passed.ts';
import { RULE_TEXTS } from '../../mock/control/rule-texts.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';
import { allDeviations, together } from '../../proof/deviations/together.ts';
import { inGate } from '../in-gate.ts';
import { leaveChromium, noChromium, startChromium } from './chromium.ts';
import { contrast, palettesOf } from './contrast.ts';

const json = { 'content-type': 'application/json' };
const STYLE = readFileSync(new URL('../../mock/inspector/style.css', import.meta.url), 'utf8');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, as far as it is looked at. */
interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

describe.skipIf(noChromium !== undefined)(`the inspector in a browser (${noChromium ?? 'Chromium'})`, () => {
  // One page for all tests: a new one takes longer than most of them.
  let browser: Browser;
  let page: Page;
  /** What the console was told since the page was opened, policy violations and errors among it. */
  let told: string[] = [];
  /** The origins of the mocks that were shown: the one that is shown, and those before it. */
  let shown = '';
  let earlier: readonly string[] = [];

  beforeAll(async () => {
    browser = await startChromium();
    const context = await browser.newContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await context.newPage();
    page.on('console', (message) => {
      // What a page is told while its mock ends is no matter of the next one.
      if (!earlier.some((origin) => message.location().url.startsWith(origin))) told.push(message.text());
    });
    page.on('pageerror', (error) => told.push(error.message));
    page.on('dialog', (dialog) => {
      told.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
  afterAll(() => leaveChromium());

  interface Opened {
    readonly page: Page;
    readonly told: readonly string[];
  }

  async function open(mock: StartedMock, part = '', width = 1200, path = '/_mock/'): Promise<Opened> {
    told = [];
    const { origin } = new URL(mock.url);
    earlier = [...earlier, shown].filter((one) => one !== '' && one !== origin);
    shown = origin;
    await page.context().clearCookies();
    await page.setViewportSize({ width, height: 800 });
    await page.goto(mock.url + path + part);
    await page.waitForSelector('#live.on');
    return { page, told };
  }

  const objections = (page: Page): Promise<readonly string[]> =>
    page.evaluate(async () => {
      // What the script of axe puts there.
      const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
      const { violations } = await axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    });

  const rows = (page: Page): Promise<string[]> => page.locator('.log .target').allTextContents();

  test('requests appear as they are made, and are chosen from, held back and cleared', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock();
    await fetch(`${mock.url}/users/1`);
    const { page, told } = await open(mock);
    await expect.poll(() => rows(page)).toEqual(['/users/1']);
    await fetch(`${mock.url}/users/none`);
    await fetch(`${mock.url}/rest/1/deals/1`, { method: 'DELETE' });
    await expect.poll(() => rows(page)).toEqual(['/rest/1/deals/1', '/users/none', '/users/1']);
    await page.fill('#filter', 'users 404');
    expect(await rows(page)).toEqual(['/users/none']);
    expect(await page.textContent('.total')).toBe('1 of 3 requests');
    await page.fill('#filter', '');
    await page.click('.chip:text("2xx")');
    expect(await rows(page)).toEqual(['/rest/1/deals/1', '/users/1']);
    await page.click('.chip:text("2xx")');
    await page.click('text=Pause');
    await fetch(`${mock.url}/users/2`);
    await expect.poll(() => page.textContent('.total')).toBe('3 requests, 1 held back');
    await page.click('text=Resume');
    expect(await rows(page)).toHaveLength(4);
    await page.click('text=Clear');
    await expect.poll(() => rows(page)).toEqual([]);
    expect(mock.mock.log.list()).toEqual([]);
    expect(told).toEqual([]);
  });

  test('a request is shown in full, with the rule that its answer keeps, and copied as curl', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock();
    const headers = { ...json, cookie: 'USER_TOKEN=a-secret-of-mine' };
    await fetch(`${mock.url}/rest/1/deals/`, { method: 'POST', body: `{"name":"it's","price":1}`, headers });
    const { page } = await open(mock);
    await page.click('.log button');
    await page.waitForSelector('#detail .curl');
    const shown = (await page.textContent('#detail')) ?? '';
    for (const part of ['create/status', '/rest/1/deals/', '201', 'content-type', '"name"', `"it's"`, 'Location'])
      expect(shown).toContain(part);
    expect(await page.content()).not.toContain('a-secret-of-mine');
    await page.click('text=Copy as curl');
    await page.waitForSelector('#toast.shown');
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl .*'\{"name":"it'\\''s","price":1\}'/u);
    await page.click('text=Send again');
    await expect.poll(() => mock.mock.log.list().length).toBe(2);
    expect(mock.mock.log.list()[1]?.reply.status).toBe(201);
  });

  test('of very many requests the latest thousand are shown, and the page says that it has no others', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock({ logSize: 5000 });
    const { page } = await open(mock);
    const latest = async (): Promise<string | null> => page.locator('.log .target').first().textContent();
    for (let i = 1; i <= 1500; i += 1) {
      await mock.mock.fetch(new Request(`${mock.url}/users/${i}`));
      if (i % 500 === 0) await expect.poll(latest).toBe(`/users/${i}`);
    }
    expect(await rows(page)).toHaveLength(1000);
    expect(await page.textContent('.total')).toBe('1000 requests; 500 earlier ones no longer held');
  });

  test('the rule that an answer keeps is explained in its place, by keyboard', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    await fetch(`${mock.url}/users/1`);
    await fetch(`${mock.url}/_mock/deviations`, {
      method: 'PUT',
      body: '{"active":["delete-answers-200"]}',
      headers: json,
    });
    await fetch(`${mock.url}/rest/1/deals/1`, { method: 'DELETE' });
    const { page, told } = await open(mock);
    const explain = async (row: number): Promise<string> => {
      const target = await page.locator('.log .target').nth(row).textContent();
      await page.locator('.log button').nth(row).press('Enter');
      // What was shown before stays until the answer is there.
      await expect.poll(() => page.textContent('#detail h2 .target')).toBe(target);
      await page.locator('#detail .explained summary').first().press('Enter');
      await page.waitForSelector('#detail .explained b');
      return (await page.textContent('#detail .explained .inside')) ?? '';
    };
    const { why, due, title } = RULE_TEXTS['read/item'] ?? {};
    const item = await explain(1);
    for (const text of [why, due, title]) expect(item).toContain(text);
    expect(await page.locator('#detail .explained summary').ariaSnapshot()).toContain(
      'Why the rule read/item is there',
    );
    expect(await page.getAttribute('#detail .explained', 'open')).toBe('');
    await page.evaluate(AXE);
    expect(await objections(page)).toEqual([]);
    // An answer that breaks rules on purpose names those.
    expect(await explain(0)).toContain(RULE_TEXTS['delete/status']?.why);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await objections(page), 'on a phone').toEqual([]);
    expect(told).toEqual([]);
  });

  test('an answer becomes a stub, which is listed, counted and taken away; what is wrong is told beside the field', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock();
    await fetch(`${mock.url}/users/1`);
    const { page } = await open(mock);
    await page.click('.log button');
    await page.click('#detail .stub summary');
    await page.fill('#stub-status', '99');
    await page.click('text=Answer so');
    await expect.poll(() => page.textContent('#stub-wrong')).toMatch(/status must be a status from 200 to 599/u);
    expect(await page.getAttribute('#stub-status', 'aria-invalid')).toBe('true');
    await page.fill('#stub-status', '418');
    await page.fill('#stub-times', '2');
    await page.fill('#stub-delay', '5');
    await page.click('text=Answer so');
    const listed = page.locator('#detail .stub li');
    await expect
      .poll(() => listed.allTextContents())
      .toEqual([expect.stringContaining('418, answered 0 of 2, after 5 ms')]);
    expect(await page.textContent('#stub-wrong')).toBe('');
    expect((await fetch(`${mock.url}/users/1`)).status).toBe(418);
    await page.evaluate(AXE);
    expect(await objections(page)).toEqual([]);
    await listed.locator('text=Remove').click();
    await expect.poll(() => listed.count()).toBe(0);
    expect((await fetch(`${mock.url}/users/1`)).status).toBe(200);
  });

  test('the list is gone through by keyboard', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    for (const id of [1, 2, 3]) await fetch(`${mock.url}/users/${id}`);
    const { page } = await open(mock);
    await page.focus('.log button');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.textContent('#detail h2 .target')).toBe('/users/2');
    expect(await page.getAttribute('.log [aria-current]', 'data-ordinal')).toBe('2');
  });

  test('the link past the head of the page leaves the part that is seen', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    const { page } = await open(mock, '#state');
    await page.focus('.skip');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#main');
    expect(await page.isVisible('#state')).toBe(true);
    expect(await page.textContent('nav [aria-current]')).toBe('State');
    await page.click('nav >> text=Requests');
    await expect.poll(() => page.isVisible('#state')).toBe(false);
  });

  test('claims and parts that are down are switched, which the service shows at once', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock();
    const { page, told } = await open(mock, '#switches');
    const status = async (path: string): Promise<number> => (await fetch(mock.url + path)).status;
    await page.check('input[name="emptyQuery"][value="204"]');
    await expect.poll(() => status('/users?name=nobody')).toBe(204);
    await page.check('input[name="unavailable"][value="users"]');
    await expect.poll(() => status('/users')).toBe(503);
    expect(await page.textContent('nav a[href="#switches"] .on')).toBe('1 on');
    await page.uncheck('input[name="unavailable"][value="users"]');
    await expect.poll(() => status('/users')).toBe(200);
    // The last representation cannot go: the page says why, and shows what holds.
    await page.uncheck('input[name="representations"][value="html"]');
    await page.uncheck('input[name="representations"][value="xml"]');
    await expect.poll(() => mock.mock.options.representations).toEqual(['json']);
    await page.click('input[name="representations"][value="json"]');
    await page.waitForSelector('#toast.bad');
    await expect.poll(() => page.isChecked('input[name="representations"][value="json"]')).toBe(true);
    expect(told).toEqual([expect.stringMatching(/400/u)]); // Chromium tells every refused fetch
  });

  test('a deviation is switched on, and off', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    const { page, told } = await open(mock, '#deviations');
    await page.fill('#deviations input[type="search"]', 'delete-answers-200');
    await page.check('input[value="delete-answers-200"]');
    const remove = async (id: number): Promise<number> =>
      (await fetch(`${mock.url}/rest/1/deals/${id}`, { method: 'DELETE' })).status;
    await page.waitForSelector('nav a[href="#deviations"] .on');
    expect(await remove(1)).toBe(200);
    await page.click('text=Switch all off');
    await page.waitForSelector('nav a[href="#deviations"] .on', { state: 'detached' });
    expect(await remove(2)).toBe(204);
    expect(told).toEqual([]);
  });

  test('the state of a tenant is seen as it changes, kept, begun again and brought back', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock();
    const add = (name: string): Promise<Response> =>
      fetch(`${mock.url}/_tenant/acme/rest/1/deals/`, {
        method: 'POST',
        body: JSON.stringify({ name, price: 1 }),
        headers: json,
      });
    await add('a lighthouse');
    const { page, told } = await open(mock, '#state');
    await page.selectOption('#tenant', 'acme');
    const deals = page.locator('[data-kind="deals"] summary b');
    await expect.poll(() => deals.allTextContents()).toContain('a lighthouse');
    await page.fill('#snapshot-name', 'lit');
    await page.click('text=Snapshot');
    await page.waitForSelector('text=Restore');
    await add('a second one');
    await expect.poll(() => deals.allTextContents()).toContain('a second one');
    await page.click('text=Compare');
    await page.waitForSelector('text=1 change');
    await page.click('text=Reset to the seed');
    await expect.poll(() => deals.count()).toBe(3);
    await page.click('text=Restore');
    await expect.poll(() => deals.allTextContents()).toContain('a lighthouse');
    expect(await deals.count()).toBe(4);
    expect(mock.mock.tenants.of('').store.deals.entries.size).toBe(3);
    expect(told).toEqual([]);
  });

  test('records are edited, added, deleted, ordered, paged, taken along and loaded', { tags: ['night'] }, async () => {
    const deals = Array.from({ length: 120 }, (_, i) => ({ id: String(i + 1), name: `deal ${120 - i}`, price: 1 }));
    await using mock = await startMock({ seed: { deals, users: [{ id: '1', name: 'Ada' }] } });
    const { page, told } = await open(mock, '#state');
    const part = page.locator('[data-kind="deals"]');
    const first = part.locator('summary').first();
    const names = part.locator('summary b');
    await expect.poll(() => names.count()).toBe(50);
    await part.locator('text=Later').click();
    await part.locator('text=Later').click();
    expect(await names.count()).toBe(20);
    await page.selectOption('[aria-label="Order of records"]', 'by name');
    await part.locator('text=Earlier').click();
    await part.locator('text=Earlier').click();
    expect(await names.first().textContent()).toBe('deal 1');

    await first.click();
    await part.locator('text=Edit').click();
    const members = part.locator('textarea');
    await members.fill('{ "name": "deal 0", "price": }');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role="alert"]:has-text("is not JSON")');
    expect(await members.getAttribute('aria-invalid')).toBe('true');
    await members.fill('{ "name": "deal 0", "price": 12345678901234567890.10 }');
    await part.locator('text=Store').click();
    await expect.poll(() => names.first().textContent()).toBe('deal 0');
    const stored = await (await fetch(`${mock.url}/rest/1/deals/120`)).text();
    expect(stored).toContain('12345678901234567890.10');

    await part.locator('text=Add to deals').click();
    await part.locator('input').fill('new');
    await members.fill('{ "name": "a new one", "price": 2 }');
    await part.locator('text=Store').click();
    await expect.poll(async () => (await fetch(`${mock.url}/rest/1/deals/new`)).status).toBe(200);
    await page.fill('[aria-label="Filter records"]', 'a new one');
    await expect.poll(() => names.allTextContents()).toEqual(['a new one']);
    await first.click();
    await part.locator('text=Delete').click();
    await expect.poll(async () => (await fetch(`${mock.url}/rest/1/deals/new`)).status).toBe(404);

    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download')]);
    const saved = readFileSync(await download.path(), 'utf8');
    await fetch(`${mock.url}/rest/1/deals/1`, { method: 'DELETE' });
    const load = page.locator('input[type="file"]');
    await load.setInputFiles({ name: 'state.json', mimeType: 'application/json', buffer: Buffer.from(saved) });
    await expect.poll(async () => (await fetch(`${mock.url}/rest/1/deals/1`)).status).toBe(200);
    await load.setInputFiles({ name: 'odd.json', mimeType: 'application/json', buffer: Buffer.from('{"deals":1}') });
    await page.waitForSelector('#toast:has-text("cannot be used")');
    expect(told.filter((line) => !/400/u.test(line))).toEqual([]);
  });

  test('deviations stand by clause, those that are on first', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    const { page } = await open(mock, '#deviations');
    const groups = (): Promise<(string | null)[]> =>
      page.locator('#deviations details').evaluateAll((all) => all.map((one) => one.getAttribute('data-group')));
    await expect.poll(groups).toContain('4.1');
    expect((await groups()).length).toBeLessThan(25);
    expect((await groups()).every((group) => /^(?:\d[\d.]*|RFC \d+|all clauses)$/u.test(group ?? ''))).toBe(true);
    expect(await page.locator('#deviations input[type="checkbox"]').count()).toBe(0);
    await page.locator('[data-group="4.1"] summary').focus();
    await page.keyboard.press('Enter');
    await page.check('input[value="delete-answers-200"]');
    await expect.poll(async () => (await groups())[0]).toBe('on');
    expect(await page.locator('[data-group="on"] input').evaluateAll((all) => all.length)).toBe(1);
  });

  test('a request is copied as fetch, as a handler of MSW and as a test', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    await fetch(`${mock.url}/users/1`);
    const { page } = await open(mock);
    await page.click('.log button');
    const copied = async (button: string): Promise<string> => {
      await page.click(`#detail button:text-is("${button}")`);
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied('fetch')).toContain(`await fetch("${mock.url}/users/1"`);
    expect(await copied('MSW handler')).toContain('http.get("*/users/1", () => HttpResponse.json(');
    expect(await copied('Vitest test')).toContain('expect(answer.status).toBe(200);');
  });

  test('no part has anything that axe objects to, on a wide page or a phone', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    await fetch(`${mock.url}/users/1`);
    const { page } = await open(mock);
    await page.evaluate(AXE);
    await page.click('.log button');
    await page.waitForSelector('#detail-title');
    expect(await objections(page)).toEqual([]);
    for (const part of ['sessions', 'switches', 'chaos', 'deviations', 'breaches', 'state']) {
      await page.click(`nav a[href="#${part}"]`);
      await page.waitForSelector(`#${part}:not([hidden]) :is(li, input, button)`);
      expect(await objections(page), part).toEqual([]);
    }
    await page.locator('[data-kind="deals"] summary').first().click();
    await page.locator('[data-kind="deals"] >> text=Edit').click();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await objections(page), 'editing on a phone').toEqual([]);
  });

  test('a session is minted for this browser, and ended', { tags: ['night'] }, async () => {
    await using mock = await startMock({ session: 'validated' });
    const { page } = await open(mock, '#sessions');
    const root = async (): Promise<number> => (await page.request.get(`${mock.url}/`)).status();
    expect(await root()).toBe(401);
    await page.click('text=Mint and log this browser in');
    await page.waitForSelector('td.good');
    expect(await root()).toBe(200);
    await page.click('text=Revoke');
    await page.waitForSelector('td.good', { state: 'detached' });
    expect(await root()).toBe(401);
  });

  test('chaos is planned, its faults are marked in the log, and one is repeated when it is over', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock();
    const { page } = await open(mock, '#chaos');
    await page.fill('#chaos-plan', '{"seed":1,"rules":[{"route":"/users","status":418}]}');
    await page.click('text=Go by this plan');
    await page.waitForSelector('.state.on');
    expect((await fetch(`${mock.url}/users`)).status).toBe(418);
    await page.click('text=End the chaos');
    await page.waitForSelector('.state:not(.on)');
    expect((await fetch(`${mock.url}/users`)).status).toBe(200);
    await page.click('nav >> text=Requests');
    await page.click('.log button:has(.chaos)');
    await page.click('text=Repeat the fault');
    await expect.poll(() => mock.mock.log.list().at(-1)?.reply.status).toBe(418);
    await page.click('nav >> text=Chaos');
    await page.fill('#chaos-plan', '{"rules":[{"status":99}]}');
    await page.click('text=Go by this plan');
    await expect.poll(() => page.textContent('#chaos-plan + [role="alert"]')).toMatch(/rules\/0\/status must be/u);
    expect((await page.textContent('#chaos-wrong'))?.match(/status must be/gu)).toHaveLength(1);
    expect(await page.getAttribute('#chaos-plan', 'aria-invalid')).toBe('true');
  });

  test('what never arrived looks like no success, and shows no rule that it would have kept', {
    tags: ['night'],
  }, async () => {
    const losses = { reset: '/users/1', silent: '/users/2', empty: '/users/3', garbage: '/users/4' };
    const rules = Object.entries(losses).map(([loss, route]) => ({ route, [loss]: true }));
    await using mock = await startMock({ chaos: { rules } });
    for (const path of Object.values(losses)) {
      // Where nothing comes at all, the client ends it.
      const leaving = new AbortController();
      const lost = expect(fetch(mock.url + path, { signal: leaving.signal })).rejects.toThrow();
      await mock.mock.log.waitFor({ path }, { timeoutMs: 120_000 });
      leaving.abort();
      await lost;
    }
    const { page } = await open(mock);
    await expect.poll(() => rows(page)).toHaveLength(4);
    for (const [i, loss] of Object.keys(losses).reverse().entries()) {
      const row = page.locator('.log button').nth(i);
      expect(await row.locator('.status').getAttribute('class')).not.toContain('s2');
      expect(await row.locator('.status').textContent()).not.toBe('200');
      expect(await row.locator('.rule').count(), loss).toBe(0);
      await row.click();
      await page.waitForSelector('#detail .lost');
      expect(await page.textContent('#detail .lost')).toContain('nothing of the answer arrived');
    }
  });

  test('an answer that a deviation changed says what it breaks', { tags: ['night'] }, async () => {
    const faults = (await allDeviations()).filter(({ id }) => id === 'create-answers-200');
    await using mock = await startMock({ wrap: together(faults) });
    await fetch(`${mock.url}/rest/1/deals/`, { method: 'POST', body: '{"name":"a","price":1}', headers: json });
    const { page } = await open(mock);
    await expect.poll(() => page.textContent('.log .marks')).toBe('breaks: create-answers-200');
    await page.click('.log button');
    await page.waitForSelector('#detail .curl');
    expect(await page.textContent('#detail .facts')).toMatch(/Breakscreate\/status.*on purpose: create-answers-200/su);
  });

  test('breaches of the service behind the mock stand there once, with the requests that met them', {
    tags: ['night'],
  }, async () => {
    const faults = (await allDeviations()).filter(({ id }) => id === 'status-405-without-allow');
    await using behind = await startMock({ wrap: together(faults), control: false });
    await using mock = await startMock({ upstream: { url: behind.url, judge: judgePassed(behind.url) } });
    for (const path of ['/users', '/users', '/users/1']) await fetch(mock.url + path, { method: 'DELETE' });
    await fetch(`${mock.url}/users`);
    const { page } = await open(mock, '#breaches');
    const listed = page.locator('#breaches ul[aria-label="Breaches"] > li');
    await expect.poll(() => listed.count()).toBe(1);
    const text = await listed.textContent();
    for (const due of ['every 405 lists Allow', 'Seen 3 times: DELETE /users 405, DELETE /users/1 405'])
      expect(text).toContain(due);
    await listed.locator('summary').click();
    await expect.poll(() => listed.textContent()).toContain(RULE_TEXTS['status/405-allow']?.why);
    // One that comes meanwhile is counted, and what is read stays open.
    await fetch(`${mock.url}/users/2`, { method: 'DELETE' });
    await expect.poll(() => listed.textContent()).toContain('Seen 4 times');
    await expect.poll(() => listed.textContent()).toContain(RULE_TEXTS['status/405-allow']?.why);
    await page.click('text=Show the requests');
    await expect.poll(() => rows(page)).toEqual(['/users/2', '/users/1', '/users', '/users']);
    await page.fill('#filter', '');
    await page.click('nav >> text=Breaches');
    await page.click('text=Forget all');
    await expect.poll(() => listed.allTextContents()).toEqual(['None was met.']);
  });

  test('of an answer that drips both durations are shown: until its first byte, and until its last', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock({ chaos: { rules: [{ route: '/users', bytesPerSecond: 100_000 }] } });
    const bytes = (await (await fetch(`${mock.url}/users`)).arrayBuffer()).byteLength;
    const { page } = await open(mock);
    const arrived = `${(bytes / 100).toFixed(bytes >= 1000 ? 0 : 1)} ms`;
    await expect.poll(() => page.textContent('.log .when')).toMatch(new RegExp(`\\d ms \\+ ${arrived}$`, 'u'));
    await page.click('.log button');
    await page.waitForSelector('#detail .curl');
    expect(await page.textContent('#detail .facts')).toContain(`in ${arrived}, from the first byte to the last`);
  });

  test('what strangers send is shown as text and runs nothing', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    const planted = `</script><img src=x onerror=alert(1)>"'\u001b[31m\u202e<b>`;
    await fetch(`${mock.url}/users/${encodeURIComponent(planted)}?q=<script>alert(1)</script>`);
    await fetch(`${mock.url}/users`, { headers: { 'x-planted': '<img src=x onerror=alert(2)>' } });
    await fetch(`${mock.url}/rest/1/deals/`, {
      method: 'POST',
      body: JSON.stringify({ name: planted, price: 1 }),
      headers: json,
    });
    await fetch(`${mock.url}/rest/1/deals/`, {
      method: 'POST',
      body: `${planted}\u0000`,
      headers: { 'content-type': 'text/html' },
    });
    const { page, told } = await open(mock);
    await expect.poll(() => page.locator('.log button').count()).toBe(4);
    for (const row of await page.locator('.log button').all()) {
      await row.click();
      await page.waitForSelector('#detail .curl');
    }
    await page.click('nav >> text=State');
    await page.locator('[data-kind="deals"] summary').last().click();
    const text = (await page.textContent('#state')) ?? '';
    expect(text).toContain(String.raw`<img src=x onerror=alert(1)>"'\u{1b}[31m\u{202e}<b>`);
    expect(await page.locator('img, main script, main b:text-is("<b>")').count()).toBe(0);
    expect(await page.evaluate('/[\\u001b\\u202e]/u.test(document.body.textContent)')).toBe(false);
    expect(told).toEqual([]);
  });

  test('no part scrolls sideways, on a phone neither, or breaks a policy', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    await fetch(`${mock.url}/_tenant/acme/users?name=${'x'.repeat(300)}`);
    await fetch(`${mock.url}/_mock/sessions`, { method: 'POST', body: JSON.stringify({ user: 'u'.repeat(200) }) });
    const { page, told } = await open(mock);
    const parts = {
      requests: '.log button',
      state: '[data-kind="deals"] summary',
      sessions: 'tbody td',
      switches: 'fieldset',
      chaos: '.state:not(:empty)',
      deviations: 'details',
      breaches: 'li',
    };
    for (const [part, filled] of Object.entries(parts)) {
      await page.click(`nav a[href="#${part}"]`);
      await page.waitForSelector(`#${part} ${filled}`);
      if (part === 'requests') {
        await page.click('.log button');
        await page.waitForSelector('#detail .curl');
      }
      for (const width of [360, 1200]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate('document.documentElement.scrollWidth'), part).toBeLessThanOrEqual(width);
        expect(told, part).toEqual([]);
      }
    }
  });

  test('under a base path and a tenant’s address it is about that tenant', { tags: ['night'] }, async () => {
    await using mock = await startMock({ basePath: '/api' });
    await fetch(`${mock.url}/_tenant/acme/users`);
    await fetch(`${mock.url}/users/1`);
    const { page, told } = await open(mock, '', 1200, '/_tenant/acme/_mock');
    expect(page.url()).toBe(`${mock.url}/_tenant/acme/_mock/`);
    expect(await page.inputValue('#tenant')).toBe('acme');
    await expect.poll(() => rows(page)).toEqual(['/api/users']);
    await page.selectOption('#tenant', '*');
    expect(await rows(page)).toHaveLength(2);
    expect(told).toEqual([]);
  });

  test('on a phone the tabs show at which end there are more', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    const { page } = await open(mock, '', 360);
    // The first and the last pixels of the row of tabs, between text and the line below.
    const shades = async (): Promise<readonly boolean[]> => {
      const png = (await page.locator('nav').screenshot()).toString('base64');
      return page.evaluate(async (src) => {
        const image = Object.assign(new Image(), { src });
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext('2d');
        pen?.drawImage(image, 0, 0);
        const at = (x: number): string => pen?.getImageData(x, 3, 1, 1).data.join() ?? '';
        const ground = at(Math.floor(image.width / 2));
        return [at(0), at(image.width - 1)].map((end) => end !== ground);
      }, `data:image/png;base64,${png}`);
    };
    expect(await shades()).toEqual([false, true]);
    await page.evaluate(() => document.querySelector('nav')?.scrollTo(1000, 0));
    expect(await shades()).toEqual([true, false]);
    await page.setViewportSize({ width: 1200, height: 800 });
    expect(await shades()).toEqual([false, false]);
  });

  test('on a phone the list gives way to the request, and has the focus again afterwards', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock();
    await fetch(`${mock.url}/users/1`);
    const { page } = await open(mock, '', 360);
    await page.click('.log button');
    await page.waitForSelector('#detail .curl');
    expect(await page.isVisible('.log')).toBe(false);
    expect(await page.evaluate('document.activeElement.id')).toBe('detail-title');
    await page.click('text=Back to the list');
    expect(await page.isVisible('#detail')).toBe(false);
    expect(await page.evaluate('document.activeElement.dataset.ordinal')).toBe('1');
  });

  test.each(inGate(['/_mock/', '/_tenant/acme/_mock/'], 2))(
    'where the control API asks for a token, %s with the token opens all of it',
    async (path) => {
      await using mock = await startMock({ controlToken: 'a-token-of-sixteen-or-more' });
      await fetch(`${mock.url}/users/1`, { headers: { 'x-mock-tenant': path === '/_mock/' ? '' : 'acme' } });
      const { page, told } = await open(mock, '?token=a-token-of-sixteen-or-more', 1200, path);
      expect(page.url()).toBe(`${mock.url}${path}`);
      await expect.poll(() => rows(page)).toEqual(['/users/1']);
      await page.click('nav >> text=State');
      await page.waitForSelector('[data-kind="deals"]');
      expect(told).toEqual([]);
    },
  );

  test('a mock that was started anew is followed, and what the old one was asked is gone', {
    tags: ['night'],
  }, async () => {
    const before = await startMock();
    const { port } = before;
    await fetch(`${before.url}/users/1`);
    const { page } = await open(before);
    await expect.poll(() => rows(page)).toEqual(['/users/1']);
    await before.close();
    await page.waitForSelector('#live.off');
    await using after = await startMock({ port });
    await fetch(`${after.url}/users/2`);
    await page.waitForSelector('#live.on');
    await expect.poll(() => rows(page)).toEqual(['/users/2']);
  });
});

describe('the page', () => {
  test('is small, and asks for nothing from elsewhere', async () => {
    await using mock = await startMock();
    const response = await fetch(`${mock.url}/_mock/`);
    const html = await response.text();
    expect(html.length).toBeLessThan(50_000);
    expect(gzipSync(html).length).toBeLessThan(17_500);
    expect(html).not.toMatch(/(?:src|href)="?(?:https?:)?\/\//u);
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, nonce = 'none'] = /script-src 'nonce-([\w-]+)'/u.exec(policy) ?? [];
    expect(html.split(`nonce="${nonce}"`)).toHaveLength(3);
    expect((await (await fetch(`${mock.url}/_mock/`)).text()).includes(nonce)).toBe(false);
  });
});

describe('colours of the inspector', () => {
  const palettes = palettesOf(STYLE);
  const grounds = ['paper', 'card', 'code'];
  const pairs = ['ink', 'muted', 'link', 'good', 'bad', 'warn', 'move'].flatMap((text) =>
    grounds.map((ground) => [text, ground] as const),
  );
  for (const tone of ['good', 'bad', 'warn', 'move', 'link']) pairs.push([tone, `${tone}-soft`]);
  pairs.push(
    ['ink', 'bad-soft'],
    ['ink', 'link-soft'],
    ['muted', 'link-soft'],
    ['on', 'link'],
    ['on', 'bad'],
    ['paper', 'ink'],
  );

  test('there are two palettes: light and dark', () => expect(palettes).toHaveLength(2));

  test.each(palettes.map((palette, i) => [i, palette] as const))(
    'text and the edges of fields stand out in palette %i (WCAG 2.2 AA)',
    (_, palette) => {
      for (const [text, ground] of pairs)
        expect(contrast(palette[text] ?? '', palette[ground] ?? ''), `${text} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        );
      for (const ground of grounds)
        expect(contrast(palette['edge'] ?? '', palette[ground] ?? ''), `edge on ${ground}`).toBeGreaterThanOrEqual(3);
    },
  );
});
