import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** Changes the answers to HEAD at some paths. */
function heads(path: RegExp, type: string, change: (headers: Headers) => number | undefined) {
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      const { pathname, search } = new URL(request.url);
      if (request.method !== 'HEAD' || !path.test(pathname + search)) return response;
      if (!(response.headers.get('content-type') ?? '').startsWith(type)) return response;
      const headers = new Headers(response.headers);
      const status = change(headers) ?? response.status;
      return new Response(null, { status, headers });
    };
}

const FAULTS: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['another status on a nested record in XML', heads(/ssh-keys/u, 'application/xml', () => 202)],
  [
    'another tag on the list in HTML',
    heads(/\/users$/u, 'text/html', (headers) => void headers.set('etag', '"other"')),
  ],
  ['Vary without Accept on a query', heads(/name=/u, '', (headers) => void headers.set('vary', 'Origin'))],
];

test.each(FAULTS)('HEAD: %s', async (_, wrap) => {
  const { of } = await judged(['read/head'], { wrap });
  expect(of('read/head', 'users').outcome).toBe('fail');
});

test('HEAD may leave out validators, and name what varies in other words', async () => {
  const wrap = heads(/./u, '', (headers) => {
    headers.delete('etag');
    headers.delete('last-modified');
    headers.set('vary', 'origin,ACCEPT');
    return undefined;
  });
  const { ended } = await judged(['read/head'], { wrap });
  expect(ended('fail')).toEqual([]);
});
