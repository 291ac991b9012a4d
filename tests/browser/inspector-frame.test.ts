import { readFile } from 'node:fs/promises';
import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { MSW_VERSIONS, type Msw } from '../msw-versions.ts';
import { noChromium } from './chromium.ts';
import { type MockedPage, openMockedPage, type PageService } from './page-face.ts';

/** Shows the inspector as docs/mock-inspector.md says, and waits until it is live. */
async function show({ page }: MockedPage, { url }: PageService): Promise<FrameLocator> {
  await page.evaluate(async (address) => {
    document.querySelector('iframe')?.remove();
    const frame = document.createElement('iframe');
    frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; background: Canvas';
    frame.srcdoc = await (await fetch(`${address}/_mock/`)).text();
    document.body.append(frame);
  }, url);
  const frame = page.frameLocator('iframe');
  await frame.locator('#live.on').waitFor();
  return frame;
}

/** What the browser keeps when this is clicked. */
async function downloadedBy({ page }: MockedPage, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await download.path(), 'utf8');
}

describe.skipIf(noChromium !== undefined).each<Msw>(MSW_VERSIONS)(
  'the inspector of a mock in the page, under %s',
  (msw) => {
    let mocked: MockedPage;
    beforeAll(async () => {
      mocked = await openMockedPage(msw);
    });
    afterAll(() => mocked[Symbol.asyncDispose]());

    const ask = (url: string, method = 'GET'): Promise<unknown> => mocked.ask({ url, method, headers: [], body: null });
    const rows = (frame: FrameLocator): Promise<string[]> => frame.locator('.log .target').allTextContents();

    test('events are followed by fetch', { tags: ['night'] }, async () => {
      await using service = await mocked.open();
      await ask(`${service.url}/users/1`);
      const told = await mocked.page.evaluate(async (url) => {
        const reader = (await fetch(`${url}/_mock/events?after=0`)).body?.getReader();
        let text = '';
        while (!text.includes('event: exchange')) text += new TextDecoder().decode((await reader?.read())?.value);
        await reader?.cancel();
        return text;
      }, service.url);
      expect(told).toContain('"target":"/users/1"');
    });

    test.each(inGate([undefined, 'http://api.test'], 4))(
      'is shown in a frame, live, with all that it switches (service at %s)',
      { tags: ['night'] },
      async (baseUrl) => {
        await using service = await mocked.open({}, baseUrl === undefined ? {} : { baseUrl });
        await ask(`${service.url}/users/1`);
        const frame = await show(mocked, service);
        await expect.poll(() => rows(frame)).toEqual(['/users/1']);
        await ask(`${service.url}/users/none`);
        await expect.poll(() => rows(frame)).toEqual(['/users/none', '/users/1']);

        await frame.locator('.log button').first().click();
        await frame.locator('text=Send again').click();
        await expect.poll(() => rows(frame)).toEqual(['/users/none', '/users/none', '/users/1']);

        await frame.locator('nav >> text=Switches').click();
        await frame.locator('nav >> text=State').click();
        await frame.locator('[data-kind="deals"]').waitFor();
        expect(await frame.locator('[aria-current="page"]').textContent()).toBe('State');
        expect(await mocked.page.evaluate(() => location.hash)).toBe('');
      },
    );

    test('whoever follows events no longer is told no more of them', { tags: ['night'] }, async () => {
      await using service = await mocked.open();
      // Each stream of events has one timer, and nothing else in this page has one of its length.
      await mocked.page.evaluate(() => {
        const { setInterval: set, clearInterval: clear } = window;
        const streams = new Set<unknown>();
        Object.assign(window, {
          streams,
          setInterval: (act: () => void, ms: number) => {
            const timer = set(act, ms);
            if (ms === 15_000) streams.add(timer);
            return timer;
          },
          clearInterval: (timer: number) => {
            streams.delete(timer);
            clear(timer);
          },
        });
      });
      const streams = (): Promise<unknown> => mocked.page.evaluate('streams.size');
      await show(mocked, service);
      expect(await streams()).toBe(1);
      await mocked.page.evaluate(() => document.querySelector('iframe')?.remove());
      await expect.poll(streams).toBe(0);
    });

    test('is not to be had for a service of another origin where that is kept from the page', async () => {
      await using service = await mocked.open({}, { baseUrl: 'http://api.test', cors: 'enforce' });
      expect(await ask(`${service.url}/users/1`)).toMatchObject({ status: 200 });
      expect(await ask(`${service.url}/_mock/`)).toMatchObject({ failed: expect.stringContaining('Failed to fetch') });
    });

    test('gives its files, and leads nowhere', { tags: ['night'] }, async () => {
      await using service = await mocked.open();
      await ask(`${service.url}/users/1`);
      const frame = await show(mocked, service);
      const har = JSON.parse(await downloadedBy(mocked, frame.locator('#log a.button')));
      expect(har.log.entries).toHaveLength(1);

      await frame.locator('nav >> text=Sessions').click();
      await frame.locator('text=Mint and log this browser in').click();
      expect(await downloadedBy(mocked, frame.locator('#sessions a.button'))).toContain('USER_TOKEN');
      await frame.locator('text=login?to=/').click();
      await frame.locator('#toast >> text=No link leads out of this frame').waitFor();
      expect(await frame.locator('nav').count()).toBe(1);
    });
  },
);
