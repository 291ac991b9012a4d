import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { json, judged, type Server } from './judged.ts';

/** No list shows what was deleted, in whichever representation and by whichever address it is asked for. */
const RULE = 'delete/every';
const DRIVERS = ['delete/removes', 'delete/only-it', 'delete/again', 'negotiate/equivalent', 'read/item-of-collection'];
const LISTED = /\/rest\/1\/deals\/?(?:\.\w+)?$/u;

/** Answers some lists as before a deletion; for how long after it, in answers. */
const keeping =
  (isMeant: (request: Request) => boolean, most = Number.POSITIVE_INFINITY, fields: Record<string, string> = {}) =>
  (fetch: Fetch): Fetch => {
    let deletions = 0;
    const kept = new Map<string, { at: number; asked: number; text: string; type: string }>();
    return async (request) => {
      if (request.method === 'DELETE') deletions += 1;
      if (request.method !== 'GET' || !LISTED.test(new URL(request.url).pathname) || !isMeant(request))
        return fetch(request);
      const key = `${request.url} ${request.headers.get('accept')}`;
      const old = kept.get(key);
      if (old !== undefined && old.at < deletions && old.asked < most) {
        old.asked += 1;
        return new Response(old.text, { headers: { 'content-type': old.type, ...fields } });
      }
      const response = await fetch(request);
      const text = await response.clone().text();
      const type = response.headers.get('content-type') ?? '';
      if (response.ok) kept.set(key, { at: deletions, asked: 0, text, type });
      return response;
    };
  };

const accepts =
  (type: string) =>
  (request: Request): boolean =>
    request.headers.get('accept')?.includes(type) === true;

const judge = (wrap: Server['wrap']): ReturnType<typeof judged> =>
  judged([RULE, ...DRIVERS], wrap === undefined ? {} : { wrap });

describe('a list', () => {
  it.each(['application/xml', 'text/html'])(
    'as %s that keeps what was deleted is found out',
    { tags: ['night'] },
    async (type) => {
      const { of } = await judge(keeping(accepts(type)));
      expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
    },
  );

  it('that follows after a while is legal', { tags: ['night'] }, async () => {
    const { ended } = await judge(keeping(accepts('application/xml'), 1));
    expect(ended('fail')).not.toContain(`${RULE} deals`);
  });

  it('that a cache may keep is legal', async () => {
    const { ended } = await judge(
      keeping(accepts('application/xml'), Number.POSITIVE_INFINITY, { 'cache-control': 'max-age=60' }),
    );
    expect(ended('fail')).not.toContain(`${RULE} deals`);
  });

  it('that tells the query that it answers is legal', { tags: ['night'] }, async () => {
    const query = { address: '/rest/{version}/deals/?name={value}', field: '/name' };
    const { of } = await judged([RULE, 'read/query-filters'], {
      options: { representations: ['json'] },
      file: { resources: [{ name: 'deals', query, envelope: { list: '/data' } }, { name: 'users' }] },
      wrap: (fetch) => async (request) => {
        const { pathname, search, searchParams } = new URL(request.url);
        const response = await fetch(request);
        if (request.method !== 'GET' || pathname !== '/rest/1/deals/' || !response.ok) return response;
        const all: unknown[] = await response.json();
        const name = searchParams.get('name');
        const data = all.filter((deal) => name === null || Object(deal).name === name);
        return json(200, { data, links: { self: decodeURIComponent(search) } });
      },
    });
    expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
    expect(of('read/query-filters', 'deals')).toMatchObject({ outcome: 'pass' });
  });

  it('is asked for no more often where all is well', { tags: ['night'] }, async () => {
    const { of } = await judge(undefined);
    expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
  });
});
