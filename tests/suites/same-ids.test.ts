import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

// Users whose ids are those of deals that the run makes and deletes: both are numbers of a sequence.

const USERS = Array.from({ length: 40 }, (_, i) => ({ id: String(i + 5), name: `Nadia ${i + 5}` }));

/** Gives a user another tag at every reading. */
const restless: (fetch: Fetch) => Fetch = (fetch) => {
  let readings = 0;
  return async (request) => {
    const response = await fetch(request);
    if (!/\/users\/\d+$/u.test(new URL(request.url).pathname) || !response.ok) return response;
    readings += 1;
    const headers = new Headers(response.headers);
    headers.set('etag', `"reading-${readings}"`);
    return new Response(response.body, { status: response.status, headers });
  };
};

test('a failure that is about users is no matter of a deal that had the same id', { tags: ['night'] }, async () => {
  const { of, ended } = await judged(['delete/*', 'operation/status', 'validator/etag-stable'], {
    wrap: restless,
    concurrency: 1,
    options: { seed: { users: USERS }, operationForms: ['A'], representations: ['json'] },
  });
  expect(ended('inconclusive')).toEqual([]);
  expect(of('validator/etag-stable', 'users').outcome).toBe('fail');
});
