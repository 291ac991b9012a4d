import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { json, judged } from './judged.ts';

/** A service that is late with one record: the deletion of it, the n-th of the run, finds nothing yet. */
const isLateOnce =
  (n: number) =>
  (fetch: Fetch): Fetch => {
    let deletions = 0;
    return async (request) => {
      if (request.method !== 'DELETE') return fetch(request);
      deletions += 1;
      return deletions === n ? json(404, { error: 'deal_not_found' }) : fetch(request);
    };
  };

test.each([1, 2, 3])('a 404 of a deletion may have a body, and is no 204 that has one (deletion %i)', async (n) => {
  const rules = ['delete/status', 'delete/empty', 'delete/no-length'];
  const { of } = await judged(rules, { wrap: isLateOnce(n), runs: 1, concurrency: 1 });
  expect(rules.map((rule) => of(rule, 'deals').outcome)).toEqual(['pass', 'pass', 'pass']);
});
