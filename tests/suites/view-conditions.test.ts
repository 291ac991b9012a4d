import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Takes a field away from requests for some paths, as a server does that does not read it. */
function ignoring(field: string, path: RegExp) {
  return (fetch: Fetch): Fetch =>
    (request) => {
      const { pathname, search } = new URL(request.url);
      if (!path.test(pathname + search) || !request.headers.has(field)) return fetch(request);
      const headers = new Headers(request.headers);
      headers.delete(field);
      return fetch(new Request(request.url, { method: request.method, headers }));
    };
}

test.each(inGate(['if-match', 'if-modified-since', 'if-none-match'], 3))(
  '%s unread at nested records is found',
  async (field) => {
    const { of } = await judged(['validator/if-none-match'], { wrap: ignoring(field, /ssh-keys/u) });
    expect(of('validator/if-none-match', 'users').outcome).toBe('fail');
  },
);

test.each(inGate(['if-match', 'if-modified-since'], 2))('%s unread everywhere is not failed', async (field) => {
  const { ended } = await judged(['validator/if-none-match'], { wrap: ignoring(field, /./u) });
  expect(ended('fail')).toEqual([]);
});

test('304 for the tag of another representation of a nested record is found', async () => {
  const tags = new Set<string>();
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      if (!request.url.includes('/address/') || response.status !== 200) return response;
      const asked = request.headers.get('if-none-match') ?? '';
      if (tags.has(asked)) return new Response(null, { status: 304, headers: response.headers });
      tags.add(response.headers.get('etag') ?? '');
      return response;
    };
  const { of } = await judged(['validator/if-none-match'], { wrap });
  expect(of('validator/if-none-match', 'users')).toMatchObject({
    outcome: 'fail',
    expected: expect.stringContaining('a tag that is not that of the'),
  });
});

/** A server that reads only some lists of tags at some addresses: what it does not read is no condition there. */
function passingOver(field: string, path: RegExp, isPassed: (tags: string) => boolean) {
  return (fetch: Fetch): Fetch =>
    (request) =>
      isPassed(request.headers.get(field) ?? '') ? ignoring(field, path)(fetch)(request) : fetch(request);
}

const WEAK_FIRST = (tags: string): boolean => /^W\/"assayer[^"]*", "/u.test(tags);

test.each([
  ['If-None-Match with a weak tag first', 'if-none-match', /\/ssh-keys\//u, WEAK_FIRST],
  ['If-None-Match with an empty member', 'if-none-match', /\/users$/u, (tags: string) => /, *,/u.test(tags)],
])('found: %s is not read', async (_, field, path, isPassed) => {
  const { of } = await judged(['validator/if-none-match'], {
    wrap: passingOver(field, path, isPassed),
    options: { representations: ['json'] },
  });
  expect(of('validator/if-none-match', 'users').outcome).toBe('fail');
});

test('found: If-Match of two lines is refused at a collection, where its second tag is the current one', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    (request) =>
      /\/users$/u.test(request.url) && WEAK_FIRST(request.headers.get('if-match') ?? '')
        ? Promise.resolve(new Response(null, { status: 412 }))
        : fetch(request);
  const { of } = await judged(['validator/if-none-match'], { wrap, options: { representations: ['json'] } });
  expect(of('validator/if-none-match', 'users')).toMatchObject({ outcome: 'fail' });
});
