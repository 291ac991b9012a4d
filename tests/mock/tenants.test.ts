import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';

const deal = { method: 'POST', body: '{"name":"mine","price":1}', headers: { 'content-type': 'application/json' } };

test.each([
  ['by the path', '/_tenant/acme', {}],
  ['by a header field', '', { 'x-mock-tenant': 'acme' }],
  ['by a cookie', '', { cookie: 'theme=dark; mock_tenant=acme' }],
])('a tenant that is named %s has state of its own', async (_how, prefix, headers) => {
  await using mock = await startMock();
  const made = await fetch(`${mock.url}${prefix}/rest/1/deals/`, { ...deal, headers: { ...deal.headers, ...headers } });
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toBe(`${mock.url}${prefix}/rest/1/deals/4`);
  expect((await made.json())._links.self.href).toBe(`${prefix}/rest/1/deals/4`);
  expect((await fetch(`${mock.url}${prefix}/rest/1/deals/4`, { headers })).status).toBe(200);
  expect((await fetch(`${mock.url}/_tenant/acme/rest/1/deals/4`)).status).toBe(200);
  expect((await fetch(`${mock.url}/rest/1/deals/4`)).status).toBe(404);
  expect((await fetch(`${mock.url}/_tenant/other/rest/1/deals/4`)).status).toBe(404);
});

test('what two tenants are shown of one record tells each its own addresses', async () => {
  const mock = createMock({ basePath: '/api' });
  const self = async (path: string, headers = {}): Promise<string> =>
    (await (await mock.fetch(new Request(`http://mock.test${path}`, { headers }))).json())._links.self.href;
  expect(await self('/api/users/1')).toBe('/api/users/1');
  expect(await self('/api/_tenant/a/users/1')).toBe('/api/_tenant/a/users/1');
  expect(await self('/api/users/1', { 'x-mock-tenant': 'a' })).toBe('/api/users/1');
});

test.each(['a b', '..', 'x'.repeat(65), 'ä', 'a/b'])('"%s" is no name of a tenant', async (name) => {
  const mock = createMock();
  const { status, fields } = mock.answer({
    method: 'GET',
    path: '/users',
    query: '',
    origin: undefined,
    header: (field) => (field === 'x-mock-tenant' ? name : undefined),
    fields: () => ['x-mock-tenant', name],
    body: new Uint8Array(),
  });
  expect([status, fields.includes('application/problem+json')]).toEqual([400, true]);
});

test('a tenant that nobody asks for is forgotten, and so is the one that was not asked for the longest when there are too many', async () => {
  const mock = createMock({ tenantLimit: 2 });
  mock.tenants.of('a').store.newDeal({ name: 'a' });
  mock.tenants.of('b').store.newDeal({ name: 'b' });
  mock.tenants.of('a');
  mock.tenants.of('c');
  expect(mock.tenants.list().map(({ tenant }) => tenant)).toEqual(['', 'a', 'c']);
  expect(mock.tenants.of('a').store.deals.entries.size).toBe(4);
  expect(mock.tenants.of('b').store.deals.entries.size).toBe(3);

  const brief = createMock({ tenantTtlMs: 0 });
  brief.tenants.of('a').store.newDeal({ name: 'a' });
  expect(brief.tenants.of('a').store.deals.entries.size).toBe(3);
});

test('everybody’s state is never forgotten, and a reset of one tenant leaves the others alone', () => {
  const mock = createMock({ tenantTtlMs: 0, tenantLimit: 1 });
  mock.tenants.of('').store.newDeal({ name: 'kept' });
  mock.tenants.of('a');
  expect(mock.tenants.of('').store.deals.entries.size).toBe(4);
  expect(mock.tenants.remove('')).toBe(false);
  mock.reset('a');
  expect(mock.tenants.of('').store.deals.entries.size).toBe(4);
  mock.reset();
  expect(mock.tenants.of('').store.deals.entries.size).toBe(3);
});
