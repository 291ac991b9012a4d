import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Changes the answers to HEAD at some paths; what `change` returns is another status. */
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

test.each(inGate(FAULTS, 2))('HEAD: %s', async (_, wrap) => {
  const { of } = await judged(['read/head'], { wrap });
  expect(of('read/head', 'users').outcome).toBe('fail');
});

test('a refusal that names the method is as long as that', { tags: ['night'] }, async () => {
  const naming =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      if (response.status !== 405) return response;
      const text = JSON.stringify({ error: `${request.method} is not known here` });
      const headers = new Headers({ ...Object.fromEntries(response.headers), 'content-length': `${text.length}` });
      return new Response(request.method === 'HEAD' ? null : text, { status: 405, headers });
    };
  const { ended } = await judged(['read/head', 'status/steady'], { wrap: naming });
  expect(ended('fail')).toEqual([]);
});

/** The status of every second answer, or of every n-th. */
function everySecond(status: number, n = 2): () => number | undefined {
  let count = 0;
  return () => {
    count += 1;
    return count % n === 0 ? status : undefined;
  };
}

const BESIDES: readonly [what: string, subject: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['another status now and then', 'users', heads(/\/users$/u, '', everySecond(404))],
  ['another status where nothing is', 'users', heads(/\/users\/[^/]+$/u, 'application/problem+json', () => 410)],
  [
    'another type past the end',
    'users',
    heads(/ssh-keys\/99999$/u, '', (headers) => void headers.set('content-type', 'text/plain')),
  ],
  ['another status of nested records at times', 'users', heads(/ssh-keys\/0$/u, '', everySecond(204, 5))],
  ['another status of a query of 4.3 at times', 'deals', heads(/^\/query\/deals\/assayer/u, '', everySecond(404))],
  ['another status where a query finds nobody', 'users', heads(/^\/users\?name=nobody/u, '', () => 404)],
  [
    'another type where a query finds no deal',
    'deals',
    heads(/\/deals\/\?name=nobody/u, '', (headers) => void headers.set('content-type', 'text/plain')),
  ],
  ['another status of a query in XML that finds nobody', 'users', heads(/name=nobody/u, 'application/xml', () => 204)],
  ['success where a query of 4.3 finds nothing', 'users', heads(/^\/query\/users\/nothing/u, '', () => 200)],
  ['another status by suffix', 'users', heads(/\.xml$/u, '', () => 404)],
  ['another tag by parameter', 'users', heads(/format=xml$/u, '', (headers) => void headers.set('etag', '"other"'))],
  ['another Allow at an operation', 'deals', heads(/\/hold$/u, '', (headers) => void headers.set('allow', 'PATCH'))],
  ['another status at an operation', 'deals', heads(/\/hold$/u, '', () => 404)],
  ['success for a type that nobody has', 'users', typelessHead],
  ['another status of the session check', 'target', heads(/^\/$/u, '', () => 404)],
  ['another challenge', 'target', heads(/^\/$/u, '', challenged)],
  ['no Vary: Cookie', 'target', heads(/^\/$/u, '', (headers) => void headers.set('vary', 'Origin'))],
];

function challenged(headers: Headers): undefined {
  if (headers.has('www-authenticate')) headers.set('www-authenticate', 'Basic realm="another"');
}

function typelessHead(fetch: Fetch): Fetch {
  return async (request) => {
    const response = await fetch(request);
    return request.method === 'HEAD' && response.status === 406 ? new Response(null, { status: 200 }) : response;
  };
}

test.each(inGate(BESIDES))('HEAD: %s', async (_, subject, wrap) => {
  const { of } = await judged(['read/head'], { wrap });
  expect(of('read/head', subject).outcome).toBe('fail');
});

test('HEAD may leave out validators, and name what varies in other words', async () => {
  const wrap = heads(/./u, '', (headers) => {
    headers.delete('etag');
    headers.delete('last-modified');
    headers.set('vary', 'origin,ACCEPT,cookie');
    return undefined;
  });
  const { ended } = await judged(['read/head'], { wrap });
  expect(ended('fail')).toEqual([]);
});

/** HEAD of the list on which the run creates, and conditions of HEAD in each representation. */
const GROWING = /\/deals\/$/u;

/** A HEAD that reads no If-None-Match, for a type. */
const unconditional =
  (path: RegExp, type: string) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const isIt = request.method === 'HEAD' && path.test(new URL(request.url).pathname);
    if (!isIt || request.headers.get('accept') !== type) return fetch(request);
    const headers = new Headers(request.headers);
    headers.delete('if-none-match');
    return fetch(new Request(request, { headers }));
  };

const anotherTag = (headers: Headers): undefined => void headers.set('etag', '"other"');
const anotherDate = (headers: Headers): undefined => void headers.set('last-modified', 'Thu, 01 Jan 2015 00:00:00 GMT');

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate(
    [
      ['another tag in JSON', heads(GROWING, 'application/json', anotherTag)],
      ['another date in XML', heads(GROWING, 'application/xml', anotherDate)],
      ['no 304 in HTML', unconditional(GROWING, 'text/html')],
    ],
    3,
  ),
)('HEAD of a growing list: %s', async (_, wrap) => {
  const { of } = await judged(['status/steady'], { wrap });
  expect(of('status/steady', 'target').outcome).toBe('fail');
});

test.each([
  ['the record', /\/users\/[^/]+$/u, 'application/xml'],
  ['the list', /\/users$/u, 'text/html'],
])('HEAD reads no If-None-Match: %s', async (_, path, type) => {
  const { of } = await judged(['validator/if-none-match'], { wrap: unconditional(path, type) });
  expect(of('validator/if-none-match', 'users').outcome).toBe('fail');
});

let moment = 0;
/** Every answer of the list has a tag and a date of its own. */
const neverStill = (fetch: Fetch): Fetch => {
  return async (request) => {
    const response = await fetch(request);
    if (!GROWING.test(new URL(request.url).pathname) || request.method === 'POST') return response;
    moment += 1;
    const headers = new Headers(response.headers);
    headers.set('etag', `W/"${moment}"`);
    headers.set('last-modified', new Date(1e12 + moment * 1000).toUTCString());
    return new Response(response.body, { status: response.status, headers });
  };
};

test.each<[string, (fetch: Fetch) => Fetch]>([
  [
    'HEAD tells no validators',
    heads(GROWING, '', (headers) => {
      headers.delete('etag');
      headers.delete('last-modified');
      return undefined;
    }),
  ],
  ['no two answers of the list have one tag', neverStill],
  [
    'conditions are read nowhere',
    (fetch) => (request) => {
      const headers = new Headers(request.headers);
      headers.delete('if-none-match');
      return fetch(new Request(request, { headers }));
    },
  ],
])('HEAD of a growing list, legal: %s', async (_, wrap) => {
  const { of } = await judged(['status/steady'], { wrap });
  expect(of('status/steady', 'target').outcome).not.toBe('fail');
});
