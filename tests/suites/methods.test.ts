import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

type Take = (request: Request, next: (method?: string) => Promise<Response>, path: string) => Promise<Response>;

function server(take: Take): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const next = async (method = request.method): Promise<Response> =>
      fetch(
        new Request(request.url, {
          method,
          headers: request.headers,
          ...(body.length === 0 || method === 'GET' || method === 'HEAD' ? {} : { body }),
        }),
      );
    return take(request, next, new URL(request.url).pathname);
  };
}

function withField(response: Response, name: string, value: string | undefined): Response {
  const headers = new Headers(response.headers);
  headers.delete(name);
  if (value !== undefined) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

const JSON_ONLY = { representations: ['json'] } as const;
const RECORD = /\/deals\/[^/]+$/u;

const WRONG: readonly (readonly [string, Take])[] = [
  [
    'OPTIONS under a condition',
    async ({ method, headers }, next) =>
      method === 'OPTIONS' && headers.has('if-match') ? new Response(null, { status: 412 }) : next(),
  ],
  [
    'an Allow of PATCH that lacks DELETE',
    async ({ method }, next, path) =>
      method === 'PATCH' && RECORD.test(path) ? withField(await next(), 'allow', 'GET, HEAD, PUT') : next(),
  ],
  [
    'an Allow that names what is refused there',
    async ({ method }, next, path) =>
      method === 'PROPFIND' && RECORD.test(path)
        ? withField(await next(), 'allow', 'GET, HEAD, PUT, PATCH, DELETE')
        : next(),
  ],
  [
    'OPTIONS without Allow at nested records',
    async ({ method }, next, path) =>
      method === 'OPTIONS' && path.includes('ssh-keys') ? withField(await next(), 'allow', undefined) : next(),
  ],
  [
    'OPTIONS with an Allow that lacks GET',
    async ({ method }, next, path) =>
      method === 'OPTIONS' && /\/users\/[^/]+$/u.test(path) ? withField(await next(), 'allow', 'OPTIONS') : next(),
  ],
];

/** Changes Allow at OPTIONS or at what is refused with 405. */
function allowing(of: 'OPTIONS' | 405, path: RegExp, change: (allow: string) => string): Take {
  return async ({ method }, next, at) => {
    const response = await next();
    const allow = response.headers.get('allow');
    const isIt = (of === 'OPTIONS' ? method === of : response.status === of) && path.test(at);
    return isIt && allow !== null ? withField(response, 'allow', change(allow)) : response;
  };
}

const more = (allow: string): string => `${allow}, DELETE, PATCH`;

const withoutHead = (allow: string): string => allow.replace(/, HEAD|HEAD, /u, '');

const UNTRUE: readonly (readonly [string, Take])[] = [
  ['OPTIONS that names what nested records refuse', allowing('OPTIONS', /ssh-keys/u, more)],
  ['OPTIONS that names what a suffixed address refuses', allowing('OPTIONS', /\.xml$/u, more)],
  ['OPTIONS of an operation without its method', allowing('OPTIONS', /\/hold$/u, () => 'OPTIONS')],
  ['OPTIONS of a sub-collection without POST', allowing('OPTIONS', /\/holds$/u, () => 'GET, HEAD, OPTIONS')],
  ['OPTIONS of a command document without GET', allowing('OPTIONS', /\/commands\//u, () => 'PUT, OPTIONS')],
  ['OPTIONS with an Allow that is no list', allowing('OPTIONS', /\/holds$/u, (allow) => allow.replaceAll(', ', '; '))],
  ['a 405 of nested records without HEAD', allowing(405, /ssh-keys/u, withoutHead)],
  ['OPTIONS of the users without HEAD', allowing('OPTIONS', /\/users$/u, withoutHead)],
  ['OPTIONS with an empty member', allowing('OPTIONS', /\/users$/u, (allow) => `${allow},, `)],
  ['a 405 that names what OPTIONS does not', allowing(405, /\/users$/u, more)],
];

test.each(inGate(UNTRUE, Infinity))('found: %s', async (_, take) => {
  const { ended } = await judged(['method/refused'], { wrap: server(take) });
  expect(ended('fail').map((one) => one.split(' ')[0])).toContain('method/refused');
});

test.each(inGate(WRONG))('found: %s', async (_, take) => {
  const { ended } = await judged(['method/refused'], { wrap: server(take), options: JSON_ONLY });
  expect(ended('fail').map((one) => one.split(' ')[0])).toContain('method/refused');
});

test('a 405 without Allow is found where PATCH alone is refused so', { tags: ['night'] }, async () => {
  const wrap = server(async ({ method }, next) =>
    method === 'PATCH' ? withField(await next(), 'allow', undefined) : next(),
  );
  const { ended } = await judged(['status/405-allow', 'method/refused'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toContain('status/405-allow target');
});

test('a 405 at one operation that lacks its method is found', { tags: ['night'] }, async () => {
  const wrap = server(allowing(405, /\/change-price$/u, () => 'HEAD, OPTIONS'));
  const { ended } = await judged(['status/405-allow', 'operation/served', 'read/safe'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toEqual(['status/405-allow target']);
});

test.each(
  inGate(
    [
      ['/command/', 'command/status'],
      ['/hold', 'operation/served'],
    ],
    2,
  ),
)('a 405 at %s that names GET, which is refused there, is found', { tags: ['night'] }, async (place, served) => {
  const wrap = server(async ({ method }, next, path) => {
    const response = await next();
    const isIt = method === 'HEAD' && response.status === 405 && path.includes(place);
    return isIt ? withField(response, 'allow', 'GET, PUT, POST') : response;
  });
  const { ended } = await judged(['status/405-allow', 'method/refused', 'read/safe', served], {
    wrap,
    options: JSON_ONLY,
  });
  expect(ended('fail')).toContain('status/405-allow target');
});

test('a record that has other methods after an operation is not failed', { tags: ['night'] }, async () => {
  const held = new Set<string>();
  const wrap = server(async ({ method }, next, path) => {
    const response = await next();
    if (method === 'PUT' && path.endsWith('/hold') && response.ok) held.add(path);
    if (!held.has(path)) return response;
    if (method === 'GET') return Response.json({ held: true });
    return response.status === 405 || method === 'OPTIONS'
      ? withField(response, 'allow', 'PUT, GET, OPTIONS')
      : response;
  });
  const { ended } = await judged(['status/405-allow', 'method/refused', 'operation/served'], {
    wrap,
    options: JSON_ONLY,
  });
  expect(ended('fail')).toEqual([]);
});

const LEGAL: readonly (readonly [string, Take])[] = [
  [
    'HEAD is named nowhere',
    (...all) => allowing(405, /./u, withoutHead)(all[0], () => allowing('OPTIONS', /./u, withoutHead)(...all), all[2]),
  ],
  ['HEAD is named by OPTIONS alone', allowing(405, /./u, withoutHead)],
  [
    'HEAD is neither named nor there at nested records',
    async (request, next, path) => {
      const isHead = request.method === 'HEAD' && path.includes('ssh-keys');
      if (isHead) return new Response(null, { status: 405, headers: { allow: 'GET, OPTIONS' } });
      const at = /ssh-keys/u;
      return allowing(405, at, withoutHead)(
        request,
        () => allowing('OPTIONS', at, withoutHead)(request, next, path),
        path,
      );
    },
  ],
];

test.each(inGate(LEGAL, Infinity))('not failed: %s', async (_, take) => {
  const { ended } = await judged(['status/405-allow', 'method/refused'], { wrap: server(take) });
  expect(ended('fail')).toEqual([]);
});

test('a condition that is looked at before the method is found', async () => {
  const wrap = server(async ({ headers }, next) => {
    const response = await next();
    return response.status === 405 && headers.has('if-match') ? new Response(null, { status: 412 }) : response;
  });
  const { ended } = await judged(['method/refused'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toContain('method/refused users');
});

test.each(['HEAD', 'OPTIONS'])('%s that carries out an operation is found', async (wrong) => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      if (request.method === wrong && request.url.endsWith('/hold')) {
        const headers = { 'content-type': 'application/json' };
        await fetch(new Request(request.url, { method: 'PUT', headers, body: '{"reason":"none"}' }));
      }
      return fetch(request);
    };
  const { ended } = await judged(['read/safe'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toEqual(['read/safe deals']);
});

test.each([
  ['content-length', '7'],
  ['cache-control', 'max-age=60'],
])('HEAD with another %s than GET is found', { tags: ['night'] }, async (name, value) => {
  const wrap = server(async ({ method }, next, path) =>
    method === 'HEAD' && path.includes('ssh-keys') ? withField(await next(), name, value) : next(),
  );
  const { ended } = await judged(['read/head'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toEqual(['read/head users']);
});

test('one of several equal answers in another charset is found', { tags: ['night'] }, async () => {
  let count = 0;
  const wrap = server(async ({ method }, next, path) => {
    const response = await next();
    if (method !== 'GET' || path !== '/users' || response.status !== 200) return response;
    count += 1;
    const type = response.headers.get('content-type') ?? '';
    return count % 5 === 0 && type.startsWith('application/json')
      ? withField(response, 'content-type', 'application/json; charset=utf-16')
      : response;
  });
  const { ended } = await judged(['status/steady'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toContain('status/steady target');
});

/** One list for every address, in any order, as a server in front gives it. */
const always =
  (...names: readonly string[]): Take =>
  async ({ method }, next) => {
    if (method !== 'OPTIONS') return next();
    turn += 1;
    const allow = turn % 2 === 0 ? names.join(', ') : names.toReversed().join(', ');
    return new Response(null, { status: 204, headers: { allow } });
  };
let turn = 0;

const EVERY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const STATIC: readonly (readonly [string, Take])[] = [
  ['one list of OPTIONS for every address', always(...EVERY_METHOD)],
  ['one list of OPTIONS for every address, that of WebDAV', always(...EVERY_METHOD, 'PROPFIND', 'TRACE')],
];

test.each(STATIC)('not failed: %s', async (_, take) => {
  const { ended } = await judged(['method/refused'], { wrap: server(take), options: JSON_ONLY });
  expect(ended('fail')).toEqual([]);
  expect(ended('pass')).toContain('method/refused users');
});

const OWN: readonly (readonly [string, string, Take])[] = [
  ['DELETE, which is answered 405', 'users', allowing('OPTIONS', /ssh-keys/u, (allow) => `${allow}, DELETE`)],
  ['PATCH, which is answered 405', 'deals', allowing('OPTIONS', RECORD, (allow) => `${allow}, PATCH`)],
  ['PROPFIND, which is answered 405', 'users', allowing('OPTIONS', /\/users$/u, (allow) => `${allow}, PROPFIND`)],
];

test.each(inGate(OWN, 2))('found where the lists of OPTIONS differ: one names %s', async (_, subject, take) => {
  const { ended } = await judged(['method/refused'], { wrap: server(take), options: JSON_ONLY });
  expect(ended('fail')).toEqual([`method/refused ${subject}`]);
});

const RIGHT: readonly (readonly [string, Take])[] = [
  [
    'OPTIONS answered by a server in front',
    async ({ method }, next) => (method === 'OPTIONS' ? new Response(null, { status: 204 }) : next()),
  ],
  [
    'an Allow that says nothing, wherever a method is refused',
    async (_request, next) => {
      const response = await next();
      return response.status === 405 ? withField(response, 'allow', '') : response;
    },
  ],
  [
    'an Allow that says nothing but where OPTIONS is refused by a server in front',
    async ({ method }, next) => {
      if (method === 'OPTIONS') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
      const response = await next();
      return response.status === 405 ? withField(response, 'allow', '') : response;
    },
  ],
  [
    'OPTIONS refused by a server in front',
    async ({ method }, next) =>
      method === 'OPTIONS' ? new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } }) : next(),
  ],
  [
    'methods that are not known answered 501',
    async ({ method }, next) => (['PATCH', 'PROPFIND'].includes(method) ? new Response(null, { status: 501 }) : next()),
  ],
  [
    'PATCH of a record taken',
    async ({ method }, next, path) =>
      method === 'PATCH' && RECORD.test(path) ? new Response(null, { status: 204 }) : next(),
  ],
];

test.each(inGate(RIGHT))('not failed: %s', async (_, take) => {
  const rules = ['method/refused', 'read/safe', 'read/head', 'status/405-allow'];
  const { ended } = await judged(rules, { wrap: server(take), options: JSON_ONLY });
  expect(ended('fail')).toEqual([]);
});
