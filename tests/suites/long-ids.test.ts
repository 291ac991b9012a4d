import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** Refuses a segment beyond a length, as some routers do (RFC 9110 15.5.15). */
function upTo(length: number): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const isLong = new URL(request.url).pathname.split('/').some((segment) => segment.length > length);
    return isLong ? Response.json({ message: 'too long' }, { status: 414 }) : fetch(request);
  };
}

const RULES = ['delete/unknown', 'operation/unknown-deal', 'read/unknown-item', 'read/nested-unknown-owner'];
const options = { operationForms: ['A'], representations: ['json'] } as const;

test('a router that takes 100 characters is not failed', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { wrap: upTo(100), options });
  expect(ended('fail')).toEqual([]);
});

test('one that takes 30 is found', async () => {
  const { ended } = await judged(RULES, { wrap: upTo(30), options });
  expect(ended('fail')).toEqual(expect.arrayContaining(['read/unknown-item deals', 'delete/unknown deals']));
});

test('a number beyond 64 bits is found to break a change where there are deals of each one digit', async () => {
  const deals = Array.from({ length: 12 }, (_, i) => ({ id: String(i + 1), name: `Deal ${i + 1}`, price: 100 + i }));
  const wrap = (fetch: Fetch): Fetch => {
    const answer = async (request: Request): Promise<Response> =>
      request.method === 'PUT' && /\/deals\/\d{20,}\//u.test(request.url)
        ? Response.json({ message: 'out of range' }, { status: 500 })
        : fetch(request);
    return answer;
  };
  const { of } = await judged(['operation/unknown-deal'], { wrap, options: { ...options, seed: { deals } } });
  expect(of('operation/unknown-deal', 'HoldDeal/A')).toMatchObject({ outcome: 'fail' });
});
