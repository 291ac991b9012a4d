import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import type { HttpRequest } from '../../core/http/exchange.ts';
import { cannedServer } from '../servers.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';

/** The bytes that a probe, or a request by the HTTP client, puts on the wire. */
async function bytesOf(request: Partial<HttpRequest>, how: 'probe' | 'send' = 'probe'): Promise<string> {
  await using server = await cannedServer(OK);
  const client = createClient({ baseUrl: server.url });
  await client[how]({ method: 'GET', address: '/x', ...request });
  await client.close();
  return (server.requests[0] ?? '').replaceAll(String(server.port), 'port');
}

test('a request without Host has all other fields', async () => {
  const text = await bytesOf({ written: { host: 'none' } });
  expect(text).not.toMatch(/^host:/imu);
  expect(text).toMatch(/^accept: application\/json\r$/imu);
});

test('a body in chunks has no length', async () => {
  const text = await bytesOf({ method: 'POST', body: 'abcdé', written: { body: 'chunked' } });
  expect(text).toMatch(/^transfer-encoding: chunked\r$/imu);
  expect(text).not.toMatch(/content-length/iu);
});

/** The body of a probe as it is written, which ends with the last chunk. */
async function chunksOf(body: string, chunks: 'spelling' | 'extras'): Promise<string> {
  let text = '';
  const server = createServer((socket: Socket) => {
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (/\r\n0\S*\r\n(?:\S+: \S+\r\n)?\r\n$/u.test(text)) socket.end(OK);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = createClient({ baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
  await client.probe({ method: 'POST', address: '/x', body, written: { body: 'chunked', chunks } });
  await client.close();
  server.close();
  return text;
}

test('a body in chunks has sizes and a coding in capitals where that is asked for', async () => {
  const text = await chunksOf('x'.repeat(20), 'spelling');
  expect(text).toMatch(/^transfer-encoding: Chunked\r$/mu);
  expect(text).toMatch(/\r\n\r\n00A\r\nx{10}\r\n00A\r\nx{10}\r\n000\r\n\r\n$/u);
});

test('a body in chunks has extensions and a trailer section where those are asked for', async () => {
  const text = await chunksOf('abcd', 'extras');
  const [ext, trailer] = [';assayer="a;b"', 'X-Assayer-Trailer: 1'];
  expect(text.endsWith(`\r\n\r\n2${ext}\r\nab\r\n2${ext}\r\ncd\r\n0${ext}\r\n${trailer}\r\n\r\n`)).toBe(true);
});

test('the options of a connection are written as they are asked for', async () => {
  const text = await bytesOf({ written: { connection: 'TE, Close' }, headers: { te: 'trailers' } });
  expect(text.match(/^(?:connection|te): .*$/gimu)).toEqual(['connection: TE, Close', 'te: trailers']);
});

test.each(['probe', 'send'] as const)('several lines of one field stay apart (%s)', async (how) => {
  const lines = [
    ['accept', 'text/html'],
    ['accept', 'text/plain'],
  ] as const;
  const text = await bytesOf({ headers: { accept: undefined }, lines }, how);
  expect(text.match(/^accept: .*$/gimu)).toEqual(['accept: text/html', 'accept: text/plain']);
});

test.each([
  ['a line break', [['accept', 'a\r\nx: y']]],
  ['a field of framing', [['content-length', '5']]],
] as const)('%s in a line of its own is not sent', async (_, lines) => {
  expect(await bytesOf({ lines })).toBe('');
});
