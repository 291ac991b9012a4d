import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import type { Deviation } from '../../proof/deviations/deviation.ts';
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

test('an answer that a fault changed names the fault, and no rule that it would keep', async () => {
  await using mock = await startMock();
  await put(mock.url, ['create-answers-200', 'delete-answers-200']);
  const create = (): Promise<Response> =>
    fetch(`${mock.url}/rest/1/deals/`, {
      method: 'POST',
      body: '{"name":"a","price":1}',
      headers: { 'content-type': 'application/json' },
    });
  const told = ({ headers }: Response): (string | null)[] => [
    headers.get('x-mock-deviation'),
    headers.get('x-mock-rule'),
  ];
  const made = await create();
  expect([made.status, ...told(made)]).toEqual([200, 'create-answers-200', null]);
  expect(told(await fetch(`${mock.url}/users/1`))).toEqual([null, 'read/item']);
  expect(told(await fetch(`${mock.url}/rest/1/deals/none`, { method: 'DELETE' }))).toEqual([null, 'delete/unknown']);
  const [first] = (await (await fetch(`${mock.url}/_mock/log`)).json()) as { ordinal: number; rule?: string }[]; // as the route describes it
  const logged = await (await fetch(`${mock.url}/_mock/log/${first?.ordinal}`)).json();
  expect(logged).toMatchObject({ deviation: 'create-answers-200', breaks: ['create/status'] });
  expect(logged.rule).toBeUndefined();
});

test('a fault that only looks at an answer changes nothing in it', async () => {
  const looking: Deviation = {
    id: 'looks',
    title: 'It reads each answer and gives another that is the same.',
    breaks: [],
    wrap: (inner) => async (request) => {
      const answer = await inner(request);
      return new Response(await answer.text(), { status: answer.status, headers: answer.headers });
    },
  };
  await using mock = await startMock({ wrap: together([looking]) });
  const { headers } = await fetch(`${mock.url}/users/1`);
  expect([headers.get('x-mock-deviation'), headers.get('x-mock-rule')]).toEqual([null, 'read/item']);
});

test('an exchange whose connection was reset keeps no rule', async () => {
  await using mock = await startMock({ chaos: { rules: [{ route: '/users/*', reset: true }] } });
  await expect(fetch(`${mock.url}/users/1`)).rejects.toThrow();
  const [logged] = (await (await fetch(`${mock.url}/_mock/log`)).json()) as { rule?: string; fault: object }[]; // likewise
  expect(logged?.fault).toMatchObject({ reset: true });
  expect(logged?.rule).toBeUndefined();
});
