import { expect, test } from 'vitest';
import { initialise } from '../../init/init.ts';
import { startMock } from '../../mock/node.ts';

/** A deal takes any further member in a PUT (document 2), those of operations too, and stores it as it comes. */
function storing() {
  return startMock({
    operationForms: ['A', 'C'],
    wrap: (fetch, mock) => async (request) => {
      const id = /^\/rest\/1\/deals\/([^/]+)$/u.exec(new URL(request.url).pathname)?.[1];
      const body = request.method === 'PUT' ? await request.clone().text() : '';
      const { deals } = mock.tenants.of('').store;
      const deal = deals.entries.get(id ?? '');
      if (deal === undefined || !body.startsWith('{') || body.includes('"action"')) return fetch(request);
      mock.tenants.of('').store.changeDeal(deal, { ...deal.data, ...JSON.parse(body) });
      return new Response(null, { status: 204 });
    },
  });
}

test('what is stored as a further member is no operation in form D, and hides nothing of the others', async () => {
  await using mock = await storing();
  const { file, open } = await initialise({ baseUrl: mock.url, allowWrites: true });
  const operations = new Map((file.operations ?? []).map((operation) => [operation.name, operation]));
  const price = operations.get('ChangePrice');
  expect(Object.keys(price?.forms ?? {})).toEqual(['A', 'C']);
  expect(price).toMatchObject({ effect: { price: '{newPrice}' } });
  for (const one of [price?.parameters?.['newPrice'], price?.parameters?.['reason']]) {
    expect(one).toHaveProperty('sample');
    expect(one).not.toHaveProperty('required');
  }
  expect(open.map(({ question }) => question)).toContain(
    'ChangePrice in form D is left out: an object is taken as newPrice there, and refused in the other forms',
  );
});
