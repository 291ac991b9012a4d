import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULE = 'read/nested';
const SECOND = /\/users\/([^/]+)\/address\/1$/u;

/** Gives the first address of these users by the second index, under its own id and with its own link. */
const firstByTheSecond =
  (isOf: (owner: string) => boolean) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const [, owner] = SECOND.exec(new URL(request.url).pathname) ?? [];
    if (owner === undefined || !isOf(owner)) return fetch(request);
    const first = await fetch(new Request(request.url.replace(/1$/u, '0'), { headers: request.headers }));
    const text = (await first.text()).replaceAll('address/0', 'address/1').replace('"id":"0"', '"id":"1"');
    return new Response(text, { status: first.status, headers: { 'content-type': 'application/json' } });
  };

test('found: the first address of each user by every index', async () => {
  const { of } = await judged([RULE], { wrap: firstByTheSecond(() => true) });
  expect(of(RULE, 'users/address')).toMatchObject({ outcome: 'fail' });
});

test('legal: a user who has one address twice', async () => {
  const { ended } = await judged([RULE], { wrap: firstByTheSecond((owner) => owner === '1') });
  expect(ended('fail')).toEqual([]);
});
