import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';

const get = { method: 'GET', address: '/' };

interface Busy extends AsyncDisposable {
  readonly url: string;
  /** How many requests of the last round were under way at once, at most. */
  readonly most: () => number;
  readonly forget: () => void;
}

/**
 * A server that refuses what comes beside `room` others, as a proxy with a limit of connections does, and everything at /off. Each
 * answer takes `takesMs`.
 */
async function withRoom(room: number, isTaken = (): boolean => false, takesMs = 10): Promise<Busy> {
  let underWay = 0;
  let most = 0;
  const server = createServer(async ({ url = '' }, response) => {
    if (url === '/off' || underWay >= room || isTaken()) {
      response.writeHead(503, { 'retry-after': '0' }).end();
      return;
    }
    underWay += 1;
    most = Math.max(most, underWay);
    await wait(takesMs);
    underWay -= 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on a host and port
  return {
    url: `http://127.0.0.1:${port}`,
    most: () => most,
    forget: () => {
      most = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a server that serves two or three requests at a time answers all that are sent at once', {
  tags: ['night'],
}, async () => {
  for (const room of [2, 3]) {
    await using server = await withRoom(room);
    const client = createClient({ baseUrl: server.url });
    const all = await Promise.all(Array.from({ length: 150 }, () => client.send(get)));
    expect(all.filter(({ response }) => response?.status !== 200)).toEqual([]);
    await client.close();
  }
});

test('one that is refused alone, for what others take, is asked for no more at a time by that', async () => {
  let asked = 0;
  await using server = await withRoom(2, () => ++asked % 40 === 0);
  const client = createClient({ baseUrl: server.url });
  const all = await Promise.all(Array.from({ length: 150 }, () => client.send(get)));
  expect(all.filter(({ response }) => response?.status !== 200)).toEqual([]);
  await client.close();
});

test('a component that is off, however little is asked at a time, does not slow down the rest', async () => {
  // So long that all are there before the first is answered, on a busy machine too.
  await using server = await withRoom(100, undefined, 300);
  const client = createClient({ baseUrl: server.url });
  const off = { method: 'GET', address: '/off' };
  for (let round = 0; round < 3; round += 1) await Promise.all([off, get, off, get].map((one) => client.send(one)));
  server.forget();
  await Promise.all(Array.from({ length: 20 }, () => client.send(get)));
  expect(server.most()).toBeGreaterThan(10);
  await client.close();
});
