import { expect, test } from 'vitest';
import type { Fetch, Mock } from '../../mock/index.ts';
import { answered, before, json, judged } from './judged.ts';
import { wrapOf } from './varied.ts';

const RULES = ['operation/served', 'operation/effect', 'create/lasting', 'delete/removes', 'command/effect'];
const withSession = wrapOf('location-with-session');

test('a parameter in the Location of a deal keeps nothing from being asked', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { wrap: withSession });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
  expect(ended('pass')).toEqual(
    expect.arrayContaining(['operation/served HoldDeal/A', 'create/lasting deals', 'delete/removes deals']),
  );
});

test('an operation that is not served is found in spite of it', { tags: ['night'] }, async () => {
  const unserved = before(async ({ path }, next) => (path.endsWith('/hold') ? json(404, {}) : next()));
  const wrap = (fetch: Fetch, mock: Mock): Fetch => withSession(unserved(fetch), mock);
  expect((await judged(RULES, { wrap })).ended('fail')).toContain('operation/served HoldDeal/A');
});

test('no deal that was there is written to, though its address with a parameter is told as a new one', async () => {
  const written: string[] = [];
  const wrap = (fetch: Fetch): Fetch => {
    let made = 0;
    return before(async ({ method, path }, next) => {
      if (/^(?:PUT|PATCH|DELETE)$/u.test(method) && /\/deals\/1(?:[;/]|%3B|$)/iu.test(path)) written.push(path);
      const response = await next({ path: path.replace(/(?:;|%3B)[^/]*/iu, '') });
      if (method !== 'POST' || !path.endsWith('/deals/') || response.status !== 201) return response;
      made += 1;
      const body: object = await response.json();
      return answered(json(201, { ...body, id: '1' }), 201, { location: `/rest/1/deals/1;n=${made}` });
    })(fetch);
  };
  await judged(RULES, { wrap });
  expect(written).toEqual([]);
});
