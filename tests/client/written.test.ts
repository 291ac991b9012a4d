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
