import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { bundlePage } from './bundle.ts';
import { leaveChromium, noChromium, startChromium } from './chromium.ts';
import type { PageAnswer } from './page/mocked.ts';
import { type Site, serveSite } from './site.ts';

const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'";

const HTML = `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>The mock in a page that makes no code of texts</title>
<script src="/forbidden.js"></script><script type="module" src="/page.js"></script>`;

// What the page says by itself: what Chromium is told to evaluate from outside is under no policy.
const FORBIDDEN = `window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective + ' ' + event.blockedURI));
try { new Function('')(); } catch (cause) { window.refused = cause.name; }`;

declare global {
  interface Window {
    /** What the page's policy kept from it. */
    violations: string[];
    refused: string;
  }
}

describe.skipIf(noChromium !== undefined)('a page whose policy is script-src ’self’', () => {
  let site: Site;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await serveSite({ ...(await bundlePage('msw')), '/': HTML, '/forbidden.js': FORBIDDEN });
    browser = await startChromium();
    page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => window.mocked !== undefined, undefined, { timeout: 120_000 });
    await page.evaluate(() => window.mocked.open({}, {}, {}));
  });
  afterAll(async () => {
    await leaveChromium();
    await site[Symbol.asyncDispose]();
  });

  const ask = async (method: string, path: string, json?: object): Promise<PageAnswer & { readonly text: string }> => {
    const body = json === undefined ? null : [...new TextEncoder().encode(JSON.stringify(json))];
    const headers: [string, string][] = json === undefined ? [] : [['content-type', 'application/json']];
    const sent = { url: `${site.url}${path}`, method, headers, body };
    const answer = await page.evaluate((asked) => window.mocked.ask(asked), sent);
    return { ...answer, text: new TextDecoder().decode(Uint8Array.from(answer.body)) };
  };

  test('makes no code of texts', async () => {
    expect(await page.evaluate(() => window.refused)).toBe('EvalError');
  });

  test.each(
    inGate(
      [
        ['GET', '/users/1', undefined, 200],
        ['POST', '/rest/1/deals/', { name: 'a', price: 1 }, 201],
        ['POST', '/rest/1/deals/', { name: 'a', price: 'much' }, 400],
        ['POST', '/_mock/sessions', { user: 'ada' }, 201],
        ['POST', '/_mock/sessions', { user: 1 }, 400],
        ['PATCH', '/_mock/switches', { emptyQuery: 204 }, 200],
        ['PATCH', '/_mock/switches', { emptyQuery: 500 }, 400],
        ['POST', '/_mock/clock', { stopAt: '2030-01-01T00:00:00Z' }, 200],
        ['POST', '/_mock/clock', { stopAt: 'soon' }, 400],
        ['PUT', '/_mock/deviations', { active: [] }, 200],
        ['PUT', '/_mock/deviations', { active: 'all' }, 400],
        ['PUT', '/_mock/chaos', { seed: 1, rules: [] }, 200],
        ['PUT', '/_mock/chaos', { rules: [{ status: 200 }] }, 400],
        ['PUT', '/_mock/state', { users: [{ id: 1, name: 'Ada' }] }, 204],
        ['PUT', '/_mock/state', { users: [{ id: 1 }] }, 400],
        ['GET', '/_mock/log.har', undefined, 200],
        ['GET', '/_mock/control.json', undefined, 200],
      ],
      6,
    ),
  )('has the mock in it: %s %s %j is answered %d', async (method, path, json, status) => {
    const { text, ...answer } = await ask(method, path, json);
    expect([answer.status, text]).toEqual([status, expect.any(String)]);
  });

  test('shows no inspector in a frame, whose script would be inline', async () => {
    const shown = await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.srcdoc = await (await fetch('/_mock/')).text();
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      return [frame.contentDocument?.title, frame.contentDocument?.body.classList.contains('ready')];
    });
    expect(shown).toEqual(['assayer mock', false]);
  });

  test('and the policy kept nothing else from it', async () => {
    expect(await page.evaluate(() => window.violations)).toEqual(['script-src eval']);
  });
});
