import { expect, test } from 'vitest';
import { before, json, judged } from './judged.ts';

test('a body that tells when it was served is no change that a tag has to follow', async () => {
  let served = 0;
  const wrap = before(async ({ method, path }, next) => {
    // Accepted, and never carried out.
    if (method === 'PUT') return new Response(null, { status: 202 });
    const response = await next();
    if (method !== 'GET' || response.status !== 200 || !/\/deals\/[^/]+$/u.test(path)) return response;
    const record: unknown = await response.json();
    served += 1;
    return json(200, { ...(record ?? {}), servedAt: served }, { etag: response.headers.get('etag') ?? '' });
  });
  const { of, ended } = await judged(['validator/etag-changes'], { wrap, options: { representations: ['json'] } });
  expect(ended('fail')).toEqual([]);
  expect(of('validator/etag-changes', 'deals').outcome).not.toBe('error');
});
