import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULES = ['validator/every', 'create/any-valid'];
const options = { representations: ['json'] } as const;

/** Each reading of such a deal shows a count that its creation did not, and has the tag of that. */
function counting(isCounted: (nth: number) => boolean): (fetch: Fetch) => Fetch {
  const known: string[] = [];
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    if (request.method !== 'GET' || !/\/deals\/[^/]+$/u.test(request.url) || answer.status !== 200) return answer;
    if (!known.includes(request.url)) known.push(request.url);
    if (!isCounted(known.indexOf(request.url))) return answer;
    const shown: unknown = await answer.json();
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    headers.set('etag', (answer.headers.get('etag') ?? '').replace(/"$/u, '-counted"'));
    return new Response(JSON.stringify(Object.assign({}, shown, { views: 1 })), { headers });
  };
}

test('a record that came to a count of a job after its creation is another one, with another tag', {
  tags: ['night'],
}, async () => {
  const { ended } = await judged(RULES, { wrap: counting((nth) => nth % 2 === 1), options });
  expect(ended('fail')).not.toContain('validator/every target');
});

test('found: another tag on a 201 that shows less than each reading', async () => {
  const { ended } = await judged(RULES, { wrap: counting(() => true), options });
  expect(ended('fail')).toContain('validator/every target');
});
