import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged, type Server } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** Each record of the run is that of its own address, whatever was asked for before it. */
const RULE = 'read/every';
const DRIVERS = ['read/item', 'read/item-of-collection', 'read/unknown-item', 'negotiate/suffix'];
// Without a suffix, by which the same record has another address.
const USER = /\/users\/[^/.]+$/u;

/** Gives the last record that was read, of whichever owner, to the reading that follows such an answer. */
const lastAfter =
  (isSuch: (response: Response) => boolean) =>
  (fetch: Fetch): Fetch => {
    let last: { readonly url: string; readonly text: string } | undefined;
    let isNext = false;
    return async (request) => {
      const isRecord = request.method === 'GET' && USER.test(new URL(request.url).pathname);
      const response = await fetch(request);
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      if (isRecord && response.status === 200 && isJson) {
        const old = last;
        last = { url: request.url, text: await response.clone().text() };
        if (isNext && old !== undefined && old.url !== request.url) {
          isNext = false;
          return new Response(old.text, { headers: { 'content-type': 'application/json' } });
        }
      }
      if (isRecord && isSuch(response)) isNext = true;
      return response;
    };
  };

const judge = (wrap: NonNullable<Server['wrap']>): ReturnType<typeof judged> =>
  judged([RULE, ...DRIVERS], { wrap, concurrency: 1 });

describe('a record', () => {
  it('of another address after a 404 is found out', async () => {
    const { of } = await judge(lastAfter((response) => response.status === 404));
    expect(of(RULE, 'users').reason).toContain('at its address');
  });

  it('that shows an identifier of its own is legal', { tags: ['night'] }, async () => {
    const next = rewritingJson<Record<string, unknown>>(/\/users\/\d+$/u, (user) => ({
      ...user,
      id: `${Number(user['id']) + 1}`,
    }));
    const { of } = await judge(next);
    expect(of(RULE, 'users').reason).not.toContain('at its address');
  });
});
