import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createClient } from '../../client/client.ts';
import { rawServer } from '../servers.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

it('loses no request to a server that drops idle connections after a random while', { tags: ['night'] }, async () => {
  const server = await rawServer((socket) => {
    socket.write(OK);
    setTimeout(() => socket.end(), Math.random() * 4);
  });
  const client = createClient({ baseUrl: server.url });
  const worker = async (n: number): Promise<void> => {
    for (let round = 0; round < 60; round += 1) {
      const method = (round + n) % 4 === 0 ? 'POST' : 'GET';
      const exchange = await client.send({ method, address: `/${n}/${round}` });
      expect(exchange.failure).toBeUndefined();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => worker(n)));
  expect(client.exchanges).toHaveLength(480);
  await client.close();
  await server.close();
});

it('never mixes up answers, whatever is sent at the same time', async () => {
  const server = createServer((request, response) => {
    const bare = request.method === 'DELETE' || request.url?.startsWith('/bare');
    response.writeHead(bare ? 204 : 200, { 'x-for': request.url ?? '' });
    setTimeout(() => response.end(bare ? undefined : request.url), Math.random() * 3);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}` });
  let number = 0;
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
    bare: fc.boolean(),
    probe: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
      const sent = requests.map(async ({ method, bare, probe }) => {
        const address = `/${bare ? 'bare' : 'full'}/${++number}`;
        const { response, failure } = await client[probe ? 'probe' : 'send']({ method, address });
        expect(failure).toBeUndefined();
        expect(response?.headers).toContainEqual(['x-for', address]);
        const empty = bare || method === 'DELETE' || method === 'HEAD';
        expect(Buffer.from(response?.body ?? []).toString()).toBe(empty ? '' : address);
      });
      await Promise.all(sent);
    }),
    { numRuns: 60 },
  );
  await client.close();
  server.closeAllConnections();
  server.close();
});

it('leaves nothing open behind', async () => {
  const server = await rawServer((socket, text) => text.startsWith('GET /hang') || socket.write(OK));
  const client = createClient({ baseUrl: server.url });
  await Promise.all(['/a', '/b', '/c'].map((address) => client.send({ method: 'GET', address })));
  const hanging = client.send({ method: 'GET', address: '/hang' });
  const probing = client.probe({ method: 'GET', address: '/hang' });
  await client.close();
  expect((await hanging).failure?.kind).toBe('aborted');
  expect((await probing).failure?.kind).toBe('aborted');
  await expect.poll(server.open).toBe(0);
  await server.close();
});
