import { type StartedMock, type StartOptions, startMock } from './node.ts';
import { TENANT_FIELD } from './state/tenant-address.ts';

/** The part of Playwright's BrowserContext that is used; nothing of Playwright is imported. */
interface Context {
  route(url: (url: URL) => boolean, handler: (route: Route) => Promise<void>): Promise<unknown>;
}

interface Route {
  request(): { headers(): Record<string, string> };
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

/** Fixtures for Playwright's `test.extend`. */
export interface PlaywrightFixtures {
  readonly mockServer: [(given: object, use: Use<StartedMock>) => Promise<void>, { scope: 'worker' }];
  readonly service: (given: { mockServer: StartedMock; context: Context }, use: Use<PageMock>) => Promise<void>;
}

let tests = 0;

/**
 * Fixtures for Playwright: `test.extend(mockFixtures({ port: 4010 }))`. One mock for each worker; each test is a tenant of its own,
 * since what its pages ask of the mock carries the tenant's name. Both end by themselves.
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
      tests += 1;
      const tenant = `test-${process.pid}-${tests}`;
      const { origin } = new URL(mockServer.url);
      // Alone what goes to the mock: a field of one's own would make other origins ask beforehand.
      await context.route(
        (url) => url.origin === origin,
        (route) => route.continue({ headers: { ...route.request().headers(), [TENANT_FIELD]: tenant } }),
      );
      await use({ url: mockServer.url, tenant, mock: mockServer.mock });
      mockServer.mock.tenants.remove(tenant);
    },
  };
}
