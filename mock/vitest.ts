import { test as base, type TestAPI } from 'vitest';
import type { LogQueries } from './log-query.ts';
import { type StartedMock, type StartOptions, startMock } from './node.ts';
import type { StubAnswer } from './stubs/stub.ts';

/** A mock as one test has it: a tenant of its own on a mock that others use as well. */
export interface TestMock {
  /** Where the service is for this test, without a trailing slash. */
  readonly url: string;
  readonly tenant: string;
  /** What this test asked. */
  readonly log: LogQueries;
  /** Answers a route in place of the service, for this test. */
  stub(route: string, answer: StubAnswer): () => void;
  /** Begins again with the seed. */
  reset(): void;
}

/** What a test of `mockTest` is given. */
export interface MockFixtures {
  readonly service: TestMock;
}

let tests = 0;

/**
 * Vitest's `test` with a mock: one on a port of its own for each worker, and in it a tenant for each test, so that tests side by
 * side see nothing of each other. Both end by themselves.
 */
export function mockTest(options: StartOptions = {}): TestAPI<MockFixtures> {
  const test = base.extend<MockFixtures & { $mock: StartedMock }>({
    $mock: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its pattern.
      async ({}, use) => {
        const mock = await startMock(options);
        await use(mock);
        await mock.close();
      },
      { scope: 'worker' },
    ],
    service: async ({ $mock }, use) => {
      tests += 1;
      const tenant = `test-${tests}`;
      await use(ofTenant($mock, tenant));
      $mock.mock.tenants.remove(tenant);
    },
  });
  return test as unknown as TestAPI<MockFixtures>; // the mock itself is not for tests: it has everybody's state
}

function ofTenant({ url, mock }: StartedMock, tenant: string): TestMock {
  const { log } = mock;
  return {
    url: `${url}/_tenant/${tenant}`,
    tenant,
    log: {
      where: (filter) => log.where({ ...filter, tenant }),
      waitFor: (filter, waiting) => log.waitFor({ ...filter, tenant }, waiting),
      expectNone: (filter) => log.expectNone({ ...filter, tenant }),
    },
    stub: (route, answer) => mock.stub(route, answer, tenant),
    reset: () => mock.reset(tenant),
  };
}
