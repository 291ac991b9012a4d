import type { Json } from '../fixtures/json.ts';
import { CONTROL } from './faces/control-address.ts';
import { type StartedMock, type StartOptions, startMock } from './node.ts';
import { TENANT_FIELD } from './state/tenant-address.ts';

/** The part of Playwright's BrowserContext that is used; nothing of Playwright is imported. */
interface Context {
  route(url: (url: URL) => boolean, handler: (route: Route) => Promise<void>): Promise<unknown>;
}

interface Route {
  request(): { headers(): Record<string, string>; response(): Promise<unknown> };
  abort(): Promise<void>;
  continue(options: { headers: Record<string, string> }): Promise<void>;
}

type Use<T> = (value: T) => Promise<void>;

/** The mock as one Playwright test has it. */
export interface PageMock {
  /** Where the pages under test find the service, without a trailing slash. */
  readonly url: string;
  readonly tenant: string;
  readonly mock: StartedMock['mock'];
}

/** A mock that all workers share, as one Playwright test has it. */
export interface SharedPageMock {
  /** Where the pages under test find the service, without a trailing slash. */
  readonly url: string;
  readonly tenant: string;
  /** Asks the control API as this test: `control('POST', '/stubs', { route: '/users/1', status: 500 })`. Throws where it refuses. */
  control(method: string, path: string, body?: Json): Promise<Json | undefined>;
}

/** Fixtures for Playwright's `test.extend`. */
export interface PlaywrightFixtures {
  readonly mockServer: [(given: object, use: Use<StartedMock>) => Promise<void>, { scope: 'worker' }];
  readonly service: (given: { mockServer: StartedMock; context: Context }, use: Use<PageMock>) => Promise<void>;
}

/** The fixture for a mock that all workers share. */
export interface SharedPlaywrightFixtures {
  readonly service: (given: { context: Context }, use: Use<SharedPageMock>) => Promise<void>;
}

let tests = 0;

/**
 * Fixtures for Playwright: `test.extend(mockFixtures({ emptyQuery: 204 }))`. One mock for each worker; each test is a tenant of its
 * own, since what its pages ask of the mock carries the tenant's name. Both end by themselves.
 */
export function mockFixtures(options: StartOptions = {}): PlaywrightFixtures {
  return {
    mockServer: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern.
      async ({}, use) => {
        const started = await startMock(options);
        await use(started);
        await started.close();
      },
      { scope: 'worker' },
    ],
    service: async ({ mockServer, context }, use) => {
      const { url, mock } = mockServer;
      const { tenant, end } = await asTenant(context, url);
      await use({ url, tenant, mock });
      await end();
      mock.tenants.remove(tenant);
    },
  };
}

/**
 * The fixture for a mock that runs already, such as Playwright's `webServer`: `test.extend(sharedMockFixtures(url))`. All workers
 * share it; each test is a tenant of its own, which ends with the test.
 */
export function sharedMockFixtures(url: string): SharedPlaywrightFixtures {
  const base = url.replace(/(?<!\/)\/+$/u, '');
  return {
    service: async ({ context }, use) => {
      const { tenant, end } = await asTenant(context, base);
      await use({ url: base, tenant, control: (method, path, body) => control(base, method, path, body, tenant) });
      await end();
      await control(base, 'DELETE', `/tenants/${tenant}`);
    },
  };
}

/** Longer is not waited for an answer that is under way when its test ends. */
const LONGEST_WAIT_MS = 2000;

/** Gives what the pages of a context ask of the mock a tenant of its own; after `end`, nothing of it reaches the mock any more. */
async function asTenant(context: Context, url: string): Promise<{ readonly tenant: string; end(): Promise<void> }> {
  tests += 1;
  const tenant = `test-${process.pid}-${tests}`;
  const { origin } = new URL(url);
  const underWay = new Set<Promise<unknown>>();
  let isOver = false;
  // Alone what goes to the mock: a field of one's own would make other origins ask beforehand.
  await context.route(
    (asked) => asked.origin === origin,
    async (route) => {
      if (isOver) return route.abort();
      const request = route.request();
      const answered = request.response().catch(() => undefined);
      underWay.add(answered);
      void answered.finally(() => underWay.delete(answered));
      await route.continue({ headers: { ...request.headers(), [TENANT_FIELD]: tenant } });
    },
  );
  return {
    tenant,
    async end() {
      isOver = true;
      const waited = AbortSignal.timeout(LONGEST_WAIT_MS);
      await Promise.race([Promise.all(underWay), new Promise((resolve) => waited.addEventListener('abort', resolve))]);
    },
  };
}

async function control(url: string, method: string, path: string, body?: Json, tenant = ''): Promise<Json | undefined> {
  const answer = await fetch(`${url}${CONTROL}${path}`, {
    method,
    headers: tenant === '' ? {} : { [TENANT_FIELD]: tenant },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the mock answered ${answer.status} to ${method} ${CONTROL}${path}: ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as Json); // what JSON.parse gives
}
