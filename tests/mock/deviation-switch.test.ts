import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { DEVIATIONS } from '../../proof/deviations/index.ts';
import { together } from '../../proof/deviations/together.ts';

interface Listed {
  readonly id: string;
  readonly breaks: readonly string[];
  readonly active: boolean;
  readonly options: object;
}

async function put(url: string, active: unknown): Promise<Response> {
  return fetch(`${url}/_mock/deviations`, { method: 'PUT', body: JSON.stringify({ active }) });
}

async function activeAt(url: string): Promise<string[]> {
  const listed = (await (await fetch(`${url}/_mock/deviations`)).json()) as Listed[]; // as the route describes it
  expect(listed).toHaveLength(DEVIATIONS.length);
  return listed.filter(({ active }) => active).map(({ id }) => id);
}

test('faults are switched on and off while the mock runs, and its state stays', async () => {
  await using mock = await startMock();
  const remove = async (id: number): Promise<number> =>
    (await fetch(`${mock.url}/rest/1/deals/${id}`, { method: 'DELETE' })).status;
  expect(await activeAt(mock.url)).toEqual([]);
  expect((await put(mock.url, ['delete-answers-200', 'location-of-another-port'])).status).toBe(200);
  expect(await remove(1)).toBe(200);
  const made = await fetch(`${mock.url}/rest/1/deals/`, {
    method: 'POST',
    body: '{"name":"a","price":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(made.headers.get('location')).toMatch(/:1\//u);
  expect(await activeAt(mock.url)).toEqual(['location-of-another-port', 'delete-answers-200']);
  await put(mock.url, []);
  expect(await activeAt(mock.url)).toEqual([]);
  expect(await remove(2)).toBe(204);
  expect(await remove(1)).toBe(404);
});

test('a fault brings along the claims under which it shows', async () => {
  await using mock = await startMock();
  const deviation = DEVIATIONS.find(({ options }) => options?.emptyQuery === 204);
  await put(mock.url, [deviation?.id]);
  expect(mock.mock.options.emptyQuery).toBe(204);
});

test.each([[['no-such-thing']], ['delete-answers-200'], [[1]], [undefined]])(
  '%j is refused, and nothing is switched',
  async (active) => {
    await using mock = await startMock();
    await put(mock.url, ['delete-answers-200']);
    expect((await put(mock.url, active)).status).toBe(400);
    expect(await activeAt(mock.url)).toEqual(['delete-answers-200']);
  },
);

test('what the mock was started with is told as well', async () => {
  await using mock = await startMock({ wrap: together(DEVIATIONS.slice(0, 2)) });
  expect(await activeAt(mock.url)).toEqual(DEVIATIONS.slice(0, 2).map(({ id }) => id));
});
