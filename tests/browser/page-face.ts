import type { Page } from 'playwright-core';
import type { MockOptions } from '../../mock/index.ts';
import type { MswOptions } from '../../mock/msw.ts';
import type { Face, Service } from '../mock/faces.ts';
import { CANNOT } from '../mock/transports.ts';
import { bundlePage, type Msw } from './bundle.ts';
import { startChromium } from './chromium.ts';
import type { Change, PageAnswer, PageAsk } from './page/mocked.ts';
import { serveSite } from './site.ts';

/** A mock in the page. */
export interface PageService extends Service {
  /** Begins again with the seed. */
  reset(): Promise<void>;
}

/** A page in which mocks can be opened. */
export interface MockedPage extends AsyncDisposable {
  readonly page: Page;
  /** The page's origin. */
  readonly origin: string;
  open(options?: MockOptions, msw?: MswOptions, change?: Change): Promise<PageService>;
  ask(ask: PageAsk): Promise<PageAnswer>;
}

/** Builds the page, serves it, and loads it in a browser of its own. */
export async function openMockedPage(msw: Msw): Promise<MockedPage> {
  const site = await serveSite(await bundlePage(msw));
  const browser = await startChromium();
  const context = await browser.newContext();
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('response', (response) => response.ok() || failures.push(`${response.url()}: ${response.status()}`));
  await page.goto(`${site.url}/`);
  await page
    .waitForFunction(() => window.mocked !== undefined, undefined, { timeout: 120_000 })
    .catch((cause: unknown) => {
      throw new Error(`the page did not start: ${failures.join('; ')}`, { cause });
    });
  const ask = (sent: PageAsk): Promise<PageAnswer> => page.evaluate((a) => window.mocked.ask(a), sent);
  const openIds: string[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const open = async (options: MockOptions = {}, place: MswOptions = {}, change: Change = {}): Promise<PageService> => {
    const url = place.baseUrl ?? site.url + (options.basePath ?? '');
    // As text: what JSON cannot hold could not reach the page in any case.
    const given = JSON.stringify([options, { ...place, baseUrl: url }, change]);
    const id = await page.evaluate((text) => {
      const [o, m, c] = JSON.parse(text);
      return window.mocked.open(o, m, c);
    }, given);
    openIds.push(id);
    return {
      url,
      reset: () => page.evaluate((i) => window.mocked.reset(i), id),
      async fetch(request) {
        if (openIds.at(-1) !== id)
          throw new Error('another mock was opened since: one origin is one service to a page');
        // One after the other, because the page's cookies are those of one request.
        const answer = last.then(async () =>
          withCookies(page, site.url, request, async () => ask(await askOf(request))),
        );
        last = answer.catch(() => {});
        return responseOf(await answer);
      },
      async [Symbol.asyncDispose]() {
        openIds.splice(openIds.indexOf(id), 1);
        await page.evaluate((i) => window.mocked.close(i), id);
      },
    };
  };
  return {
    page,
    origin: site.url,
    open,
    ask,
    async [Symbol.asyncDispose]() {
      await context.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** The face of a page that `opened` gives. */
export function pageFace(name: string, opened: () => MockedPage): Face {
  return { name, cannot: CANNOT.page, open: (options) => opened().open(options) };
}

const UNSENT = /^(?:origin|access-control-request-.*|host|connection|content-length|date|te|via|upgrade|sec-.*)$/u;

async function askOf(request: Request): Promise<PageAsk> {
  // Loud, because the page would leave the field out without a word and the test would prove something else.
  const unsent = [...request.headers.keys()].filter((name) => UNSENT.test(name));
  if (unsent.length > 0) throw new Error(`a page cannot set ${unsent.join(', ')}: say in the test what it needs`);
  const body = request.body === null ? null : [...new Uint8Array(await request.arrayBuffer())];
  const headers = [...request.headers].filter(([name]) => name !== 'cookie');
  return { url: request.url, method: request.method, headers, body };
}

/** A page cannot set the Cookie field either, but it has cookies: those of the field, while the request lasts. */
async function withCookies<T>(page: Page, url: string, request: Request, act: () => Promise<T>): Promise<T> {
  const field = request.headers.get('cookie');
  if (field === null) return act();
  await page.evaluate((pairs) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store takes no broken pairs, and those are what is tested
    for (const pair of pairs) document.cookie = `${pair}; path=/`;
  }, field.split(';'));
  try {
    return await act();
  } finally {
    await page.context().clearCookies({ domain: new URL(url).hostname });
  }
}

function responseOf({ status, statusText, headers, body, failed }: PageAnswer): Response {
  if (failed !== undefined) throw new TypeError(failed);
  const init = { status, statusText, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  return new Response(body.length === 0 ? null : Uint8Array.from(body), init);
}
