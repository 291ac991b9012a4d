import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { cannedServer } from '../servers.ts';

const REQUEST = { method: 'POST', address: '/x', body: '{"a":1}', written: { expect: '100-continue' } } as const;

/** Probes a server of node:http that is told of an expectation before it reads the body. */
async function probed(checkContinue: RequestListener) {
  const server = createServer().on('checkContinue', checkContinue).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an address with a port.
  const client = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const exchange = await client.probe(REQUEST);
  await client.close();
  server.closeAllConnections();
  server.close();
  return exchange;
}

test('the body comes after 100', async () => {
  const got: string[] = [];
  const { response, wire } = await probed((incoming, outgoing) => {
    incoming.on('data', (chunk) => got.push(String(chunk)));
    incoming.on('end', () => outgoing.writeHead(201).end());
    setTimeout(() => {
      got.push('100');
      outgoing.writeContinue();
    }, 100);
  });
  expect(got).toEqual(['100', '{"a":1}']);
  expect([response?.status, wire?.interim]).toEqual([201, [100]]);
});

test('no body comes after a refusal', async () => {
  const got: string[] = [];
  const { response } = await probed((incoming, outgoing) => {
    incoming.on('data', (chunk) => got.push(String(chunk)));
    outgoing.writeHead(417, { connection: 'close' }).end();
  });
  expect([response?.status, got]).toEqual([417, []]);
});

test('the body comes to a server that knows no expectation', async () => {
  const got: string[] = [];
  const { response } = await probed((incoming, outgoing) => {
    incoming.on('data', (chunk) => got.push(String(chunk)));
    incoming.on('end', () => outgoing.writeHead(200).end());
  });
  expect([response?.status, got]).toEqual([200, ['{"a":1}']]);
});

test.each([
  [{ ...REQUEST, written: { version: '1.0' } } as const, /^POST \/x HTTP\/1\.0\r\n/u],
  [{ method: 'GET', address: '/x', written: { expect: '100-continue' } } as const, /^(?!.*expect)/isu],
])('how the request is written: %o', async (request, due) => {
  await using server = await cannedServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
  const client = createClient({ baseUrl: server.url });
  await client.probe(request);
  await client.close();
  expect(server.requests[0]).toMatch(due);
});
