import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'read/head';

/** Answers HEAD otherwise where the mock refuses, or where an address chooses a representation. */
function heads(
  isMeant: (path: string, accept: string, status: number) => boolean,
  status: number | undefined,
  fields: Readonly<Record<string, string>> = {},
): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const { pathname, search } = new URL(request.url);
    const accept = request.headers.get('accept') ?? '';
    if (request.method !== 'HEAD' || !isMeant(pathname + search, accept, response.status)) return response;
    const headers = new Headers({ ...Object.fromEntries(response.headers), ...fields });
    return new Response(null, { status: status ?? response.status, headers });
  };
}

/** A server that still knows by HEAD what was deleted. */
function knowsDeleted(fetch: Fetch): Fetch {
  const gone = new Set<string>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    const response = await fetch(request);
    if (request.method === 'DELETE' && response.ok) gone.add(pathname);
    return request.method === 'HEAD' && gone.has(pathname) ? new Response(null, { status: 200 }) : response;
  };
}

const HTML = { 'content-type': 'text/html' };

const WRONG: readonly [what: string, subject: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    '200 for an unknown deal as XML',
    'deals',
    heads((path, accept, status) => /deals\/[^/]+$/u.test(path) && accept.includes('xml') && status === 404, 200),
  ],
  [
    'another type for an unknown user as XML',
    'users',
    heads((path, accept, status) => /users\/[^/]+$/u.test(path) && accept.includes('xml') && status === 404, 404, HTML),
  ],
  [
    '400 past the end of addresses as HTML',
    'users',
    heads((path, accept, status) => path.includes('/address/') && accept.includes('html') && status === 404, 400),
  ],
  ['200 for a type that no list has', 'users', heads((path, _, status) => path === '/users' && status === 406, 200)],
  [
    '200 for a query of no name',
    'users',
    heads(
      (path, _, status) => !/^\/query\/(?:users|deals)\//u.test(path) && /^\/query/u.test(path) && status === 404,
      200,
    ),
  ],
  [
    '200 under another version',
    'deals',
    heads((path, _, status) => /^\/rest\/(?!1\/)/u.test(path) && status === 404, 200),
  ],
  [
    '200 for a hold that nothing made',
    'deals',
    heads((path, _, status) => /holds\//u.test(path) && status === 404, 200),
  ],
  [
    '200 for a command that nothing made',
    'deals',
    heads((path, _, status) => /^\/commands\//u.test(path) && status === 404, 200),
  ],
  ['200 for what was deleted', 'deals', knowsDeleted],
  ['404 for the page of the list by its suffix', 'users', heads((path) => path === '/users.html', 404)],
  [
    'another type of the list by a parameter',
    'deals',
    heads((path) => path.endsWith('/deals/?format=html'), undefined, { 'content-type': 'application/json' }),
  ],
];

test.each(inGate(WRONG))('found: HEAD answered %s', async (_, subject, wrap) => {
  const { of } = await judged([`${RULE}#${subject}`], { wrap });
  expect(of(RULE, subject)).toMatchObject({ outcome: 'fail' });
});

/** Refusals with a time, an id of the request and a length of their own, as some proxies write them. */
function refusesInOtherWords(fetch: Fetch): Fetch {
  let count = 0;
  return async (request) => {
    const response = await fetch(request);
    if (response.status < 400) return response;
    count += 1;
    const text = JSON.stringify({ request: '1'.repeat(count % 7), method: request.method });
    const headers = new Headers({ ...Object.fromEntries(response.headers), 'content-length': String(text.length) });
    return new Response(request.method === 'HEAD' ? null : text, { status: response.status, headers });
  };
}

/** HEAD without what takes a body to know. */
function withoutFields(fetch: Fetch): Fetch {
  return async (request) => {
    const response = await fetch(request);
    if (request.method !== 'HEAD') return response;
    const headers = new Headers(response.headers);
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified']) headers.delete(name);
    return new Response(null, { status: response.status, headers });
  };
}

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['the plain mock', (fetch) => fetch],
  ['refusals in other words each time', refusesInOtherWords],
  ['fields that HEAD leaves out', withoutFields],
  [
    'no reading of what operations make',
    (fetch) => async (request) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const isMade = /\/commands\/|\/holds\b/u.test(new URL(request.url).pathname);
      if (!isRead || !isMade) return fetch(request);
      return new Response(null, { status: 405, headers: { allow: 'PUT' } });
    },
  ],
];

test.each(inGate(LEGAL))('legal: %s', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap });
  expect(ended('fail')).toEqual([]);
});
