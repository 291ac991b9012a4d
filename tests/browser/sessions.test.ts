import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StartedMock, startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';
import { send } from '../mock/faces.ts';
import { MSW_VERSIONS } from '../msw-versions.ts';
import { leaveChromium, noChromium, startChromium } from './chromium.ts';
import { openMockedPage } from './page-face.ts';
import { type Site, serveSite } from './site.ts';

const EMPTY_PAGE = { '/': '<!doctype html><html lang="en"><title>An app</title><h1>An app</h1>' };

describe.skipIf(noChromium !== undefined)(`Chromium${noChromium === undefined ? '' : ` (${noChromium})`}`, () => {
  // One page for all tests that need no other browser: a new one takes longer than most of them.
  let page: Page;
  let app: Site;
  beforeAll(async () => {
    page = await (await startChromium()).newPage();
    app = await serveSite(EMPTY_PAGE);
  });
  afterAll(async () => {
    await leaveChromium();
    await app[Symbol.asyncDispose]();
  });

  /** Opens an address in the page, without any cookies. */
  async function open(address: string): Promise<void> {
    await page.context().clearCookies();
    await page.goto(address);
  }
  const named = (url: string, host: string): string => url.replace(/\/\/[^:]+/u, `//${host}`);

  describe('a session across ports on localhost', () => {
    test('is minted by the page itself, sent with credentials alone, and over when it is revoked', {
      tags: ['night'],
    }, async () => {
      await using mock = await startMock({ controlOrigins: [app.url] });
      const url = named(mock.url, 'localhost');
      await open(app.url);
      expect(await status(page, `${url}/`)).toBe(401);
      const { id, value } = await mintIn(page, url, {});
      expect(await status(page, `${url}/`)).toBe(200);
      expect(await status(page, `${url}/`, { credentials: 'omit' })).toBe(401);
      expect(await page.evaluate(() => document.cookie)).not.toContain(value);
      expect(await status(page, `${url}/_mock/sessions/${id}`, { method: 'DELETE' })).toBe(204);
      expect(await status(page, `${url}/`)).toBe(401);
    });

    test('is had by the login link, and lost by the logout link', { tags: ['night'] }, async () => {
      await using mock = await startMock();
      const url = named(mock.url, 'localhost');
      await open(app.url);
      await followLink(page, `${url}/_mock/login?user=ada&to=${encodeURIComponent(`${app.url}/?back`)}`);
      expect(page.url()).toBe(`${app.url}/?back`);
      expect(await status(page, `${url}/`)).toBe(200);
      await followLink(page, `${url}/_mock/logout?to=${encodeURIComponent(`${app.url}/?out`)}`);
      expect(page.url()).toBe(`${app.url}/?out`);
      expect(await page.context().cookies()).toEqual([]);
      expect(await status(page, `${url}/`)).toBe(401);
    });

    test('is a tenant’s, below its prefix', { tags: ['night'] }, async () => {
      await using mock = await startMock({ basePath: '/api', controlOrigins: [app.url], session: 'validated' });
      const url = `${named(mock.url, 'localhost')}/_tenant/acme`;
      await open(app.url);
      await mintIn(page, url, { lifeSeconds: 600 });
      expect(await status(page, `${url}/`)).toBe(200);
      expect(await status(page, `${named(mock.url, 'localhost')}/`)).toBe(401);
    });
  });

  test('across sites a cookie is kept and sent where it was minted for that', { tags: ['night'] }, async () => {
    const origin = named(app.url, '127.0.0.1');
    await using mock = await startMock({ controlOrigins: [origin] });
    const url = named(mock.url, 'localhost');
    await using taking = await takesThirdPartyCookies();
    const page = await taking.context.newPage();
    await page.goto(origin);
    await mintIn(page, url, {});
    expect(await status(page, `${url}/`)).toBe(401);
    await mintIn(page, url, { crossSite: true });
    expect(await status(page, `${url}/`)).toBe(200);
    expect(await status(page, `${url}/_mock/logout`, { method: 'POST' })).toBe(204);
    expect(await taking.context.cookies()).toEqual([]);
    expect(await status(page, `${url}/`)).toBe(401);
  });

  test.each(MSW_VERSIONS)(
    'under %s a page mints, is let in, and is not any more once it is revoked',
    { tags: ['night'] },
    async (msw) => {
      await using mocked = await openMockedPage(msw);
      await using service = await mocked.open({ session: 'validated' });
      const root = async (): Promise<number> => (await send(service, 'GET', '/')).status;
      expect(await root()).toBe(401);
      const minted = await send(service, 'POST', '/_mock/sessions', { json: { user: 'ada' } });
      expect(minted.status).toBe(201);
      expect(await root()).toBe(200);
      const { id } = await minted.json();
      expect((await send(service, 'DELETE', `/_mock/sessions/${id}`)).status).toBe(204);
      expect(await root()).toBe(401);
    },
  );

  describe.each(inGate(['127.0.0.1', 'localhost'], 2))('a page at %s that was not allowed', (host) => {
    beforeAll(() => open(named(app.url, host)));

    test.each<[string, string, PlainInit]>([
      ['a simple POST', '/_mock/sessions', { method: 'POST', body: '{}' }],
      ['a POST that shows nothing', '/_mock/sessions', { method: 'POST', body: '{}', mode: 'no-cors' }],
      ['a GET that shows nothing', '/_mock/login', { mode: 'no-cors' }],
      ['a GET', '/_mock/sessions', {}],
      ['a change that is asked beforehand', '/_mock/switches', { method: 'PATCH', body: '{"emptyQuery":204}' }],
    ])('cannot drive the mock by %s', async (_how, path, init) => {
      await using mock = await startMock();
      // 403 where the page may read why, 0 where it is shown nothing (no-cors): what counts is what it did.
      expect([0, 403]).toContain(await status(page, `${named(mock.url, 'localhost')}${path}`, init));
      expect(unchanged(mock)).toBe(true);
    });

    test('cannot drive it by a form or a frame either, and can read nothing', async () => {
      await using mock = await startMock();
      const url = named(mock.url, 'localhost');
      expect(await frame(page, `${url}/_mock/login`)).toBe(403);
      expect(await submitForm(page, `${url}/_mock/sessions`)).toBe(403);
      expect(unchanged(mock)).toBe(true);
    });
  });

  test('the token is taken from the page’s address, kept from scripts, and sent by its own page alone', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock({ controlToken: 'open-sesame' });
    const url = named(mock.url, 'localhost');
    await open(`${url}/_mock/?token=open-sesame`);
    expect(page.url()).toBe(`${url}/_mock/`);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await status(page, `${url}/_mock/sessions`)).toBe(200);
    await page.goto(named(app.url, '127.0.0.1'));
    await status(page, `${url}/_mock/sessions`, { method: 'POST', mode: 'no-cors' });
    expect(unchanged(mock)).toBe(true);
  });
});

/** By default Chromium keeps no cookies of other sites, however they were minted; its user may choose otherwise. */
async function takesThirdPartyCookies(): Promise<AsyncDisposable & { readonly context: BrowserContext }> {
  const profile = await mkdtemp(join(tmpdir(), 'assayer-profile-'));
  await mkdir(join(profile, 'Default'));
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet];
  const context = await chromium.launchPersistentContext(profile, { executablePath, args });
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true });
    },
  };
}

function unchanged({ mock }: StartedMock): boolean {
  return mock.options.emptyQuery === 200 && mock.tenants.of('').sessions.list().length === 0;
}

/** What goes into a page: a stream could not. */
interface PlainInit extends Omit<RequestInit, 'body' | 'signal' | 'window'> {
  readonly body?: string;
}

/** What a page's fetch is answered with; 0: the page may not know. */
function status(page: Page, url: string, init: PlainInit = {}): Promise<number> {
  return page.evaluate(
    ([u, i]) =>
      fetch(u, { credentials: 'include', ...i }).then(
        (response) => response.status,
        () => 0,
      ),
    [url, init] as const,
  );
}

function mintIn(page: Page, url: string, wish: object): Promise<{ id: string; value: string }> {
  return page.evaluate(
    async ([u, body]) => (await fetch(`${u}/_mock/sessions`, { method: 'POST', body, credentials: 'include' })).json(),
    [url, JSON.stringify(wish)] as const,
  );
}

async function followLink(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = Object.assign(document.createElement('a'), { href: address, textContent: 'a link', id: 'link' });
    document.body.append(link);
  }, href);
  await Promise.all([page.waitForNavigation(), page.click('#link')]);
}

async function submitForm(page: Page, action: string): Promise<number | undefined> {
  const [response] = await Promise.all([
    page.waitForNavigation(),
    page.evaluate((address) => {
      const form = Object.assign(document.createElement('form'), { action: address, method: 'post' });
      document.body.append(form);
      form.submit();
    }, action),
  ]);
  return response?.status();
}

async function frame(page: Page, src: string): Promise<number> {
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url() === src),
    page.evaluate((address) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: address }));
    }, src),
  ]);
  return response.status();
}
