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
    ['GET', '/commands/none', {}, undefined, 404, 'read/unknown-item'],
    ['GET', '/rest/1/deals/1/holds/9', {}, undefined, 404, 'read/unknown-item'],
  ];
  test.each(cases)('%s %s %o %s', async (method, path, headers, body, status, rule) => {
    expect(await told(method, path, headers, body)).toMatchObject({ status, rule });
  });

  test('and every name is a rule of the catalogue', () => {
    const ids = RULES.map(({ id }) => id);
    for (const [, , , , , rule] of cases) expect(ids).toContain(rule);
  });

  test.each(['/nowhere', '/rest/1/deal/1', '/rest/2/nothing'])('%s keeps none: no rule is about it', async (path) => {
    expect((await told('GET', path)).rule).toBeNull();
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
    ['GET', '/rest/2/deals/1', '/rest/1/deals/:id is near; the version is "2" where it has "1"'],
    ['GET', '/rest/v1/deals/', '/rest/1/deals/ is near; the version is "v1" where it has "1"'],
    ['GET', '/rest/1/deal/1', '/rest/1/deals/:id is near; "deal" where it has "deals"'],
    ['GET', '/users/1/ssh-keys', 'GET /users/:id/ssh-keys/:index is near; ":index" is missing at the end'],
    ['GET', '/users/1/addresses/0', '"addresses" where it has "address"'],
    ['GET', '/rest/deals/1', '/rest/1/deals/:id is near; the version segment "1" is missing before "deals"'],
    ['GET', '/rest/deals/', '/rest/1/deals/ is near; the version segment "1" is missing before "deals"'],
    [
      'PUT',
      '/rest/deals/1/hold',
      'PUT /rest/1/deals/:id/hold is near; the version segment "1" is missing before "deals"',
    ],
    [
      'GET',
      '/deals/1',
      '/rest/1/deals/:id is near; "rest" is missing before "deals"; the version segment "1" is missing before "deals"',
    ],
    ['GET', '/api/users', 'GET /users is near; "api" is one segment too many; if it is a base path'],
    ['GET', '/api/users/1', 'GET /users/:id is near; "api" is one segment too many'],
    ['GET', '/api/v1/users/1/address/0', '"api/v1" are 2 segments too many; if it is a base path'],
    ['PUT', '/rest/1/deals/1/hodl', 'PUT /rest/1/deals/:id/hold is near; "hodl" where it has "hold"'],
    ['PUT', '/rest/1/deals/1/cancle', 'PUT /rest/1/deals/:id/cancel is near; "cancle" where it has "cancel"'],
    ['GET', '/usres/1', 'GET /users/:id is near; "usres" where it has "users"'],
    ['GET', '/users/%zz', 'GET /users/:id is near; a percent-encoding in it is malformed'],
    ['GET', '//users', 'GET /users is near; an empty segment'],
  ])('%s %s', async (method, path, miss) => {
    const answer = await told(method, path);
    expect(answer.status).toBe(404);
    expect(answer.miss).toContain(miss);
  });

  test.each([
    '/health',
    '/favicon.ico',
    '/robots.txt',
    '/apple-touch-icon-120x120.png',
    '/.well-known/appspecific/com.chrome.devtools.json',
    '/openapi.json',
    '/nowhere/at/all/that/is/long',
    `/${'x'.repeat(5000)}`,
    `/users${'/a'.repeat(2000)}`,
  ])('%s is near nothing', async (path) => {
    expect(await told('GET', path)).toMatchObject({ status: 404, miss: null });
  });

  test('in the details of the 404 as well, where people look', async () => {
    const answer = await createMock().fetch(new Request('http://mock.test/user/1'));
    expect(await answer.json()).toMatchObject({
      detail: 'nothing has the address /user/1; GET /users/:id is near; "user" where it has "users"',
    });
  });

  test.each<[string, string, MockOptions, string]>([
    ['PUT', '/rest/1/deals/1/hold', { operationForms: ['C'] }, 'operationForms=A'],
    ['PUT', '/rest/1/deals/1/holded', { operationForms: ['A', 'C'] }, 'operationForms=B'],
    ['POST', '/rest/1/deals/1/holds', { operationForms: [] }, 'operationForms=E'],
    ['PUT', '/commands/x', { operationForms: ['F'] }, 'operationForms=G'],
    ['POST', '/command/HoldDeal/', { commandQuery: false }, 'commandQuery=true'],
    ['GET', '/query/users/Ada', { commandQuery: false }, 'commandQuery=true'],
    ['GET', '/', { session: 'none' }, 'session=presence'],
    ['GET', '/users.xml', { selectors: ['accept'] }, 'selectors=suffix'],
    ['GET', '/users.xml', { representations: ['json'] }, 'representations=xml'],
  ])('and %s %s under %o the claim that would serve it', async (method, path, options, claim) => {
    const body = method === 'GET' ? undefined : hold;
    expect(await told(method, path, json, body, options)).toMatchObject({
      status: 404,
      miss: `this is served where ${claim} is claimed`,
    });
  });

  test.each([
    ['/users/1', 'the base path "/api/shop" is missing'],
    ['/user/1', 'the base path "/api/shop" is missing; GET /users/:id is near; "user" where it has "users"'],
  ])('and for %s the base path that it lacks', async (path, miss) => {
    expect((await told('GET', path, {}, undefined, { basePath: '/api/shop' })).miss).toBe(miss);
  });

  test.each(['/%E2%82%AC/%0d%0a', '/us%E2%82%ACers/"1"', '/users/\u00e9/x'])(
    '%s is told in letters that a field can hold',
    async (path) => {
      expect((await told('GET', path, session)).miss ?? '').toMatch(/^[\x20-\x7e]*$/u);
    },
  );

  test('a record that is not there is no near miss: its address is right', async () => {
    expect((await told('GET', '/users/999')).miss).toBeNull();
  });
});

describe('a request that succeeds and probably meant something else is told so', () => {
  const hintOn = async (method: string, path: string, body?: string): Promise<string | null> => {
    const request = new Request(`http://mock.test${path}`, { method, headers: json, body: body ?? null });
    const answer = await createMock().fetch(request);
    expect(answer.ok).toBe(true);
    return answer.headers.get('x-mock-hint');
  };
  test.each([
    ['{"Action":"HoldDeal","params":{"reason":"r"}}', '"Action" is no known member; "action" would be form C'],
    ['{"params":{}}', '"params" without "action" is an attribute; with it, it would be form C'],
    ['{"hold":true}', '"hold" is no known attribute; "held" is one'],
    ['{"held\\u0000x":true}', '"held?x" is no known attribute; "held" is one'],
    ['{"colour":"red"}', null],
    ['{"action":"UnholdDeal"}', null],
  ])('PUT of %s', async (body, hint) => {
    expect(await hintOn('PUT', '/rest/1/deals/1', body)).toBe(hint);
  });
  test.each([
    ['/users?NAME=Ada', '"NAME" is no known parameter and selects nothing; "name" is one'],
    ['/users?name[]=Ada', '"name[]" is no known parameter and selects nothing; "name" is one'],
    ['/rest/1/deals/?page=2', '"page" is no known parameter and selects nothing'],
    ['/users?name=Ada&format=json', null],
    ['/users', null],
  ])('GET of %s', async (path, hint) => {
    expect(await hintOn('GET', path)).toBe(hint);
  });
});
