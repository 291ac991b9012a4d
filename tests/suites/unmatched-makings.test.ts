import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULE = 'validator/if-match';
const OPTIONS = { representations: ['json'], operationForms: ['D'] } as const;

/** A PUT of a deal that is not there: refused with 412 under If-Match, and else answered so. */
function putsNothing(status: number): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const isDeal = request.method === 'PUT' && /\/deals\/[^/]+$/u.test(request.url);
    const there = isDeal ? await fetch(new Request(request.url)) : undefined;
    if (there?.status !== 404) return fetch(request);
    return new Response(null, { status: request.headers.has('if-match') ? 412 : status });
  };
}

test('412 to If-Match on a PUT that would make something is right', { tags: ['night'] }, async () => {
  const { of } = await judged([RULE], { wrap: putsNothing(201), options: OPTIONS });
  const { outcome, reason } = of(RULE, 'deals');
  expect(outcome, reason).not.toBe('fail');
});

test('found: 412 to If-Match on a PUT that is answered 404', async () => {
  const { of } = await judged([RULE], { wrap: putsNothing(404), options: OPTIONS });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail', expected: expect.stringContaining('for what never was') });
});
