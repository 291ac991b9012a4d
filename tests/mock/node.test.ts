import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { onWire } from '../../mock/faces/wire.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';

/** Sends bytes as they are on a connection of their own and returns all that comes back. */
async function raw({ port }: { port: number }, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // A server that refuses early may close with bytes of ours unread, which resets the connection behind its answer (RFC 9112 9.6;
  // Node 24 does). What it said is what counts.
  socket.on('error', () => {});
  socket.setEncoding('latin1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.write(bytes);
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

const request = (line: string, ...fields: string[]): string =>
  `${[`${line} HTTP/1.1`, 'Host: mock.test:80', 'Connection: close', ...fields].join('\r\n')}\r\n\r\n`;
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /u.exec(answer)?.[1]);
const isAlive = async (mock: StartedMock): Promise<boolean> => (await fetch(`${mock.url}/users/1`)).status === 200;

describe('the Node mount', () => {
  test('tells its address, answers on it, and is gone after close', async () => {
    const mock = await startMock({ basePath: '/api' });
    expect(mock.url).toBe(`http://127.0.0.1:${mock.port}/api`);
    expect((await fetch(`${mock.url}/users`)).status).toBe(200);
    await mock.close();
    await expect(fetch(`${mock.url}/users`)).rejects.toThrow();
  });

  test('an address that stands for all of them is told as one that can be asked', async () => {
    await using mock = await startMock({ host: '0.0.0.0' });
    expect(mock.url).toBe(`http://127.0.0.1:${mock.port}`);
  });

  test('a port in use is refused with the port and the way out', async () => {
    await using mock = await startMock();
    await expect(startMock({ port: mock.port })).rejects.toThrow(
      `port ${mock.port} on 127.0.0.1 is in use; stop what uses it, or take another port (0: any that is free)`,
    );
  });

  test('an unusable option is named', async () => {
    await expect(startMock({ basePath: 'api' })).rejects.toThrow(/basePath: "api" is not a path/u);
    await expect(startMock({ version: 'a/b' })).rejects.toThrow(/version: "a\/b"/u);
    await expect(startMock({ representations: [] })).rejects.toThrow(/representations/u);
    await expect(startMock({ bodyLimit: -1 })).rejects.toThrow(/bodyLimit/u);
  });

  test('two Host fields are answered 400, one with a comma is not two', async () => {
    await using mock = await startMock();
    expect(statusOf(await raw(mock, request('GET /users', 'Host: other.test')))).toBe(400);
    expect(statusOf(await raw(mock, request('GET /_mock/tenants', 'Host: localhost')))).toBe(400);
    const joined = 'GET /users HTTP/1.1\r\nHost: a,b\r\nConnection: close\r\n\r\n';
    expect(statusOf(await raw(mock, joined))).toBe(200);
  });

  test('of two dates none counts', async () => {
    await using mock = await startMock();
    const since = 'If-Modified-Since: Fri, 01 Jan 2038 00:00:00 GMT';
    expect(statusOf(await raw(mock, request('GET /users', since)))).toBe(304);
    expect(statusOf(await raw(mock, request('GET /users', since, since)))).toBe(200);
  });

  test.each([
    ['PUT', '/_mock/chaos', 1024 * 1024 + 1],
    ['POST', '/_mock/sessions', 100_000_000],
    ['PUT', '/_mock/state', 100_000_000],
    ['PUT', '/_mock/snapshots/a', 100_000_000],
    ['PUT', '/_mock/state/deals/1', 2_000_000],
    ['POST', '/rest/1/deals/', 100_000_000],
  ])('%s %s of %i bytes is refused before they are sent', async (method, path, length) => {
    await using mock = await startMock();
    const json = 'Content-Type: application/json';
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${json}\r\nContent-Length: ${length}\r\n\r\n`;
    const socket = connect(mock.port, '127.0.0.1');
    socket.write(head);
    const [answer] = (await once(socket, 'data')) as [Buffer]; // what the event brings
    socket.destroy();
    expect(statusOf(String(answer))).toBe(413);
  });

  test('204 is bare on the wire: no byte after the fields, no length, no coding', async () => {
    await using mock = await startMock();
    const body = '{"reason":"r"}';
    const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    for (const sent of [
      request('PUT /rest/1/deals/1/hold', ...fields) + body,
      request('DELETE /rest/1/deals/1'),
      request('OPTIONS /users'),
    ]) {
      const answer = await raw(mock, sent);
      expect(statusOf(answer)).toBe(204);
      expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe('');
      expect(answer).not.toMatch(/content-length|transfer-encoding|content-type/iu);
    }
  });

  test('HEAD and 304 are bare on the wire', async () => {
    await using mock = await startMock();
    for (const sent of [request('HEAD /users/1'), request('GET /users/1', 'If-None-Match: *')]) {
      const answer = await raw(mock, sent);
      expect(answer.endsWith('\r\n\r\n')).toBe(true);
      expect(answer.match(/\r\n\r\n/gu)).toHaveLength(1);
    }
  });

  test('each field is sent once', async () => {
    await using mock = await startMock();
    const answer = await raw(mock, request('GET /users/1', 'Origin: http://a.example'));
    const names = answer
      .split('\r\n\r\n')[0]
      ?.split('\r\n')
      .slice(1)
      .map((line) => line.split(':')[0]?.toLowerCase());
    expect(names?.length).toBe(new Set(names).size);
    expect(names).toContain('date');
  });

  test('Location is made from Host, and stays relative where Host is none', async () => {
    await using mock = await startMock();
    const body = '{"name":"n","price":1}';
    const post = (host: string): Promise<string> =>
      raw(
        mock,
        `POST /rest/1/deals/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    expect(await post('shop.example:8080')).toMatch(
      /\r\nLocation: http:\/\/shop\.example:8080\/rest\/1\/deals\/4\r\n/u,
    );
    expect(await post('[::1]:80')).toMatch(/\r\nLocation: http:\/\/\[::1\]:80\/rest\/1\/deals\/5\r\n/u);
    expect(await post('a/../b"<x>')).toMatch(/\r\nLocation: \/rest\/1\/deals\/6\r\n/u);
    expect(await post('')).toMatch(/\r\nLocation: \/rest\/1\/deals\/7\r\n/u);
  });
});

describe.each([
  ['direct', {}],
  ['wrapped', { wrap: (inner: typeof fetch) => (r: Request) => inner(r) }],
] as const)('odd request targets, %s', (_name, options) => {
  test.each([
    ['GET //x', 404],
    ['GET //', 404],
    ['GET /users/../users/1', 404],
    ['GET /users/%2e%2e', 404],
    ['GET /users/.', 404],
    ['GET /users//address/0', 404],
    ['GET /users/1#x', 200],
    ['GET /users?#name=x', 200],
    ['GET /users/%', 404],
    ['GET /users/\xe9', 400],
    ['GET http://elsewhere.example/users/1', 200],
    ['GET http://elsewhere.example', 401],
    ['OPTIONS *', 204],
    ['GET *', 404],
    ['GET /users?%=%&%zz&name=%', 200],
    [`GET /users/${'x'.repeat(8000)}`, 404],
    [`GET /${'a/'.repeat(4000)}`, 404],
    [`GET /users?name=${'%F0%9F%9A%A2'.repeat(500)}`, 200],
    ['TRACE /users', 405],
    ['PROPFIND /users', 405],
  ])('%s answers %i', async (line, status) => {
    await using mock = await startMock(options as object);
    const answer = await raw(mock, Buffer.from(request(line), 'latin1'));
    expect(statusOf(answer)).toBe(status);
    expect(await isAlive(mock)).toBe(true);
  });

  test('a target of 100 kB, a method of none, a connection that is cut: it lives on', async () => {
    await using mock = await startMock(options as object);
    expect(statusOf(await raw(mock, request(`GET /${'a'.repeat(100_000)}`)))).toBe(431);
    expect(statusOf(await raw(mock, 'FLY / HTTP/1.1\r\n\r\n'))).toBe(400);
    expect(statusOf(await raw(mock, '\0\0\0\r\n\r\n'))).toBe(400);
    await raw(mock, request('CONNECT example.com:443'));
    const cut = connect(mock.port, '127.0.0.1');
    await once(cut, 'connect');
    cut.write('POST /rest/1/deals/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"name":');
    cut.destroy();
    expect(await isAlive(mock)).toBe(true);
  });

  test('a body over the limit is answered 413 while it is still being sent', async () => {
    await using mock = await startMock({ ...(options as object), bodyLimit: 1000 });
    const body = 'x'.repeat(300_000);
    const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    expect(statusOf(await raw(mock, request('POST /rest/1/deals/', ...fields) + body))).toBe(413);
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(statusOf(await raw(mock, request('POST /rest/1/deals/', 'Transfer-Encoding: chunked') + chunk))).toBe(413);
    expect(await isAlive(mock)).toBe(true);
  });

  test('a body without Content-Type is taken as JSON', async () => {
    await using mock = await startMock(options as object);
    const body = '{"name":"n","price":1}';
    expect(statusOf(await raw(mock, request('POST /rest/1/deals/', `Content-Length: ${body.length}`) + body))).toBe(
      201,
    );
  });
});

describe('what stands between', () => {
  test('a wrapper sees the mock and may answer in its place', async () => {
    await using mock = await startMock({
      wrap:
        (inner, { options }) =>
        async (request) => {
          if (request.url.endsWith('/version'))
            return new Response(options.version, { headers: { 'set-cookie': 'a=b' } });
          const response = await inner(request);
          return new Response(`${await response.text()} `, response);
        },
    });
    const version = await fetch(`${mock.url}/version`);
    expect([await version.text(), version.headers.getSetCookie()]).toEqual(['1', ['a=b']]);
    const user = await fetch(`${mock.url}/users/1`);
    expect((await user.text()).endsWith('} ')).toBe(true);
  });

  test('a wrapper that throws is answered 500 and ends nothing', async () => {
    await using mock = await startMock({
      wrap: (inner) => (r) => (r.url.endsWith('/boom') ? Promise.reject(new Error('boom')) : inner(r)),
    });
    expect((await fetch(`${mock.url}/boom`)).status).toBe(500);
    expect(await isAlive(mock)).toBe(true);
  });

  test.each([
    ['bytes after a 204', 'HTTP/1.1 204 No Content\r\n\r\nextra'],
    ['two answers before one', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['nothing at all', ''],
  ])('it may write on the wire itself: %s', async (_title, bytes) => {
    await using mock = await startMock({
      wrap: () => async () =>
        onWire(new Response(null), (outgoing) => {
          outgoing.socket?.end(bytes);
        }),
    });
    expect(await raw(mock, request('GET /users/1'))).toBe(bytes);
  });
});
