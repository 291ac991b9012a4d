import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createClient } from '../../client/client.ts';
import { inGate } from '../in-gate.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** Serves so many connections at a time, each until it is closed; the others wait, as with a server of so few threads. */
async function fewThreads(most: number): Promise<{ url: string; opened: () => number; close: () => Promise<void> }> {
  const queue: Socket[] = [];
  const open = new Set<Socket>();
  let served = 0;
  let opened = 0;
  const next = (): void => {
    const socket = served < most ? queue.shift() : undefined;
    if (socket === undefined) return;
    served += 1;
    socket.on('data', (data) => data.toString().endsWith('\r\n\r\n') && socket.write(OK));
    socket.on('close', () => {
      served -= 1;
      next();
    });
    socket.resume();
  };
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    opened += 1;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    queue.push(socket);
    next();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    opened: () => opened,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it.each(inGate([1, 2, 3], 3))('reaches a server that serves %i connections at a time, side by side', async (most) => {
  const server = await fewThreads(most);
  const client = createClient({ baseUrl: server.url });
  const worker = async (n: number): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await client.send({ method: 'GET', address: `/${n}/${round}` });
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => worker(n)));
  await client.probe({ method: 'GET', address: '/alone' });
  expect(client.exchanges.flatMap(({ failure }) => failure ?? [])).toEqual([]);
  expect(client.exchanges).toHaveLength(161);
  await client.close();
  await server.close();
});

it('keeps connections to a server that has room for all of them', async () => {
  const server = await fewThreads(8);
  const client = createClient({ baseUrl: server.url });
  const worker = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await client.send({ method: 'GET', address: '/' });
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(server.opened()).toBe(8);
  await client.close();
  await server.close();
});
