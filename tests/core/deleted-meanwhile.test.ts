import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/interface.ts';
import { startMock } from '../../mock/node.ts';

const CLAIMS = { representations: ['json', 'xml', 'html'] } as const;
const RULES = ['read/item', 'negotiate/accept', 'negotiate/equivalent'];

/** What becomes of the rules about the first deal when this answers in place of the mock, once they begin. */
async function outcomes(instead: (request: Request, fetch: Fetch) => Promise<Response>): Promise<Set<string>> {
  let isPlanned = false;
  await using mock = await startMock({
    wrap: (fetch) => async (request) => (isPlanned ? instead(request, fetch) : fetch(request)),
  });
  const { results } = await judge({
    target: { baseUrl: mock.url, claims: CLAIMS },
    rules: RULES,
    runs: 1,
    seed: 1,
    onPlan: () => {
      isPlanned = true;
    },
  });
  const ofDeals = results.filter(({ subject, outcome }) => /^deals/u.test(subject) && outcome !== 'not-applicable');
  expect(ofDeals.length).toBeGreaterThan(4);
  const told = ofDeals.find(({ outcome }) => outcome === 'inconclusive');
  if (told !== undefined) expect(told.reason).toMatch(/^http:\S+\/rest\/1\/deals\/1 went during the run/u);
  return new Set(ofDeals.filter(({ rule }) => rule !== 'negotiate/equivalent').map(({ outcome }) => outcome));
}

const missing = (): Response => Response.json({}, { status: 404 });
const isRecord = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/rest/1/deals/1');

test('a record that somebody deletes during the run makes the rules about it inconclusive, and fails none', {
  tags: ['night'],
}, async () => {
  let isDeleted = false;
  const seen = await outcomes(async (request, fetch) => {
    if (!isDeleted) await fetch(new Request(new URL('/rest/1/deals/1', request.url), { method: 'DELETE' }));
    isDeleted = true;
    return fetch(request);
  });
  expect([...seen]).toEqual(['inconclusive']);
});

test('a record that is not read any more, and still listed, is a failure', { tags: ['night'] }, async () => {
  const seen = await outcomes(async (request, fetch) => (isRecord(request) ? missing() : fetch(request)));
  expect([...seen]).toEqual(['fail']);
});

test('a record that is missing to some clients alone is a failure', { tags: ['night'] }, async () => {
  const seen = await outcomes(async (request, fetch) =>
    isRecord(request) && request.headers.get('accept') === 'application/xml' ? missing() : fetch(request),
  );
  expect([...seen].toSorted()).toEqual(['fail', 'pass']);
});

test.each([
  ['deleted', true, 'inconclusive'],
  ['not found', false, 'fail'],
])('a record that is %s by a query during the run', async (_, isDeleted, outcome) => {
  let isPlanned = false;
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const name = pathname === '/rest/1/deals/' ? searchParams.get('name') : null;
      if (isPlanned && isDeleted)
        await fetch(new Request(new URL('/rest/1/deals/1', request.url), { method: 'DELETE' }));
      if (name === null) return fetch(request);
      const all: unknown = await (await fetch(new Request(new URL('/rest/1/deals/', request.url)))).json();
      const found = Array.isArray(all) ? all.filter((deal: unknown) => isObject(deal) && deal['name'] === name) : [];
      return Response.json(isPlanned ? found.filter((deal: unknown) => isObject(deal) && deal['id'] !== '1') : found);
    },
  });
  const query = { address: '/rest/{version}/deals/?name={value}', field: '/name' };
  const { results } = await judge({
    target: { baseUrl: mock.url, resources: [{ name: 'deals', query }] },
    rules: ['read/query-match'],
    runs: 1,
    seed: 1,
    onPlan: () => {
      isPlanned = true;
    },
  });
  expect(results.filter(({ subject }) => subject === 'deals').map((result) => result.outcome)).toEqual([outcome]);
});
