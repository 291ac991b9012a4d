import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MSW_VERSIONS } from '../msw-versions.ts';
import { noChromium } from './chromium.ts';
import type { PageAnswer, PageAsk } from './page/mocked.ts';
import { type MockedPage, openMockedPage } from './page-face.ts';

const API = 'http://api.example:4010';
const bytesOf = (value: object): number[] => [...new TextEncoder().encode(JSON.stringify(value))];

describe.skipIf(noChromium !== undefined).each(MSW_VERSIONS)(
  `the handlers in a page, %s (${noChromium ?? 'Chromium'})`,
  (msw) => {
    let mocked: MockedPage;
    const warnings: string[] = [];

    beforeAll(async () => {
      mocked = await openMockedPage(msw);
      mocked.page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
    });
    afterEach(async () => {
      warnings.length = 0;
      await mocked.page.context().clearCookies();
    });
    afterAll(() => mocked[Symbol.asyncDispose]());

    const get = (url: string, given: Partial<PageAsk> = {}): Promise<PageAnswer> =>
      mocked.ask({ url, method: 'GET', headers: [], body: null, ...given });
    const titleInFrame = (src: string): Promise<string | undefined> =>
      mocked.page.evaluate(async (address) => {
        const frame = document.createElement('iframe');
        frame.src = address;
        document.body.append(frame);
        await new Promise((resolve) => frame.addEventListener('load', resolve));
        const title = frame.contentDocument?.title;
        frame.remove();
        return title;
      }, src);
    const field = ({ headers }: PageAnswer, name: string): string | undefined => new Map(headers).get(name);

    test('an address that is not the service’s goes where it went', { tags: ['night'] }, async () => {
      await using service = await mocked.open();
      expect((await get(`${service.url}/page.js`)).status).toBe(200);
      expect((await get(`${service.url}/usersettings`)).status).toBe(404);
      expect(field(await get(`${service.url}/usersettings`), 'content-type')).toBeUndefined();
    });

    test('the page itself is loaded again, whatever the service has at its root', { tags: ['night'] }, async () => {
      await using service = await mocked.open();
      expect((await get(`${service.url}/`)).status).toBe(401);
      expect(await titleInFrame('/?framed')).toBe('The mock in a page');
    });

    test('a page that holds the mock can begin again', { tags: ['night'] }, async () => {
      await using service = await mocked.open();
      const deals = `${service.url}/rest/1/deals/1`;
      expect((await get(deals, { method: 'DELETE' })).status).toBe(204);
      expect((await get(deals)).status).toBe(404);
      await service.reset();
      expect((await get(deals)).status).toBe(200);
    });

    test('a reset connection is a failed fetch, and the console says why', { tags: ['night'] }, async () => {
      await using service = await mocked.open({}, {}, { reset: true });
      expect(await get(`${service.url}/users`)).toMatchObject({ failed: 'TypeError: Failed to fetch' });
      expect(warnings).toEqual([`assayer mock: GET ${service.url}/users: connection reset`]);
    });

    test('a mocked Set-Cookie makes a session, HttpOnly or not, and is sent where credentials are', {
      tags: ['night'],
    }, async () => {
      const cookie = 'USER_TOKEN=a%20b; Path=/; HttpOnly';
      await using service = await mocked.open({}, { baseUrl: API }, { add: { 'set-cookie': cookie } });
      const root = async (credentials: RequestCredentials): Promise<number> =>
        (await get(`${service.url}/`, { init: { credentials } })).status;
      expect(await root('same-origin')).toBe(401);
      expect(await root('include')).toBe(401); // the one before kept no cookie, because it took none
      expect(await root('include')).toBe(200);
      expect(await root('same-origin')).toBe(401);
      expect(await root('omit')).toBe(401);
      expect(await mocked.page.evaluate('document.cookie')).toBe('');
      expect(warnings).toEqual([]);
    });

    test('a cookie that a browser refuses is told and left out', { tags: ['night'] }, async () => {
      const cookie = 'USER_TOKEN=x; Path=/; SameSite=None; Secure';
      await using service = await mocked.open(
        {},
        { baseUrl: 'http://api2.example' },
        { add: { 'set-cookie': cookie } },
      );
      for (let i = 0; i < 2; i += 1)
        expect((await get(`${service.url}/`, { init: { credentials: 'include' } })).status).toBe(401);
      expect(warnings).toEqual([expect.stringContaining(`refused the cookie "${cookie}": Cookie is Secure but`)]);
    });

    test('across origins that the mock allows nothing is said', { tags: ['night'] }, async () => {
      await using service = await mocked.open({}, { baseUrl: API });
      const headers = [['content-type', 'application/json']] as const;
      const created = await get(`${service.url}/rest/1/deals/`, {
        method: 'POST',
        headers,
        body: bytesOf({ name: 'n', price: 1 }),
      });
      expect(created.status).toBe(201);
      expect(field(created, 'access-control-allow-origin')).toBe(mocked.origin);
      expect(field(created, 'x-mock-cors')).toBeUndefined();
      expect(warnings).toEqual([]);
    });

    test('an answer that a browser would block is told, once on the console and in a field', async () => {
      await using service = await mocked.open({}, { baseUrl: API }, { drop: ['access-control-allow-origin'] });
      const ask = {
        method: 'PUT',
        headers: [['content-type', 'application/json']],
        body: bytesOf({}),
      } as const;
      const [first] = [
        await get(`${service.url}/rest/1/deals/1/unhold`, ask),
        await get(`${service.url}/rest/1/deals/1/unhold`, ask),
      ];
      expect(first.status).toBe(204);
      const reason = `the answer has no Access-Control-Allow-Origin; it should be ${mocked.origin}`;
      expect(field(first, 'x-mock-cors')).toBe(`blocked: ${reason}`);
      expect(warnings).toEqual([
        `assayer mock: PUT ${API}/rest/1/deals/1/unhold from a page of ${mocked.origin}: a browser would have blocked the answer ` +
          `(it asks beforehand, because of the method PUT, the field content-type): ${reason}`,
      ]);
    });

    test('fields that a browser would hide are told', async () => {
      await using service = await mocked.open({}, { baseUrl: API }, { add: { 'x-own': '1' } });
      expect(field(await get(`${service.url}/users/1`), 'x-own')).toBe('1');
      expect(warnings).toEqual([expect.stringMatching(/hidden x-own; Access-Control-Expose-Headers has to name/u)]);
    });

    test('no-cors is told too', async () => {
      await using service = await mocked.open({}, { baseUrl: API });
      await get(`${service.url}/users/1`, { init: { mode: 'no-cors' } });
      expect(warnings).toEqual([expect.stringContaining("it was sent with mode 'no-cors'")]);
    });

    test('enforced, what a browser would keep from the page is kept from it', async () => {
      await using hidden = await mocked.open({}, { baseUrl: API, cors: 'enforce' }, { add: { 'x-own': '1' } });
      const user = await get(`${hidden.url}/users/1`);
      expect([user.status, field(user, 'x-own'), field(user, 'date')]).toEqual([200, undefined, undefined]);
      expect(field(user, 'etag')).toMatch(/^"/u);
      await using blocked = await mocked.open(
        {},
        { baseUrl: API, cors: 'enforce' },
        { drop: ['access-control-allow-origin'] },
      );
      expect((await get(`${blocked.url}/users/1`)).failed).toBe('TypeError: Failed to fetch');
    });
  },
);
