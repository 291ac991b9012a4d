import { type Client, type ClientOptions, createClient } from '../../client/client.ts';
import type { Exchange } from '../../core/http/exchange.ts';
import { describeApi, type OpenApi } from '../../fixtures/openapi.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { createInProcessClient } from '../../proof/in-process.ts';
import { bad } from '../judge/outcomes.ts';

/** Every exchange of a run of all suites against a mock, and the description of that mock. */
export interface WholeRun {
  readonly api: OpenApi;
  readonly exchanges: readonly Exchange[];
}

/** Judges a mock in this process and keeps all that was said. */
export async function wholeRun(options: MockOptions, seed: number): Promise<WholeRun> {
  const mock = createMock(options);
  const address = `http://127.0.0.1:9${mock.options.basePath}`;
  return keepAll(mock, address, seed, (how) => createInProcessClient(how, mock.fetch, () => undefined));
}

/** The same over real sockets. */
export async function wholeRunOverSockets(options: MockOptions, seed: number): Promise<WholeRun> {
  await using started = await startMock(options);
  // Awaited here: the mock is closed when this function returns.
  return await keepAll(started.mock, started.url, seed, createClient);
}

async function keepAll(
  { options }: Mock,
  address: string,
  seed: number,
  open: (how: ClientOptions) => Client,
): Promise<WholeRun> {
  let client: Client | undefined;
  const results = await judgeFile({ seed }, fileOf(options, address), (how) => {
    client = open(how);
    return client;
  });
  const { verdict } = results.summary;
  const told = bad(results);
  if (client === undefined || verdict !== 'conformant' || told.length > 0)
    throw new Error(`the run ended ${verdict}: ${told.join('\n')}`);
  return { api: describeApi(options), exchanges: client.exchanges };
}
