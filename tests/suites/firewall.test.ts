import { expect, test } from 'vitest';
import { before, judged } from './judged.ts';

/** What a firewall in front of a service refuses, whatever stands behind it. */
const ATTACK = /<\w|' or |--\s|\$\{|\.\.\//iu;
const RULES = ['read/unknown-item', 'read/nested-unknown-owner', 'read/query-any-text', 'delete/unknown'];

const refusing = (status: number) => {
  return (fetch: (request: Request) => Promise<Response>) => async (request: Request) => {
    const text = decodeURIComponent(request.url.replaceAll(/\+/gu, ' ').replaceAll(/%(?![0-7][0-9a-f])/giu, '%25'));
    if (!ATTACK.test(text)) return fetch(request);
    return new Response('<h1>Forbidden</h1>', { status, headers: { 'content-type': 'text/html' } });
  };
};

test('a firewall that refuses what looks like an attack with 403 fails nothing', async () => {
  const seen = await judged(RULES, { wrap: refusing(403) });
  expect(seen.ended('fail')).toEqual([]);
  expect(seen.ended('pass').length).toBeGreaterThan(4);
});

test('a service that answers such texts as if something were found fails', async () => {
  const seen = await judged(RULES, { wrap: refusing(200) });
  expect(seen.ended('fail')).toContain('read/unknown-item deals');
});

test('a service that forbids every id that nobody has fails', async () => {
  const seen = await judged(RULES, {
    wrap: before(async (_look, next) => {
      const answer = await next();
      return answer.status === 404 ? new Response(null, { status: 403 }) : answer;
    }),
  });
  expect(seen.ended('fail')).toContain('read/unknown-item deals');
});
