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

// What a Last-Modified is later than the Date of its message, in seconds, and what comes of it.
test.each([
  [1, []],
  [60, ['validator/last-modified-form', 'validator/every']],
])('a Last-Modified %i s after a Date that is kept aside', { tags: ['night'] }, async (seconds, failing) => {
  const wrap = before(async (_look, next) => {
    const response = await next();
    const changed = Date.parse(response.headers.get('last-modified') ?? '');
    const headers = new Headers(response.headers);
    if (!Number.isNaN(changed)) headers.set('date', new Date(changed - seconds * 1000).toUTCString());
    const { status } = response;
    return new Response(status === 204 || status === 304 ? null : await response.text(), { status, headers });
  });
  const { ended } = await judged(['validator/last-modified-form', 'validator/every'], { wrap });
  expect([...new Set(ended('fail').map((name) => name.split(' ', 1)[0]))].toSorted()).toEqual(failing.toSorted());
});
