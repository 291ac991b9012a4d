import { describe, expect, test } from 'vitest';
import { createMock, type Mock, type StubAnswer } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';

const ask = (mock: Mock, path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Response> =>
  mock.fetch(new Request(`http://mock.test${path}`, { method, headers }));
const statusOf = async (mock: Mock, path: string, method = 'GET'): Promise<number> =>
  (await ask(mock, path, method)).status;

describe('a stub', () => {
  test('answers its route and no other, until it is taken away', async () => {
    const mock = createMock();
    const remove = mock.stub('GET /users/3', { status: 500 });
    expect(await statusOf(mock, '/users/3')).toBe(500);
    expect(await statusOf(mock, '/users/3', 'HEAD')).toBe(500);
    expect(await statusOf(mock, '/%75sers/3')).toBe(500);
    expect(await statusOf(mock, '/users/1')).toBe(200);
    expect(await statusOf(mock, '/users/3', 'PATCH')).toBe(405);
    remove();
    expect(await statusOf(mock, '/users/3')).toBe(200);
  });

  test.each<[StubAnswer, number, string | null, string]>([
    [{}, 200, null, ''],
    [{ status: 204 }, 204, null, ''],
    [{ body: 'plain' }, 200, 'text/plain; charset=utf-8', 'plain'],
    [{ body: ['a', 1] }, 200, 'application/json', '["a",1]'],
    [{ body: null }, 200, 'application/json', 'null'],
    [{ body: '<a/>', headers: { 'Content-Type': 'application/xml' } }, 200, 'application/xml', '<a/>'],
    [{ body: 'é', headers: { 'content-length': '999' } }, 200, 'text/plain; charset=utf-8', 'é'],
  ])('%o is answered as it says, in process and on a socket', async (answer, status, type, body) => {
    await using started = await startMock();
    const mock = createMock();
    for (const one of [mock, started.mock]) one.stub('/users/1', answer);
    for (const given of [await ask(mock, '/users/1'), await fetch(`${started.url}/users/1`)]) {
      expect([given.status, given.headers.get('content-type'), await given.text()]).toEqual([status, type, body]);
      if (status !== 204) expect(given.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    }
  });

  test('leaves to the connection how an answer is framed', async () => {
    await using started = await startMock();
    const odd = {
      connection: 'close',
      'transfer-encoding': 'chunked',
      Upgrade: 'h2c',
      'keep-alive': 'timeout=1',
      via: 'x',
    };
    started.mock.stub('/users/1', { headers: odd, body: 'whole' });
    started.mock.stub('/users/2', { headers: odd });
    for (const [path, body] of [
      ['/users/1', 'whole'],
      ['/users/2', ''],
    ] as const) {
      const answer = await fetch(started.url + path);
      const { headers } = answer;
      expect([await answer.text(), headers.get('via'), headers.get('connection')]).toEqual([body, 'x', 'keep-alive']);
      expect([headers.get('transfer-encoding'), headers.get('upgrade')]).toEqual([null, null]);
    }
  });

  test('the first that matches answers, each as often as it says', async () => {
    const mock = createMock();
    mock.stub('/users/*', { status: 503, times: 2 });
    mock.stub('GET /users/1', { status: 418 });
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push(await statusOf(mock, '/users/1'));
    expect(statuses).toEqual([503, 503, 418, 418]);
    expect(mock.stubs.list(mock.tenants.of('')).map(({ used }) => used)).toEqual([2, 2]);
  });

  test('a query in its route has to be asked for; more may be', async () => {
    const mock = createMock();
    mock.stub('GET /users?name=Ada', { body: [] });
    expect(await (await ask(mock, '/users?name=Ada&format=json')).json()).toEqual([]);
    expect(await (await ask(mock, '/users?name=Grace+Hopper')).json()).toHaveLength(2);
    expect(await (await ask(mock, '/users')).json()).toHaveLength(5);
  });

  test('is for one tenant, below the base path, and ends with a reset', async () => {
    const mock = createMock({ basePath: '/api' });
    mock.stub('GET /users/1', { status: 500 }, 'acme');
    expect(await statusOf(mock, '/api/_tenant/acme/users/1')).toBe(500);
    expect(await statusOf(mock, '/api/users/1')).toBe(200);
    mock.reset('acme');
    expect(await statusOf(mock, '/api/_tenant/acme/users/1')).toBe(200);
  });

  test('changes nothing, is logged, and may come late', async () => {
    const mock = createMock();
    mock.stub('DELETE /rest/1/deals/1', { status: 204, delay: 30 });
    expect(await statusOf(mock, '/rest/1/deals/1', 'DELETE')).toBe(204);
    expect(await statusOf(mock, '/rest/1/deals/1')).toBe(200);
    const [logged] = await (await ask(mock, '/_mock/log')).json();
    expect(logged).toMatchObject({ method: 'DELETE', status: 204, stub: 's1' });
    expect(mock.log.list()[0]?.reply.fault).toEqual({ delayMs: 30 });
  });

  test('chaos goes before it, and a fault of chaos adds to it', async () => {
    const mock = createMock({ chaos: { rules: [{ route: '/users/1', failFirst: 1, status: 503 }] } });
    mock.stub('/users/1', { status: 500 });
    expect([await statusOf(mock, '/users/1'), await statusOf(mock, '/users/1')]).toEqual([503, 500]);
    expect(mock.stubs.list(mock.tenants.of(''))[0]?.used).toBe(1);
  });

  test.each<[object, string]>([
    [{ status: 99 }, '/status must be a status from 200 to 599'],
    [{ status: 204, body: 'x' }, '/body must not be there: this status has no body'],
    [{ headers: { 'a b': 'x' } }, '/headers must be an object of header fields'],
    [{ headers: { a: 'x\r\ny: z' } }, '/headers must be an object of header fields'],
    [{ times: 0 }, '/times must be a whole number, 1 or more'],
    [{ delayMs: 5 }, '/delayMs is no member that is known here'],
    [{ delay: -1 }, '/delay must be milliseconds up to'],
    [{ route: 'users' }, '/route must be a method in capitals'],
  ])('%o is refused, in words', async (answer, told) => {
    const mock = createMock();
    const stub = { route: '/users/1', ...answer };
    expect(() => mock.stubs.add(mock.tenants.of(''), stub)).toThrow(told);
    const put = (path: string, method: string, body: object): Promise<Response> =>
      mock.fetch(new Request(`http://mock.test/_mock${path}`, { method, body: JSON.stringify(body) }));
    for (const refused of [await put('/stubs', 'POST', stub), await put('/stubs', 'PUT', { stubs: [stub] })]) {
      expect(refused.status).toBe(400);
      expect((await refused.json()).detail).toContain(told);
    }
    expect(await (await ask(mock, '/_mock/stubs')).json()).toEqual([]);
  });

  test('is added, listed and taken away over the control API, for the tenant that asks', async () => {
    const mock = createMock();
    const control = (method: string, path: string, body?: object): Promise<Response> =>
      mock.fetch(
        new Request(`http://mock.test/_tenant/acme/_mock${path}`, {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
    const added = await control('POST', '/stubs', { route: '/users/1', status: 500 });
    const { id } = await added.json();
    expect([added.status, await statusOf(mock, '/_tenant/acme/users/1'), await statusOf(mock, '/users/1')]).toEqual([
      201, 500, 200,
    ]);
    expect((await control('DELETE', '/stubs/none')).status).toBe(404);
    expect((await control('DELETE', `/stubs/${id}`)).status).toBe(204);
    expect(await statusOf(mock, '/_tenant/acme/users/1')).toBe(200);
  });
});
