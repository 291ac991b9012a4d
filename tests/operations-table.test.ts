import { expect, test } from 'vitest';
import { OPERATIONS } from '../fixtures/operations.ts';
import { createMock } from '../mock/index.ts';
import { resolveTarget } from '../target-file/resolve.ts';

// Mock, suites and target file read one table of operations, so a slip in it would be seen by none of them. What the document
// spells out is written here a second time, by hand.

/** Document 4.2: the six names with their parameters, the deal's id aside. CompleteDeal has "several further", not shown. */
const NAMED = {
  HoldDeal: ['reason'],
  UnholdDeal: [],
  CompleteDeal: [],
  CancelDeal: ['amercement', 'reason'],
  ChangePrice: ['newPrice', 'reason'],
  ChangeCompletionDate: ['newDate', 'amercement', 'whyChanged'],
};

/** Document 4.2, forms A to G, and 4.3: requests for a hold as it shows them. */
const HOLDS: readonly (readonly [string, string, (id: string) => string, (id: string) => object])[] = [
  ['A', 'PUT', (id) => `/rest/1/deals/${id}/hold`, () => ({ reason: 'papers' })],
  ['B', 'PUT', (id) => `/rest/1/deals/${id}/holded`, () => ({ reason: 'papers' })],
  ['C', 'PUT', (id) => `/rest/1/deals/${id}`, () => ({ action: 'HoldDeal', params: { reason: 'papers' } })],
  ['D', 'PUT', (id) => `/rest/1/deals/${id}`, () => ({ held: true, holdReason: 'papers' })],
  ['E', 'POST', (id) => `/rest/1/deals/${id}/holds`, () => ({ reason: 'papers' })],
  [
    'F',
    'PUT',
    (id) => `/rest/1/deals/${id}/commands/c-1`,
    () => ({ action: 'HoldDeal', params: { reason: 'papers' } }),
  ],
  ['G', 'PUT', () => '/commands/c-2', (id) => ({ deal: id, action: 'HoldDeal', params: { reason: 'papers' } })],
];

/** The same for UnholdDeal, whose spelling the document gives in the forms with an action alone; its params are empty. */
const UNHOLDS: typeof HOLDS = [
  ['C', 'PUT', (id) => `/rest/1/deals/${id}`, () => ({ action: 'UnholdDeal', params: {} })],
  ['F', 'PUT', (id) => `/rest/1/deals/${id}/commands/c-3`, () => ({ action: 'UnholdDeal', params: {} })],
  ['G', 'PUT', () => '/commands/c-4', (id) => ({ deal: id, action: 'UnholdDeal', params: {} })],
];

test('the table has the operations of the document, with their parameters', () => {
  const table = OPERATIONS.map(({ name, parameters }) => [name, parameters.map((parameter) => parameter.name)]);
  expect(Object.fromEntries(table)).toEqual(NAMED);
});

test('a target of which nothing is told has the same', () => {
  const { operations } = resolveTarget({ baseUrl: 'http://127.0.0.1:1' });
  const table = operations.map(({ name, parameters }) => [name, parameters.map((parameter) => parameter.name)]);
  expect(Object.fromEntries(table)).toEqual(NAMED);
});

test.each(HOLDS)('form %s holds a deal as the document writes it', async (_form, method, path, body) => {
  const mock = createMock();
  const send = sender(mock.fetch);
  const id = await newDeal(send);
  const answer = await send(method, path(id), body(id));
  expect([201, 204]).toContain(answer.status);
  expect(await (await send('GET', `/rest/1/deals/${id}`)).json()).toMatchObject({ held: true, holdReason: 'papers' });
});

test.each(UNHOLDS)('form %s ends a hold as the document writes it', async (_form, method, path, body) => {
  const mock = createMock();
  const send = sender(mock.fetch);
  const id = await newDeal(send);
  await send('PUT', `/rest/1/deals/${id}/hold`, { reason: 'papers' });
  const answer = await send(method, path(id), body(id));
  expect([201, 204]).toContain(answer.status);
  expect(await (await send('GET', `/rest/1/deals/${id}`)).json()).toMatchObject({ held: false });
});

type Send = (method: string, path: string, body?: object) => Promise<Response>;

function sender(fetch: (request: Request) => Promise<Response> | Response): Send {
  return async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
    return fetch(new Request(`http://mock.test${path}`, { method, ...sent }));
  };
}

async function newDeal(send: Send): Promise<string> {
  const made = await send('POST', '/rest/1/deals/', { name: 'a deal', price: 100 });
  return new URL(made.headers.get('location') ?? '', 'http://mock.test').pathname.split('/').at(-1) ?? '';
}
