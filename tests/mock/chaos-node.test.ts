import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { ChaosPlan, ChaosRule } from '../../mock/index.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';

interface Met {
  readonly received: string;
  readonly chunks: number;
  /** The error that ended the connection, if one did. */
  readonly error: string | undefined;
}

/** Sends bytes as they are and takes all that comes until the connection ends. */
async function raw({ port }: StartedMock, bytes: string): Promise<Met> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  let chunks = 0;
  let error: string | undefined;
  socket.on('data', (chunk: string) => {
    received += chunk;
    chunks += 1;
  });
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    error = cause.code;
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return { received, chunks, error };
}

const asking = (path: string, connection = 'close'): string =>
  `GET ${path} HTTP/1.1\r\nHost: mock.test\r\nConnection: ${connection}\r\n\r\n`;

describe.each([
  ['bare', {}],
  ['wrapped', { wrap: (inner: typeof fetch) => (asked: Request) => inner(asked) }],
])('over a socket, %s', (_name, options) => {
  const started = (rule: ChaosRule): Promise<StartedMock> =>
    startMock({ ...(options as object), chaos: { rules: [rule] } }); // vitest has widened it

  test('a reset is one on the wire: ECONNRESET and not a byte', async () => {
    await using mock = await started({ reset: true });
    expect(await raw(mock, asking('/users/1'))).toEqual({ received: '', chunks: 0, error: 'ECONNRESET' });
    await expect(request(`${mock.url}/users/1`)).rejects.toMatchObject({ code: 'ECONNRESET' });
    const failed = await fetch(`${mock.url}/users/1`).catch((cause: Error) => cause);
    expect(failed).toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(mock.mock.log.list().map(({ fault }) => fault)).toEqual(['reset-1', 'reset-1', 'reset-1']);
  });

  test('an empty reply is an end without a byte', async () => {
    await using mock = await started({ empty: true });
    expect(await raw(mock, asking('/users/1'))).toMatchObject({ received: '', chunks: 0 });
    await expect(fetch(`${mock.url}/users/1`)).rejects.toThrow(TypeError);
    expect(mock.mock.log.list().map(({ fault }) => fault)).toEqual(['empty-1', 'empty-1']);
  });

  test('garbage is no HTTP', async () => {
    await using mock = await started({ garbage: true });
    const { received } = await raw(mock, asking('/users/1'));
    expect(received).toHaveLength(12);
    expect(received).not.toContain('HTTP');
    await expect(request(`${mock.url}/users/1`)).rejects.toMatchObject({ name: 'HTTPParserError' });
  });

  test('where nothing is ever answered, the client’s own end is the end, and the mock closes anyway', async () => {
    const mock = await started({ route: '/users/1', silent: true });
    const leaving = new AbortController();
    const left = expect(fetch(`${mock.url}/users/1`, { signal: leaving.signal })).rejects.toThrow('I left');
    await mock.mock.log.waitFor({ path: '/users/1' }, { timeoutMs: 120_000 });
    leaving.abort(new Error('I left'));
    await left;
    expect((await fetch(`${mock.url}/users/2`)).status).toBe(200);
    const waiting = fetch(`${mock.url}/users/1`);
    const lost = expect(waiting).rejects.toThrow(TypeError);
    await mock.mock.log.waitFor({ path: '/users/1' }, { atLeast: 2, timeoutMs: 120_000 });
    await mock.close();
    await lost;
  });

  test.each([
    [20, 20],
    [0, 0],
    [0.5, undefined],
  ])('a body that is cut at %d has the length of the whole, and ends without an end', async (truncateAt, due) => {
    await using mock = await started({ route: '/users/1', truncateAt });
    const whole = await (await fetch(`${mock.url}/users/1`, { method: 'HEAD' })).headers.get('content-length');
    const { received } = await raw(mock, asking('/users/1'));
    const [head = '', body] = received.split('\r\n\r\n');
    expect(head.toLowerCase()).toContain(`content-length: ${whole}`);
    expect(head).toContain(`x-mock-fault: cut-${truncateAt}`);
    expect(body).toHaveLength(due ?? Math.floor(Number(whole) / 2));
    const response = await fetch(`${mock.url}/users/1`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    const incoming = await byNodeHttp(`${mock.url}/users/1`);
    await expect(incoming.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(incoming.complete).toBe(false);
  });

  test('a slow body comes whole and in many pieces', async () => {
    await using mock = await started({ route: 'GET /users/1', bytesPerSecond: 2000 });
    const whole = await (await fetch(`${mock.url}/_tenant/a/users/1`)).text();
    const { received, chunks } = await raw(mock, asking('/_tenant/a/users/1'));
    expect(received.slice(received.indexOf('\r\n\r\n') + 4)).toBe(whole);
    expect(chunks).toBeGreaterThan(1);
  });

  test('failFirst: so many fail, with Retry-After and problem details, on the same connection; then all is well', async () => {
    await using mock = await started({ route: 'GET /users/*', failFirst: 2, status: 503, retryAfter: 1 });
    const met: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { statusCode, headers, body } = await request(`${mock.url}/users/1`);
      met.push([statusCode, headers['retry-after'], headers['content-type'], headers['date'] !== undefined]);
      await body.dump();
    }
    const refused = [503, '1', 'application/problem+json', true];
    expect(met).toEqual([refused, refused, [200, undefined, 'application/json', true]]);
  });

  test('an answer is late by no less than was asked for', async () => {
    await using mock = await started({ latencyMs: [50, 60] });
    const before = performance.now();
    const response = await fetch(`${mock.url}/users/1`);
    const token = response.headers.get('x-mock-fault') ?? '';
    expect(token).toMatch(/^delay-(?:5\d|60)$/u);
    // A timer of Node may be early by less than a millisecond.
    expect(performance.now() - before).toBeGreaterThan(Number(token.slice('delay-'.length)) - 1);
  });

  test('a replay token brings the same again on a socket too', async () => {
    await using mock = await started({ status: 500 });
    const asked = (token: string): Promise<Response> =>
      fetch(`${mock.url}/users/1`, { headers: { 'x-mock-replay': token } });
    const cut = await asked('cut-5');
    expect([cut.status, cut.headers.get('x-mock-fault')]).toEqual([200, 'cut-5']);
    await expect(cut.text()).rejects.toThrow();
    await expect(asked('reset-1')).rejects.toThrow();
    expect((await asked('none')).status).toBe(400);
  });

  test('a client that goes away is not waited for, and close() ends what is under way', async () => {
    const before = timers();
    const mock = await started({ latencyMs: 600_000 });
    const slow = await startMock({ ...(options as object), chaos: { rules: [{ bytesPerSecond: 1 }] } });
    const left = connect(mock.port, '127.0.0.1');
    left.write(asking('/users/1'));
    await logged(mock, 1);
    left.destroy();
    const kept = [raw(mock, asking('/users/1')), raw(slow, asking('/users/1'))];
    await Promise.all([logged(mock, 2), logged(slow, 1)]);
    await Promise.all([mock.close(), slow.close()]);
    await Promise.all(kept);
    // A connection tells that it is closed a moment after the server does.
    await expect.poll(timers).toBeLessThanOrEqual(before);
  });

  test('of two requests on one connection, the first has its answer before the second is struck', async () => {
    await using mock = await started({ route: '/users/2', reset: true });
    // Not by the error: libuv takes a reset that comes with the last bytes for their end.
    const { received } = await raw(mock, asking('/users/1', 'keep-alive') + asking('/users/2'));
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
    expect(received.match(/HTTP\/1\.1/gu)).toHaveLength(1);
    expect(mock.mock.log.list().map(({ fault }) => fault)).toEqual([undefined, 'reset-1']);

    await using late = await started({ route: '/users/1', latencyMs: 30 });
    const both = await raw(late, asking('/users/1', 'keep-alive') + asking('/users/2'));
    expect(both.received.match(/x-mock-fault: delay-30/gu)).toHaveLength(1);
    expect(both.received.indexOf('delay-30')).toBeLessThan(both.received.lastIndexOf('HTTP/1.1'));
  });

  test('the control API meets no fault', async () => {
    await using mock = await started({ reset: true });
    expect((await fetch(`${mock.url}/_mock/chaos`)).status).toBe(200);
    expect((await fetch(`${mock.url}/_mock/chaos`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${mock.url}/users/1`)).status).toBe(200);
  });
});

test('what is sent at once over many connections meets the same in every run', async () => {
  const plan: ChaosPlan = {
    seed: 42,
    rules: [
      { share: 0.3, status: 503 },
      { route: '/users/**', share: 0.1, reset: true },
    ],
  };
  const paths = Array.from({ length: 40 }, (_, i) => `/users/${i % 8}`);
  const run = async (order: readonly string[]): Promise<Record<string, string[]>> => {
    await using mock = await startMock({ chaos: plan });
    await Promise.all(
      order.map((path) =>
        fetch(mock.url + path).then(
          (r) => r.text(),
          () => '',
        ),
      ),
    );
    const met: Record<string, string[]> = {};
    for (const { ask, fault = 'none' } of mock.mock.log.list()) met[ask.path] = [...(met[ask.path] ?? []), fault];
    return met;
  };
  const first = await run(paths);
  expect(await run(paths.toReversed())).toEqual(first);
  expect(await run(paths.toSorted())).toEqual(first);
  expect(new Set(Object.values(first).flat()).size).toBeGreaterThan(2);
});

/** How many timers keep this process. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}

async function byNodeHttp(url: string): Promise<IncomingMessage> {
  const sent = get(url, { agent: new Agent({ keepAlive: false }) });
  const [incoming] = (await once(sent, 'response')) as [IncomingMessage]; // what node:http emits
  return incoming;
}

/** Waits until so many requests have been taken. */
async function logged({ mock }: StartedMock, count: number): Promise<void> {
  while (mock.log.list().length < count) await wait(5);
}
