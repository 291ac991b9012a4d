import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
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

test.each(['if-match', 'if-modified-since', 'if-none-match'])('%s unread at nested records is found', async (field) => {
  const { of } = await judged(['validator/if-none-match'], { wrap: ignoring(field, /ssh-keys/u) });
  expect(of('validator/if-none-match', 'users').outcome).toBe('fail');
});

test.each(['if-match', 'if-modified-since'])('%s unread everywhere is not failed', async (field) => {
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
