import { expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const options: { readonly representations: ('json' | 'xml')[] } = { representations: ['json', 'xml'] };

/** Writes another tag at the collection of deals. */
function tagging(isIt: (request: Request) => boolean, write: (tag: string) => string) {
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      const tag = response.headers.get('etag');
      if (tag === null || !request.url.endsWith('/deals/') || !isIt(request)) return response;
      const headers = new Headers(response.headers);
      headers.set('etag', write(tag));
      return new Response(response.body, { status: response.status, headers });
    };
}

const RULES = ['validator/etag-changes'];

test('a tag of the collection in XML that never changes is found', async () => {
  const wrap = tagging(
    ({ headers }) => headers.get('accept') === 'application/xml',
    () => '"xml"',
  );
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toEqual(['validator/etag-changes deals']);
});

test('HEAD of the collection that tells the tag from before a creation is found', async () => {
  let last = '';
  let old = '';
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      if (!request.url.endsWith('/deals/')) return response;
      if (request.method === 'GET') last = response.headers.get('etag') ?? '';
      if (request.method === 'POST') old = last;
      if (request.method !== 'HEAD') return response;
      return new Response(null, { status: 200, headers: { ...Object.fromEntries(response.headers), etag: old } });
    };
  const { ended } = await judged(RULES, { wrap, options: { representations: ['json'] } });
  expect(ended('fail')).toEqual(['validator/etag-changes deals']);
});

test.each(
  inGate(
    [
      ['weak tags', () => true, (tag: string) => `W/${tag.replace(/^W\//u, '')}`],
      ['another tag each time', () => true, () => `"${crypto.randomUUID()}"`],
    ],
    2,
  ),
)('not failed: %s of the collection', async (_, isIt, write) => {
  const { ended } = await judged(RULES, { wrap: tagging(isIt, write), options });
  expect(ended('fail')).toEqual([]);
});

test('an operation in a form of its own that does not read If-Match is found where others do', {
  tags: ['night'],
}, async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    (request) => {
      if (!request.url.endsWith('/canceled') || !request.headers.has('if-match')) return fetch(request);
      const headers = new Headers(request.headers);
      headers.delete('if-match');
      return fetch(new Request(request, { headers }));
    };
  const { ended } = await judged(['validator/if-match'], {
    wrap,
    options: { representations: ['json'], operationForms: FORMS },
  });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

/** Answers what has If-Match of a tag that nobody has itself. */
function unmatched(method: string, path: RegExp, status: number) {
  return (fetch: Fetch): Fetch =>
    (request) => {
      const isIt = request.method === method && path.test(request.url) && !request.url.includes('/users');
      const isUnmatched = request.headers.get('if-match') === '"assayer-none"';
      return isIt && isUnmatched ? Promise.resolve(new Response(null, { status })) : fetch(request);
    };
}

test.each([
  ['DELETE', /\/deals\/[^/]+$/u],
  ['PUT', /\/change-price$/u],
])('404 to a %s whose condition fails is found', async (method, path) => {
  const options: { representations: ['json'] } = { representations: ['json'] };
  const { ended } = await judged(['validator/if-match'], { wrap: unmatched(method, path, 404), options });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

test('a DELETE that is refused by another code for If-Match is not failed', async () => {
  const options: { representations: ['json'] } = { representations: ['json'] };
  const { ended } = await judged(['validator/if-match'], { wrap: unmatched('DELETE', /./u, 409), options });
  expect(ended('fail')).toEqual([]);
});
