import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';

interface Limited extends AsyncDisposable {
  readonly url: string;
  readonly statuses: readonly number[];
}

/** A server whose answers are decided by when requests come. */
async function limited(decide: (method: string, path: string) => number): Promise<Limited> {
  const statuses: number[] = [];
  const server: Server = createServer((request, response) => {
    const status = decide(request.method ?? '', request.url ?? '');
    statuses.push(status);
    response.writeHead(status, { 'content-length': '0' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    statuses,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** As nginx's limit_req: a bucket that holds so many, and loses so many each second. */
function bucket(size: number, perSecond: number, status: number): () => number {
  let held = 0;
  let at = performance.now();
  return () => {
    held = Math.max(0, held - ((performance.now() - at) / 1000) * perSecond);
    at = performance.now();
    if (held + 1 > size) return status;
    held += 1;
    return 200;
  };
}

test.concurrent.each([503, 429])(
  'a limit that refuses with %i and says no more is kept after a while',
  async (status) => {
    await using server = await limited(bucket(20, 100, status));
    const client = createClient({ baseUrl: server.url });
    const atOnce = pLimit(8);
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, i) =>
        atOnce(() => client.send({ method: i < 60 || i % 3 > 0 ? 'GET' : 'POST', address: `/${i}` })),
      ),
    );
    await client.close();
    expect(answers.filter(({ response }) => response?.status !== 200)).toEqual([]);
    // After the first ones it sends at a pace that is let pass.
    expect(server.statuses.filter((one) => one === status).length).toBeGreaterThan(0);
    expect(server.statuses.slice(-50).filter((one) => one === status).length).toBeLessThan(10);
  },
);

test.concurrent.each(['POST', 'PUT', 'DELETE'])(
  'a %s that is refused so is not sent again where no limit was met: it may have done something',
  async (method) => {
    await using server = await limited(() => 503);
    const client = createClient({ baseUrl: server.url });
    const { response } = await client.send({ method, address: '/', json: {} });
    await client.close();
    expect(response?.status).toBe(503);
    expect(server.statuses).toEqual([503]);
  },
);

test.concurrent('a component that is off is waited for a few times alone, and slows nothing else', async () => {
  await using server = await limited((_, path) => (path === '/off' ? 503 : 200));
  const client = createClient({ baseUrl: server.url });
  for (let i = 0; i < 8; i += 1) {
    await client.send({ method: 'GET', address: '/off' });
    await client.send({ method: 'GET', address: '/on' });
  }
  await client.close();
  expect(server.statuses.filter((one) => one === 503)).toHaveLength(8 + 5);
  expect(server.statuses.filter((one) => one === 200)).toHaveLength(8);
});
