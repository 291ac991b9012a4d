import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** An address that named nothing, and is given to a new record later. */
type Wrap = (fetch: Fetch) => Fetch;

const RULE = 'create/addressable';
const isDeal = ({ method, url }: Request): boolean => method === 'GET' && /\/deals\/[^/]+$/u.test(url);

/** Answers 404 again where it did so before, with these fields on it. */
const keeping =
  (fields: Readonly<Record<string, string>>): Wrap =>
  (fetch) => {
    const missed = new Set<string>();
    return async (request) => {
      if (!isDeal(request)) return fetch(request);
      const response = missed.has(request.url) ? new Response('{}', { status: 404 }) : await fetch(request);
      if (response.status === 404) missed.add(request.url);
      const headers = new Headers({ ...Object.fromEntries(response.headers), ...(response.ok ? {} : fields) });
      return new Response(response.body, { status: response.status, headers });
    };
  };

test('a server that keeps what it did not find is found out', async () => {
  const { ended } = await judged([RULE], { wrap: keeping({}), concurrency: 1 });
  expect(ended('fail')).toContain(`${RULE} deals`);
});

test.each(
  inGate([
    ['keeps what it did not find and tells so', keeping({ 'cache-control': 'max-age=60' })],
    ['is the mock', (fetch: Fetch) => fetch],
  ] as const),
)('legal: a server that %s', async (_, wrap) => {
  expect((await judged([RULE], { wrap, concurrency: 1 })).ended('fail')).toEqual([]);
});

test('legal: an id of before that is given to a record of somebody else', async () => {
  const wrap: Wrap = (fetch) => async (request) => {
    const response = await fetch(request);
    // Somebody else creates whenever the run does.
    if (request.method === 'POST' && response.status === 201 && request.url.endsWith('/deals/'))
      await fetch(
        new Request(request.url, { method: 'POST', headers: request.headers, body: '{"name":"other","price":1}' }),
      );
    return response;
  };
  expect((await judged([RULE], { wrap })).ended('fail')).toEqual([]);
});
