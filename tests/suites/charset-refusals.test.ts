import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULES = ['negotiate/labelled', 'create/any-valid'];
const JSON_ONLY = { representations: ['json'] } as const;

/** Refuses bodies of such types with 415. */
function refusing(isRefused: (type: string, path: string) => boolean): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const type = request.headers.get('content-type') ?? '';
    const isIt = request.method !== 'GET' && isRefused(type, new URL(request.url).pathname);
    return isIt ? Response.json({}, { status: 415 }) : fetch(request);
  };
}

test('415 for any charset beside JSON is found', { tags: ['night'] }, async () => {
  const wrap = refusing((type) => /charset/iu.test(type));
  const { ended, of } = await judged(['negotiate/labelled'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toEqual(['negotiate/labelled target']);
  expect(of('negotiate/labelled', 'target').reason).toContain('charset=utf-8');
});

test('415 for a quoted charset is found where the token is taken', async () => {
  const { ended } = await judged(RULES, { wrap: refusing((type) => type.includes('"')), options: JSON_ONLY });
  expect(ended('fail')).toContain('create/any-valid deals');
});

test('a server in front that forbids parameters is not failed', { tags: ['night'] }, async () => {
  const wrap: (fetch: Fetch) => Fetch = (fetch) => async (request) =>
    request.headers.get('content-type')?.includes(';') === true ? new Response(null, { status: 403 }) : fetch(request);
  const { ended } = await judged(RULES, { wrap, options: JSON_ONLY });
  expect(ended('fail')).toEqual([]);
});

test('a server that takes JSON in every spelling is not failed', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { options: JSON_ONLY });
  expect(ended('fail')).toEqual([]);
});
