import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';

const MEBIBYTE = 1024 * 1024;

/** A body of so many mebibytes, and how many of them were taken. */
function counted(mebibytes: number): {
  readonly body: ReadableStream<Uint8Array>;
  taken(): number;
  stopped(): boolean;
} {
  let taken = 0;
  let stopped = false;
  const piece = new Uint8Array(MEBIBYTE).fill(0x20);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken === mebibytes) controller.close();
        else controller.enqueue(piece);
        taken += 1;
      },
      cancel() {
        stopped = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken: () => taken, stopped: () => stopped };
}

function put(mock: Mock, path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'PUT', body, headers, duplex: 'half' };
  return mock.fetch(new Request(`http://mock.test/_mock${path}`, init));
}

test.each([
  ['/state', 64, 'assayer mock --seed state.json'],
  ['/snapshots/a', 64, 'assayer mock --seed state.json'],
  ['/stubs', 1, 'one by one with POST /_mock/stubs'],
  ['/chaos', 1, 'send less'],
  ['/deviations', 1, 'send less'],
  ['/state/deals/1', 1, 'send less'],
])('PUT /_mock%s is read no further than %i MiB', async (path, limit, remedy) => {
  const sent = counted(200);
  const answer = await put(createMock(), path, sent.body);
  expect(answer.status).toBe(413);
  const { detail } = await answer.json();
  expect(detail).toContain(`larger than ${limit} MiB`);
  expect(detail).toContain(remedy);
  expect([sent.taken(), sent.stopped()]).toEqual([limit + 1, true]);
});

test('nothing is read of a body that says that it is too large', async () => {
  const sent = counted(100);
  const answer = await put(createMock(), '/state', sent.body, { 'content-length': String(100 * MEBIBYTE) });
  expect([answer.status, sent.taken(), sent.stopped()]).toEqual([413, 0, true]);
});

test('a state just within the bound is taken', { tags: ['night'] }, async () => {
  const mock = createMock();
  const state = '{"users":[{"id":1,"name":"a"}]}'.padEnd(64 * MEBIBYTE);
  expect((await put(mock, '/state', state)).status).toBe(204);
  expect((await mock.fetch(new Request('http://mock.test/users/1'))).status).toBe(200);
});

test('the service answers 413 too where something stands before it', async () => {
  const mock = createMock({ bodyLimit: 1000 });
  mock.wrap((service) => service);
  const init = {
    method: 'POST',
    body: counted(3).body,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  };
  const answer = await mock.fetch(new Request('http://mock.test/rest/1/deals/', init));
  expect(answer.status).toBe(413);
});

/** What a client reads that sends its whole body before it reads anything. */
async function answerTo(port: number, head: string, pieces: readonly Buffer[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.write(`${head}\r\n\r\n`);
  for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain');
  const [answer] = (await once(socket.resume(), 'data')) as [Buffer]; // what the event brings
  socket.destroy();
  return String(answer);
}

const HEAD = 'PUT /_mock/chaos HTTP/1.1\r\nHost: localhost';

test('a client that writes everything before it reads gets the answer, and may go on', async () => {
  await using mock = await startMock();
  const piece = Buffer.alloc(MEBIBYTE, ' ');
  const pieces = Array.from({ length: 20 }, () => piece);
  const answer = await answerTo(mock.port, `${HEAD}\r\nContent-Length: ${20 * MEBIBYTE}`, pieces);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /u);
  expect(answer).toContain('larger than 1 MiB');
  expect(answer).toMatch(/connection: keep-alive/iu);
  // This one closes the connection with its answer.
  const closing = `${HEAD}\r\nConnection: close\r\nContent-Length: ${20 * MEBIBYTE}`;
  expect(await answerTo(mock.port, closing, pieces)).toMatch(/^HTTP\/1\.1 413 /u);
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]);
  const chunks = [...Array.from({ length: 20 }, () => chunk), Buffer.from('0\r\n\r\n')];
  expect(await answerTo(mock.port, `${HEAD}\r\nTransfer-Encoding: chunked`, chunks)).toMatch(/^HTTP\/1\.1 413 /u);
});

test.each([
  [2 * MEBIBYTE, /^HTTP\/1\.1 413 /u],
  [20, /^HTTP\/1\.1 100 Continue\r\n\r\n$/u],
])('a client that waits to be asked for %i bytes is answered at once', async (length, expected) => {
  await using mock = await startMock();
  const socket = connect(mock.port, '127.0.0.1');
  socket.write(`${HEAD}\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer]; // what the event brings
  expect(String(answer)).toMatch(expected);
  if (length === 20) {
    socket.write('{"seed":1,"rules":7}');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 400 /u);
  }
  socket.destroy();
});

test('a record that is wrong is refused without writing out the whole state', async () => {
  const deals = Array.from({ length: 2000 }, (_, i) => ({ id: i, name: `deal ${i}` }));
  const mock = createMock({ seed: { deals } });
  const deep = `{"x":${'['.repeat(100)}${']'.repeat(100)}}`;
  using read = vi.spyOn(JSON, 'parse');
  const answer = await put(mock, '/state/deals/1', deep);
  expect(answer.status).toBe(400);
  expect((await answer.json()).errors[0].pointer).toMatch(/^\/x\/0/u);
  expect(read).toHaveBeenCalled();
  expect(read.mock.calls.every(([text]) => text.length < 2000)).toBe(true);
});
