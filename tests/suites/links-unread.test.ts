import { expect, test } from 'vitest';
import type { Fetch, Mock } from '../../mock/index.ts';
import { before, judged, type Server } from './judged.ts';
import { wrapOf } from './varied.ts';

const RULE = 'create/links';
const underLatest = wrapOf('location-under-latest');
const notRead = wrapOf('deals-not-read-404');
const options: Server['options'] = { representations: ['json'] };
const file: Server['file'] = { resources: [{ name: 'deals', list: false, item: false }] };

test('where deals are not read, a link that ends in the id of the Location is one to the deal', async () => {
  const wrap = (fetch: Fetch, mock: Mock): Fetch => notRead(underLatest(fetch, mock), mock);
  expect((await judged([RULE], { wrap, options, file })).of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});

/** Links to the deal before the new one. */
const toTheOneBefore = before(async (_look, next) => {
  const response = await next();
  if (response.status !== 201) return response;
  const text = await response.text();
  const linked = text.replace(/\/deals\/(\d+)/gu, (_, id: string) => `/deals/${Number(id) - 1}`);
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(linked, { status: 201, headers });
});

test.each([true, false])('a link to another deal is found, whether deals are read: %s', async (isRead) => {
  const wrap = (fetch: Fetch, mock: Mock): Fetch => {
    const linking = underLatest(toTheOneBefore(fetch), mock);
    return isRead ? linking : notRead(linking, mock);
  };
  const result = (await judged([RULE], { wrap, options, ...(isRead ? {} : { file }) })).of(RULE, 'deals');
  expect(result).toMatchObject({ outcome: 'fail' });
});
