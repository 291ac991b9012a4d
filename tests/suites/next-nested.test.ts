import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const SECOND = /\/users\/[^/]+\/(ssh-keys|address)\/1$/u;

/** Answers for the second nested record of a user in HTML. */
const secondInHtml =
  (answer: (first: Request, fetch: Fetch) => Response | Promise<Response>) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const isHtml = request.headers.get('accept') === 'text/html';
    if (!isHtml || !SECOND.test(new URL(request.url).pathname)) return fetch(request);
    const first = new Request(request.url.replace(/1$/u, '0'), { headers: request.headers });
    return answer(first, fetch);
  };

test('a page of the second key that shows the first one is found', { tags: ['night'] }, async () => {
  const { of } = await judged(['negotiate/equivalent'], { wrap: secondInHtml((first, fetch) => fetch(first)) });
  expect(of('negotiate/equivalent', 'users')).toMatchObject({ outcome: 'fail' });
});

test('a second key that comes in JSON alone is not failed', async () => {
  const { ended } = await judged(['negotiate/equivalent'], {
    wrap: secondInHtml(() => new Response(null, { status: 406 })),
  });
  expect(ended('fail')).toEqual([]);
});
