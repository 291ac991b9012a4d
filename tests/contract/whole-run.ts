import type { Client } from '../../client/client.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { OpenApi } from '../../fixtures/openapi.ts';
import { describeApi } from '../../fixtures/openapi.ts';
import { fileOf } from '../../judge/embedded.ts';
import { createInProcessClient } from '../../judge/in-process.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock, type MockOptions } from '../../mock/index.ts';

/** Every exchange of a run of all suites against a mock, and the description of that mock. */
export interface WholeRun {
  readonly api: OpenApi;
  readonly exchanges: readonly Exchange[];
}

/** Judges a mock in this process and keeps all that was said. */
export async function wholeRun(options: MockOptions, seed: number): Promise<WholeRun> {
  const mock = createMock(options);
  const baseUrl = `http://127.0.0.1:9${mock.options.basePath}`;
  let client: Client | undefined;
  const { summary } = await judgeFile({ seed, runs: 20 }, fileOf(mock.options, baseUrl), (how) => {
    client = createInProcessClient(how, mock.fetch, () => undefined);
    return client;
  });
  if (client === undefined || summary.verdict !== 'conformant') throw new Error(`the run ended ${summary.verdict}`);
  return { api: describeApi(mock.options), exchanges: client.exchanges };
}
