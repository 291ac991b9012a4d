import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

// A service that keeps a row for each request among its deals, as RFC 9110 9.2.2 allows, or makes a second deal of it.

type Row = Readonly<Record<string, unknown>>;

/** The list of deals shows a row more for each creation, and for each operation. */
function adding(row: (deal: Row, method: string) => Row): (fetch: Fetch) => Fetch {
  const rows: Row[] = [];
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const isWrite = request.method === 'POST' || request.method === 'PUT';
    const answer = await fetch(request);
    const at = pathname.match(/^(\/rest\/1\/deals\/[^/]+)\//u)?.[1] ?? answer.headers.get('location');
    if (isWrite && answer.ok && at?.includes('/deals/')) {
      const deal: Row = await (await fetch(new Request(new URL(at, request.url)))).json();
      rows.push({ ...row(deal, request.method), id: `row${rows.length}` });
    }
    if (request.method !== 'GET' || pathname !== '/rest/1/deals/' || !answer.ok) return answer;
    const type = answer.headers.get('content-type') ?? '';
    return type.includes('json') ? Response.json([...((await answer.json()) as Row[]), ...rows]) : answer; // the mock's list
  };
}

const RULES = ['create/distinct', 'operation/idempotent'];
const options = { operationForms: ['A'], representations: ['json'] } as const;

test('rows of a log, which quote the name of a deal, are no second deals', { tags: ['night'] }, async () => {
  const wrap = adding((deal, method) => ({ type: 'log', name: `${method} ${String(deal['name'])}`, price: 0 }));
  const { ended, of } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toEqual([]);
  expect(of('create/distinct', 'deals').outcome).toBe('pass');
});

test('second deals are found', async () => {
  const { ended } = await judged(RULES, { wrap: adding((deal) => deal), options });
  expect(ended('fail')).toContain('create/distinct deals');
});
