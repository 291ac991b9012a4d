import { expect, test } from 'vitest';
import { before, json, judged, type Server } from './judged.ts';

// How soon a list follows is not said by the document (4.4); that it goes on to list what was deleted is another matter.

const LIST = '/rest/1/deals/';

/** A list that shows deals for so long after they were deleted; their own addresses tell at once that they are gone. */
function losesLate(lagMs: number): NonNullable<Server['wrap']> {
  const shown = new Map<string, unknown>();
  const deleted = new Map<unknown, number>();
  return before(async (look, next) => {
    const answer = await next();
    if (look.method === 'DELETE' && answer.status === 204) deleted.set(shown.get(look.path), performance.now());
    if (look.method !== 'GET' || look.path !== LIST || answer.status !== 200) return answer;
    const list: { readonly id: string }[] = await answer.json();
    for (const deal of list) shown.set(`${LIST}${deal.id}`, deal);
    const since = performance.now() - lagMs;
    return json(200, [
      ...list,
      ...[...deleted].flatMap(([deal, at]) => (deal === undefined || at < since ? [] : [deal])),
    ]);
  });
}

/** A list that shows two deals which are long gone, until a while after somebody looked for them by a query. */
function keepsOld(lagMs: number): NonNullable<Server['wrap']> {
  const old = ['gone-1', 'gone-2'].map((id) => ({ id, name: 'Two of one name', price: 100 }));
  let asked: number | undefined;
  return before(async (look, next) => {
    const answer = await next();
    if (decodeURIComponent(look.path).endsWith('/Two of one name')) asked ??= performance.now();
    const isOver = asked !== undefined && performance.now() - asked > lagMs;
    if (look.method !== 'GET' || look.path !== LIST || answer.status !== 200 || isOver) return answer;
    const list: unknown[] = await answer.json();
    return json(200, [...list, ...old]);
  });
}

const ABOUT_LISTS = ['read/item-of-collection', 'model/sequence'];

test('a list that shows what was deleted for nearly two seconds more fails nothing', { tags: ['night'] }, async () => {
  const { ended } = await judged(ABOUT_LISTS, { wrap: losesLate(1900), runs: 2 });
  expect(ended('fail')).toEqual([]);
  expect(ended('pass')).toEqual(expect.arrayContaining(['read/item-of-collection deals', 'model/sequence target']));
});

test('a list that never loses what was deleted fails', { tags: ['night'] }, async () => {
  const { ended } = await judged(ABOUT_LISTS, { wrap: losesLate(Number.POSITIVE_INFINITY), runs: 2 });
  expect(ended('fail')).toEqual(expect.arrayContaining(['read/item-of-collection deals', 'model/sequence target']));
});

test('a query is not blamed for what an old list still shows', { tags: ['night'] }, async () => {
  const { ended } = await judged(['query/records'], { wrap: keepsOld(1500) });
  expect(ended('fail')).toEqual([]);
});

test('a query that lacks what the list goes on to show is failed', { tags: ['night'] }, async () => {
  const { ended } = await judged(['query/records'], { wrap: keepsOld(Number.POSITIVE_INFINITY) });
  expect(ended('fail')).toEqual(['query/records query:deals']);
});
