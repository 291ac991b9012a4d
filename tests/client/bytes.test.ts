import { expect, test } from 'vitest';
import { createShelf, gather } from '../../client/bytes.ts';
import { createClient } from '../../client/client.ts';
import { rawServer } from '../servers.ts';

test('pieces are gathered in order, whatever their size', () => {
  const gathered = gather();
  const pieces = Array.from({ length: 3000 }, (_, i) => Buffer.from(`${i};`));
  for (const piece of pieces) gathered.add(piece);
  expect(gathered.take().equals(Buffer.concat(pieces))).toBe(true);
});

test('equal large bodies are one', () => {
  const shared = createShelf();
  const first = shared(Buffer.alloc(5000, 'a'));
  expect(shared(Buffer.alloc(5000, 'a'))).toBe(first);
  expect(shared(Buffer.alloc(5000, 'b'))).not.toBe(first);
});

test('an interim head without an end is given up at its limit, and the limit is told', async () => {
  await using server = await rawServer((socket) => {
    socket.write('HTTP/1.1 100 Continue\r\n');
    const line = `X-A: ${'a'.repeat(1000)}\r\n`.repeat(16);
    const more = (): void => void (socket.destroyed || socket.write(line, () => setImmediate(more)));
    more();
  });
  const client = createClient({ baseUrl: server.url, timeoutMs: 20_000 });
  const { failure } = await client.send({ method: 'GET', address: '/' });
  await client.close();
  expect(failure).toMatchObject({
    kind: 'too-large',
    message: expect.stringContaining('65536 bytes, which is the limit --max-head'),
  });
});
