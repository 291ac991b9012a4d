import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { json, judged } from './judged.ts';

/** What OPTIONS of the session check is answered without a session. */
const meeting =
  (answer: () => Response) =>
  (fetch: Fetch): Fetch =>
  (request) => {
    const isIt =
      request.method === 'OPTIONS' && new URL(request.url).pathname === '/' && !request.headers.has('cookie');
    return isIt ? Promise.resolve(answer()) : fetch(request);
  };

const challenge = { 'www-authenticate': 'Session realm="api"' };

test('found: a 401 to OPTIONS without a challenge', async () => {
  const wrap = meeting(() => json(401, 'not authorized'));
  expect((await judged(['session/challenge'], { wrap })).ended('fail')).toContain('session/challenge target');
});

test.each<[string, () => Response]>([
  ['a 401 with a challenge', () => json(401, 'not authorized', challenge)],
  ['a 204 from what stands in front', () => new Response(null, { status: 204 })],
  ['a 405', () => json(405, {}, { allow: 'GET, HEAD' })],
])('legal: %s to OPTIONS', async (_, answer) => {
  expect((await judged(['session/challenge'], { wrap: meeting(answer) })).ended('fail')).toEqual([]);
});
