import { expect, test } from 'vitest';
import { describeApi } from '../../fixtures/openapi.ts';
import { createMock } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';

test('the mock describes itself, as it is served and under the claims of the moment', async () => {
  await using mock = await startMock({ basePath: '/api', emptyQuery: 204, operationForms: ['A'] });
  const described = await (await fetch(`${mock.url}/_mock/openapi.json`)).json();
  const { origin } = new URL(mock.url);
  expect(described).toEqual(describeApi({ basePath: '/api', emptyQuery: 204, operationForms: ['A'], server: origin }));
  mock.mock.configure({ emptyQuery: 200 });
  const now = await (await fetch(`${mock.url}/_mock/openapi.json`)).json();
  expect(now.paths['/users'].get.responses).not.toHaveProperty('204');
  expect(described.paths['/users'].get.responses).toHaveProperty('204');
});

test('to a tenant it describes the tenant’s own addresses', async () => {
  const answer = await createMock().fetch(new Request('http://mock.test/_tenant/acme/_mock/openapi.json'));
  expect((await answer.json()).servers).toEqual([{ url: 'http://mock.test/_tenant/acme' }]);
});

test('it describes only the representations that are asked for', async () => {
  const mock = createMock();
  const describe = (query: string): Promise<Response> =>
    mock.fetch(new Request(`http://mock.test/_mock/openapi.json${query}`));
  expect(await (await describe('?representations=json')).json()).toEqual(
    describeApi({ representations: ['json'], server: 'http://mock.test' }),
  );
  expect((await (await describe('')).json()).paths['/users'].get.responses['200'].content).toHaveProperty('text/html');
  const refused = await describe('?representations=pdf');
  expect(refused.status).toBe(400);
  expect((await refused.json()).detail).toBe('representations: "pdf" is not one of json, xml, html');
});
