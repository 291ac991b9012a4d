import type { Exchange } from '../../core/http/exchange.ts';
import type { Mock } from '../../mock/index.ts';

const ADDRESS = 'http://mock.test';

/** Asks a mock in this process, and keeps what was said. */
export async function ask(
  mock: Mock,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Exchange> {
  const url = ADDRESS + path;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = new Headers({ ...type, ...headers });
  const request = new Request(url, { method, headers: sent, ...(body === undefined ? {} : { body }) });
  const response = await mock.fetch(request);
  return {
    id: `${method} ${path}`,
    request: { method, url, headers: [...sent], body: body === undefined ? null : new TextEncoder().encode(body) },
    response: {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: new Uint8Array(await response.arrayBuffer()),
    },
    timings: { startedAt: 0, firstByte: null, total: 0 },
  };
}
