import { describe, expect, test } from 'vitest';
import { createMock, type ExchangeFilter, type Mock } from '../../mock/index.ts';

const json = { 'content-type': 'application/json' };
const ask = (mock: Mock, method: string, path: string, body?: object): Promise<Response> =>
  mock.fetch(
    new Request(`http://mock.test/api${path}`, {
      method,
      headers: json,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

async function asked(): Promise<Mock> {
  const mock = createMock({ basePath: '/api' });
  await ask(mock, 'GET', '/users?name=Ada+Lovelace&format=json');
  await ask(mock, 'PUT', '/rest/1/deals/1/hold', { reason: 'r', more: { a: [1, { b: 2 }] } });
  await ask(mock, 'DELETE', '/_tenant/acme/rest/1/deals/1');
  await ask(mock, 'GET', '/users/none');
  return mock;
}

describe('where', () => {
  test.each<[ExchangeFilter, number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ method: 'get' }, [1, 4]],
    [{ path: '/users' }, [1]],
    [{ path: '/users/*' }, [4]],
    [{ path: '/rest/**' }, [2, 3]],
    [{ path: /deals\/\d/gu }, [2, 3]],
    [{ query: { name: 'Ada Lovelace' } }, [1]],
    [{ query: { name: 'Ada' } }, []],
    [{ body: { reason: 'r' } }, [2]],
    [{ body: { more: { a: [1, {}] } } }, [2]],
    [{ body: { more: { a: [1] } } }, []],
    [{ body: { toString: null } }, []],
    [{ status: 204 }, [2, 3]],
    [{ rule: 'read/unknown-item' }, [4]],
    [{ tenant: 'acme' }, [3]],
    [{ tenant: '' }, [1, 2, 4]],
    [{ method: 'GET', status: 404 }, [4]],
  ])('%o', async (filter, ordinals) => {
    const { log } = await asked();
    expect(log.where(filter).map(({ ordinal }) => ordinal)).toEqual(ordinals);
    if (ordinals.length === 0) log.expectNone(filter);
    else expect(() => log.expectNone(filter)).toThrow('expected none of');
  });
});

describe('waitFor', () => {
  test('gives what was asked already, or as soon as it is', async () => {
    const mock = await asked();
    expect(await mock.log.waitFor({ path: '/users' })).toHaveLength(1);
    const waiting = mock.log.waitFor({ path: '/users' }, { atLeast: 2, timeoutMs: 120_000 });
    await ask(mock, 'GET', '/users');
    expect((await waiting).map(({ ordinal }) => ordinal)).toEqual([1, 5]);
  });

  test('rejects with what was asked instead, without what may be secret', async () => {
    const mock = await asked();
    await expect(mock.log.waitFor({ path: '/query/**' }, { timeoutMs: 5 })).rejects.toThrow(
      'expected at least 1 of {"path":"/query/**"} within 5 ms, and saw 0; asked was: GET /api/users → 200; ' +
        'PUT /api/rest/1/deals/1/hold → 204; [acme] DELETE /api/_tenant/acme/rest/1/deals/1 → 204; GET /api/users/none → 404',
    );
    await expect(createMock().log.waitFor({}, { timeoutMs: 5 })).rejects.toThrow('nothing was asked');
  });
});

describe('where exchanges are no longer held', () => {
  const crowded = async (): Promise<Mock> => {
    const mock = createMock({ basePath: '/api', logSize: 3 });
    await ask(mock, 'DELETE', '/_tenant/quiet/rest/1/deals/1');
    for (let i = 0; i < 10; i += 1) await ask(mock, 'GET', '/_tenant/busy/users');
    return mock;
  };

  test('a busy tenant changes nothing that another one is told', async () => {
    const { log } = await crowded();
    expect(log.where({ tenant: 'quiet' })).toHaveLength(1);
    await expect(log.waitFor({ tenant: 'quiet', method: 'DELETE' }, { timeoutMs: 5 })).resolves.toHaveLength(1);
    expect(() => log.expectNone({ tenant: 'quiet', method: 'PUT' })).not.toThrow();
    expect(() => log.expectNone({ tenant: 'quiet', method: 'DELETE' })).toThrow('expected none of');
  });

  test('it is not said that something was not asked', async () => {
    const mock = await crowded();
    const told = '7 earlier exchanges of the tenant busy are no longer held; clear the log before';
    expect(() => mock.log.expectNone({ tenant: 'busy', method: 'PUT' })).toThrow(told);
    expect(() => mock.log.expectNone({ method: 'PUT' })).toThrow('7 earlier exchanges are no longer held');
    await expect(mock.log.waitFor({ tenant: 'busy', method: 'PUT' }, { timeoutMs: 5 })).rejects.toThrow(told);
    const body = { method: 'PUT', atMost: 0 };
    expect((await ask(mock, 'POST', '/_tenant/quiet/_mock/verify', body)).status).toBe(200);
    const answer = await ask(mock, 'POST', '/_tenant/busy/_mock/verify', body);
    expect([answer.status, (await answer.json()).detail]).toEqual([409, expect.stringContaining(told)]);
    mock.log.clear('busy');
    expect(() => mock.log.expectNone({ method: 'PUT' })).not.toThrow();
  });

  test('a log that keeps nothing says so', () => {
    expect(() => createMock({ logSize: 0 }).log.expectNone({})).toThrow('the log keeps nothing, since logSize is 0');
  });
});

describe('POST /_mock/verify', () => {
  const verify = (mock: Mock, body: object, tenant = ''): Promise<Response> =>
    ask(mock, 'POST', `${tenant === '' ? '' : `/_tenant/${tenant}`}/_mock/verify`, body);

  test.each<[object, number]>([
    [{ path: '/users' }, 200],
    [{ path: '/users', atLeast: 2 }, 409],
    [{ path: '/users', atMost: 0 }, 409],
    [{ path: '/query/**', atMost: 0 }, 200],
    [{ path: '/query/**' }, 409],
    [{ body: { reason: 'r' }, method: 'PUT' }, 200],
    [{ pathh: '/users' }, 400],
    [{ path: 7 }, 400],
    [{ query: { a: 1 } }, 400],
    [{ atLeast: -1 }, 400],
    [{ waitMs: 1e9 }, 400],
  ])('%o is %i', async (body, status) => {
    expect((await verify(await asked(), body)).status).toBe(status);
  });

  test('a tenant means its own, and it waits if asked to', async () => {
    const mock = await asked();
    expect(await (await verify(mock, {}, 'acme')).json()).toMatchObject([{ ordinal: 3, tenant: 'acme' }]);
    const waiting = verify(mock, { path: '/query/users/x', waitMs: 60_000 });
    await ask(mock, 'GET', '/query/users/x');
    expect((await waiting).status).toBe(200);
  });
});
