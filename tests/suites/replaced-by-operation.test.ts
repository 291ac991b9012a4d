import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** A service whose hold puts a fresh record in the place of the deal: what was there before is lost. */
function putsFreshOnes(fetch: Fetch): Fetch {
  const fresh = new Set<string>();
  return async (request) => {
    const [, id = '', verb] = /\/deals\/([^/]+)(?:\/(hold))?$/u.exec(new URL(request.url).pathname) ?? [];
    const answer = await fetch(request);
    if (request.method === 'PUT' && verb !== undefined && answer.ok) fresh.add(id);
    if (request.method !== 'GET' || !fresh.has(id) || !answer.ok) return answer;
    const deal: unknown = await answer.json();
    return Response.json(isObject(deal) ? { ...deal, name: 'unnamed', price: 0 } : deal);
  };
}

test('a record that shows other texts under a drawn id is no record of another client', {
  tags: ['night'],
}, async () => {
  const { of, results } = await judged(['operation/effect', 'operation/idempotent', 'delete/*'], {
    wrap: putsFreshOnes,
    options: { ids: 'uuid', operationForms: ['A'] },
    runs: 1,
  });
  expect(of('operation/effect', 'HoldDeal/A').outcome).toBe('fail');
  expect(results.map(({ reason = '' }) => reason).join('\n')).not.toMatch(/another client|another record by now/u);
});
