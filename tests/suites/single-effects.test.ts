import { expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** Does something more after each request that succeeded. */
const also =
  (then: (request: Request, body: string, fetch: Fetch) => Promise<unknown>): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const body = await request.clone().text();
    const response = await fetch(request);
    if (response.ok) await then(request, body, fetch);
    return response;
  };

const post = (fetch: Fetch, address: string, body: unknown): Promise<Response> =>
  Promise.resolve(
    fetch(
      new Request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    ),
  );

test('found: an operation that leaves a copy of the deal as it was', { tags: ['night'] }, async () => {
  const wrap = also(async ({ method, url }, _, fetch) => {
    const [, deal] = /^(.*\/deals\/\d+)\/hold$/u.exec(url) ?? [];
    if (method !== 'PUT' || deal === undefined) return;
    const { name, price } = Object(await (await fetch(new Request(deal))).json());
    await post(fetch, deal.replace(/\d+$/u, ''), { name, price });
  });
  const { of } = await judged(['operation/effect'], { wrap, runs: 1 });
  expect(of('operation/effect', 'HoldDeal/A').reason).toContain('one deal with');
});

// A history of what was asked for is no second effect (RFC 9110 9.2.2).
test('legal: a PUT that adds an entry to the holds of the deal each time', { tags: ['night'] }, async () => {
  const wrap = also(async ({ method, url }, body, fetch) => {
    if (method === 'PUT' && url.endsWith('/hold')) await post(fetch, `${url}s`, JSON.parse(body));
  });
  const { of } = await judged(['operation/effect'], { wrap, runs: 1 });
  expect(of('operation/effect', 'HoldDeal/A').outcome).toBe('pass');
});

/** Deletes other deals as well. */
const deleting = (isHit: (other: string, id: string) => boolean): ((fetch: Fetch) => Fetch) => {
  const known = new Map<string, string>();
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const location = response.status === 201 ? response.headers.get('location') : null;
    if (location !== null) known.set(location.split('/').at(-1) ?? '', location);
    const [, id] = /\/deals\/(\d+)$/u.exec(request.url) ?? [];
    if (request.method !== 'DELETE' || id === undefined || !response.ok) return response;
    known.delete(id);
    for (const [other, address] of known) if (isHit(other, id)) await fetch(new Request(address, { method: 'DELETE' }));
    return response;
  };
};

test('found: a deletion that takes away records whose ids begin with the deleted one', {
  tags: ['night'],
}, async () => {
  const rules = ['delete/*', 'create/*', 'operation/effect'];
  // So many deals that ids of two digits are among them.
  const options = { operationForms: FORMS };
  const { of } = await judged(rules, { wrap: deleting((other, id) => other.startsWith(id)), options });
  expect(of('delete/every', 'deals').reason).toContain('as only');
});

test('legal: ids that hold no other one', { tags: ['night'] }, async () => {
  const { of } = await judged(['delete/every', 'create/any-valid'], { options: { ids: 'uuid' } });
  expect(of('delete/every', 'deals').outcome).toBe('pass');
});

test('found: two cookies of the session’s name with two values', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    (request) => {
      const names = (request.headers.get('cookie') ?? '').match(/USER_TOKEN=[^;]*/gu) ?? [];
      if (new Set(names).size < 2) return fetch(request);
      const headers = new Headers(request.headers);
      headers.delete('cookie');
      return fetch(new Request(request, { headers }));
    };
  const { of } = await judged(['session/any-position'], { wrap });
  expect(of('session/any-position', 'target').outcome).toBe('fail');
});
