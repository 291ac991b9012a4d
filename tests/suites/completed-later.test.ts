import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

// A job of the service writes into each new deal a little later, or what is refused does so.

const RULES = ['operation/unknown-action', 'operation/malformed', 'create/shows-values'];
const options = { operationForms: ['A'], representations: ['json'] } as const;

/** Deals show a reference once `isDue` says so of the time since their creation, and of the number of refused writes to them. */
function completing(isDue: (ageMs: number, refused: number) => boolean): (fetch: Fetch) => Fetch {
  const made = new Map<string, number>();
  const refused = new Map<string, number>();
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    const { pathname } = new URL(request.url);
    const location = answer.status === 201 ? answer.headers.get('location') : null;
    if (location !== null) made.set(new URL(location, request.url).pathname, performance.now());
    const deal = /^\/rest\/1\/deals\/[^/]+/u.exec(pathname)?.[0] ?? '';
    if (request.method !== 'GET' && answer.status >= 400) refused.set(deal, (refused.get(deal) ?? 0) + 1);
    const age = performance.now() - (made.get(pathname) ?? performance.now());
    if (request.method !== 'GET' || answer.status !== 200 || !isDue(age, refused.get(pathname) ?? 0)) return answer;
    const shown: unknown = await answer.json();
    return Response.json({ ...(shown as object), externalRef: `ref ${pathname}` }); // a deal is an object
  };
}

test('a reference that a job writes into each new deal fails nothing', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { wrap: completing((age) => age > 40), options });
  expect(ended('fail')).toEqual([]);
});

test('a reference that a refused request leaves is found', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { wrap: completing((_, refused) => refused > 0), options });
  expect(ended('fail')).toContain('operation/unknown-action HoldDeal/A');
});
