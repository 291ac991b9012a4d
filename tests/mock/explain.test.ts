import { describe, expect, test } from 'vitest';
import { createMock, type MockOptions } from '../../mock/index.ts';
import { RULES } from '../../suites/index.ts';

const json = { 'content-type': 'application/json' };
const session = { cookie: 'USER_TOKEN=x' };
const deal = '{"name":"a deal","price":1}';
const hold = '{"reason":"r"}';
const action = '{"action":"HoldDeal","params":{"reason":"r"}}';

async function told(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
  options: MockOptions = {},
): Promise<{ status: number; rule: string | null; miss: string | null }> {
  const mock = createMock(options);
  const request = new Request(`http://mock.test${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const answer = await mock.fetch(request);
  return {
    status: answer.status,
    rule: answer.headers.get('x-mock-rule'),
    miss: answer.headers.get('x-mock-near-miss'),
  };
}

describe('an answer names the rule that it keeps', () => {
  const cases: readonly (readonly [string, string, Record<string, string>, string | undefined, number, string])[] = [
    ['GET', '/', session, undefined, 200, 'session/authorized'],
    ['GET', '/', {}, undefined, 401, 'session/unauthorized'],
    ['POST', '/rest/1/deals/', json, deal, 201, 'create/status'],
    ['POST', '/rest/1/deals/', json, '{"name":', 400, 'create/malformed'],
    ['POST', '/rest/1/deals/', json, '{"price":1}', 400, 'create/invalid'],
    ['DELETE', '/rest/1/deals/1', {}, undefined, 204, 'delete/status'],
    ['DELETE', '/rest/1/deals/999', {}, undefined, 404, 'delete/unknown'],
    ['PUT', '/rest/1/deals/1/hold', json, hold, 204, 'operation/status'],
    ['PUT', '/rest/1/deals/1/hold', json, '{}', 400, 'operation/missing-parameter'],
    ['PUT', '/rest/1/deals/1/hold', json, '{', 400, 'operation/malformed'],
    ['PUT', '/rest/1/deals/999/hold', json, hold, 404, 'operation/unknown-deal'],
    ['POST', '/rest/1/deals/1/holds', json, hold, 201, 'operation/status'],
    ['PUT', '/rest/1/deals/1/commands/c1', json, action, 201, 'operation/status'],
    ['POST', '/command/HoldDeal/', json, '{"id":"1","reason":"r"}', 200, 'command/status'],
    ['POST', '/command/HoldDeal/', json, '{"id":"999","reason":"r"}', 404, 'command/unknown-deal'],
    ['POST', '/command/Nothing/', json, '{}', 404, 'command/unknown'],
    ['GET', '/query/users/Ada%20Lovelace', {}, undefined, 200, 'query/status'],
    ['GET', '/query/users/Nobody', {}, undefined, 404, 'query/empty'],
    ['GET', '/users', {}, undefined, 200, 'read/collection'],
    ['GET', '/users?name=Ada%20Lovelace', {}, undefined, 200, 'read/query-match'],
    ['GET', '/users?name=Nobody', {}, undefined, 200, 'read/query-empty'],
    ['GET', '/users/1', {}, undefined, 200, 'read/item'],
    ['HEAD', '/users/1', {}, undefined, 200, 'read/head'],
    ['GET', '/users/999', {}, undefined, 404, 'read/unknown-item'],
    ['GET', '/users/1/ssh-keys/0', {}, undefined, 200, 'read/nested'],
    ['GET', '/users/1/ssh-keys/9', {}, undefined, 404, 'read/nested-out-of-range'],
    ['GET', '/users/999/ssh-keys/0', {}, undefined, 404, 'read/nested-unknown-owner'],
    ['GET', '/users/1', { accept: 'image/png' }, undefined, 406, 'negotiate/unacceptable'],
    ['POST', '/users/1', {}, undefined, 405, 'status/405-allow'],
    ['GET', '/rest/9/deals/1', {}, undefined, 404, 'version/unknown'],
    ['GET', '/nowhere', {}, undefined, 404, 'status/202-missing'],
  ];
  test.each(cases)('%s %s %o %s', async (method, path, headers, body, status, rule) => {
    expect(await told(method, path, headers, body)).toMatchObject({ status, rule });
  });

  test('and every name is a rule of the catalogue', () => {
    const ids = RULES.map(({ id }) => id);
    for (const [, , , , , rule] of cases) expect(ids).toContain(rule);
  });

  test('under other claims too', async () => {
    expect(await told('GET', '/users?name=Nobody', {}, undefined, { emptyQuery: 204 })).toMatchObject({
      status: 204,
      rule: 'read/query-empty',
    });
    const down = { unavailable: ['users'] } as const;
    expect(await told('GET', '/users', {}, undefined, down)).toMatchObject({ status: 503, rule: 'status/unavailable' });
  });

  test('unless it was told not to', async () => {
    expect(await told('GET', '/user/1', {}, undefined, { explain: false })).toEqual({
      status: 404,
      rule: null,
      miss: null,
    });
  });
});

describe('an unknown address names the route that it nearly is', () => {
  test.each([
    ['GET', '/user/1', 'GET /users/:id is near; "user" where it has "users"'],
    ['GET', '/users/1/', 'GET /users/:id is near; a slash at the end'],
    ['GET', '/Users', 'GET /users is near; "Users" where it has "users"'],
    ['PUT', '/rest/1/deals/7/holdx', 'PUT /rest/1/deals/:id/hold is near; "holdx" where it has "hold"'],
    ['GET', '/rest/2/deals/1', '"2" where it has "1"'],
    ['GET', '/rest/1/deal/1', '"deal" where it has "deals"'],
    ['GET', '/users/1/ssh-keys', '":index" is missing at the end'],
  ])('%s %s', async (method, path, miss) => {
    const answer = await told(method, path);
    expect(answer.status).toBe(404);
    expect(answer.miss).toContain(miss);
  });

  test('and where another claim would serve it, says that', async () => {
    const answer = await told('PUT', '/rest/1/deals/1/hold', json, hold, { operationForms: ['C'] });
    expect(answer).toMatchObject({ status: 404, miss: 'this is served where another claim is made' });
  });

  test.each(['/', '/nowhere/at/all/that/is/long', `/${'x'.repeat(5000)}`, '/%E2%82%AC/%0d%0a'])(
    '%s is near nothing, or told in letters that a field can hold',
    async (path) => {
      const { miss } = await told('GET', path, session);
      if (path === '/' || path.length > 100 || path.includes('all')) expect(miss).toBeNull();
      else expect(miss ?? '').toMatch(/^[\x20-\x7e]*$/u);
    },
  );

  test('a record that is not there is no near miss: its address is right', async () => {
    expect((await told('GET', '/users/999')).miss).toBeNull();
  });
});
