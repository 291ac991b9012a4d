import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { answered, json, judged, type Server } from './judged.ts';
import { failedOnSockets } from './on-sockets.ts';

/** Takes a request in place of the mock; `next` asks the mock, with other header fields or another method where they are given. */
type Take = (request: Request, next: Next, path: string) => Promise<Response>;
type Next = (changed?: {
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly path?: string;
}) => Promise<Response>;

function server(take: Take): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const { pathname, search, origin } = new URL(request.url);
    const next: Next = async ({ fields = {}, path = pathname + search } = {}) => {
      const headers = new Headers(request.headers);
      for (const [name, value] of Object.entries(fields)) {
        if (value === undefined) headers.delete(name);
        else headers.set(name, value);
      }
      const { method } = request;
      const carries = body.length > 0 && method !== 'GET' && method !== 'HEAD';
      return fetch(new Request(origin + path, { method, headers, ...(carries ? { body } : {}) }));
    };
    return take(request, next, pathname);
  };
}

/** The same answer with these fields, those of `undefined` left out. */
function withFields(response: Response, fields: Readonly<Record<string, string | undefined>>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

async function rewritten(response: Response, change: (text: string) => string): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(change(await response.text()), { status: response.status, headers });
}

const RECORD = /\/deals\/[^/]+$/u;
const OPERATION = /\/deals\/[^/]+(?:\/(?!holds)[a-z-]+)?$/u;
const NO_DATE = /^\d{4}-\d\d-\d\dT/u;

async function put(request: Request, fetch: Fetch, verb: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(new Request(`${request.url}${verb}`, { method: 'PUT', headers, body: '{"reason":"by reading"}' }));
}

interface Case extends Server {
  readonly title: string;
  readonly fails: string;
  readonly rules: readonly string[];
}

const fault = (title: string, fails: string, take: Take, more: Partial<Case> = {}): Case => ({
  title,
  fails,
  rules: [fails.split(' ')[0] ?? ''],
  wrap: server(take),
  ...more,
});

/** If-Match on a PUT as a careless server reads it: what is left of the field, or undefined to pass it over. */
const readsIfMatch =
  (read: (value: string) => string | undefined): Take =>
  (request, next) => {
    const value = request.headers.get('if-match');
    return value === null || request.method !== 'PUT' ? next() : next({ fields: { 'if-match': read(value) } });
  };

const tags = new Map<string, string>();

const CONDITIONS: readonly Case[] = [
  fault('passes over If-Match alone', 'validator/if-match deals', (_, next) =>
    next({ fields: { 'if-match': undefined } }),
  ),
  fault('passes over dates of a PUT', 'validator/if-match deals', ({ method }, next) =>
    next(method === 'PUT' ? { fields: { 'if-unmodified-since': undefined } } : {}),
  ),
  fault('takes a date of ISO 8601 for a condition of writes', 'validator/if-match deals', async (request, next) => {
    const since = request.headers.get('if-unmodified-since') ?? '';
    return NO_DATE.test(since) && ['PUT', 'DELETE'].includes(request.method) ? json(412, {}) : next();
  }),
  fault('takes a date of ISO 8601 for one of a GET', 'validator/if-none-match users', async (request, next) =>
    NO_DATE.test(request.headers.get('if-modified-since') ?? '')
      ? new Response(null, { status: 304, headers: (await next()).headers })
      : next(),
  ),
  fault(
    'reads the first tag of a list in a PUT',
    'validator/if-match deals',
    readsIfMatch((value) => value.split(', ')[0]),
  ),
  fault(
    'reads the last tag of a list in a PUT',
    'validator/if-match deals',
    readsIfMatch((value) => value.split(', ').at(-1)),
  ),
  fault(
    'compares weakly in a PUT',
    'validator/if-match deals',
    readsIfMatch((value) => value.replaceAll('W/', '')),
  ),
  fault('takes any former tag in a PUT', 'validator/if-match deals', async (request, next, path) => {
    const value = request.headers.get('if-match') ?? '';
    if (request.method === 'PUT' && tags.get(value) === path) return next({ fields: { 'if-match': undefined } });
    const response = await next();
    const tag = response.headers.get('etag');
    if (request.method === 'GET' && tag !== null) tags.set(tag, path);
    return response;
  }),
  fault('reads the last tag of a list in a DELETE', 'validator/if-match deals', (request, next) => {
    const value = request.headers.get('if-match');
    if (value === null || request.method !== 'DELETE') return next();
    return next({ fields: { 'if-match': value.split(', ').at(-1) } });
  }),
  fault('does not read the obsolete forms of dates', 'validator/if-none-match users', (request, next) => {
    const since = request.headers.get('if-modified-since') ?? '';
    return next(/^[A-Z][a-z]{2},/u.test(since) ? {} : { fields: { 'if-modified-since': undefined } });
  }),
  fault(
    'tells no length on a 304',
    'validator/every target',
    async (_, next) => {
      const response = await next();
      return response.status === 304 ? withFields(response, { 'content-length': '0' }) : response;
    },
    { rules: ['validator/every', 'validator/if-none-match'] },
  ),
];

const METHODS: readonly Case[] = [
  fault('answers HEAD of the root to anybody', 'session/unauthorized target', async ({ method }, next, path) =>
    method === 'HEAD' && path === '/' ? new Response(null) : next(),
  ),
  fault('leaves DELETE out of OPTIONS', 'method/refused deals', async ({ method }, next, path) =>
    method === 'OPTIONS' && RECORD.test(path) ? withFields(await next(), { allow: 'GET, HEAD, PUT' }) : next(),
  ),
  fault('leaves POST out of OPTIONS', 'method/refused deals', async ({ method }, next, path) =>
    method === 'OPTIONS' && path.endsWith('/deals/') ? withFields(await next(), { allow: 'GET, HEAD' }) : next(),
  ),
  fault(
    'tells no Allow to a POST that it refuses',
    'status/405-allow target',
    async ({ method }, next) => {
      const response = await next();
      return method === 'POST' && response.status === 405 ? withFields(response, { allow: undefined }) : response;
    },
    { rules: ['status/405-allow', 'method/refused'] },
  ),
  {
    title: 'takes the hold away by HEAD',
    fails: 'read/safe deals',
    rules: ['read/safe'],
    wrap: (fetch) => async (request) => {
      if (request.method === 'HEAD' && RECORD.test(request.url)) await put(request, fetch, '/unhold');
      return fetch(request);
    },
  },
  {
    title: 'completes by OPTIONS',
    fails: 'read/safe deals',
    rules: ['read/safe'],
    wrap: (fetch) => async (request) => {
      if (request.method === 'OPTIONS' && request.url.endsWith('/complete')) await put(request, fetch, '');
      return fetch(request);
    },
  },
];

const MESSAGES: readonly Case[] = [
  fault(
    'sets a cookie with a blank in its name',
    'validator/every target',
    async (_, next) => withFields(await next(), { 'set-cookie': 'last seen=1; Path=/' }),
    { rules: ['validator/every', 'read/item'] },
  ),
  fault(
    'sets two cookies in one field',
    'validator/every target',
    async (_, next) => withFields(await next(), { 'set-cookie': 'a=1, b=2; Path=/' }),
    { rules: ['validator/every', 'read/item'] },
  ),
  fault('lets caches share the session check', 'session/authorized target', async (_, next, path) =>
    path === '/' ? withFields(await next(), { 'cache-control': 'public, max-age=600', vary: 'Accept' }) : next(),
  ),
  fault('names no challenge on a page', 'session/challenge target', async (request, next, path) =>
    path === '/' && request.headers.get('accept') === 'text/html'
      ? withFields(await next(), { 'www-authenticate': undefined })
      : next(),
  ),
  ...['', '=a', 'USER%5FTOKEN=', '$USER_TOKEN='].map((begin) =>
    fault(`lets in by “${begin}”`, 'session/exact-name target', async (request, next, path) => {
      const cookie = request.headers.get('cookie');
      const isIt = begin === '' ? cookie === '' : cookie?.startsWith(begin) === true;
      return path === '/' && isIt ? json(200, 'OK') : next();
    }),
  ),
  ...(
    [
      ['an encoded id', /^\/users\/%\d\d$/u],
      ['an encoded index', /\/ssh-keys\/%\d\d$/u],
    ] as const
  ).map(([title, place]) =>
    fault(
      `does not know ${title}`,
      'status/steady target',
      async (_, next, path) => (place.test(path) ? json(404, {}) : next()),
      {
        rules: ['status/steady', 'read/every'],
      },
    ),
  ),
  fault(
    'reads capital digits alone in a query',
    'status/steady target',
    async (request, next) => (/%[0-9a-f]*[a-f]/u.test(new URL(request.url).search) ? json(200, []) : next()),
    { rules: ['status/steady', 'read/every'] },
  ),
];

const OPERATIONS: readonly Case[] = [
  fault('answers 200 to what it made with an address', 'operation/status HoldDeal/E', async ({ method }, next, path) =>
    method === 'POST' && path.endsWith('/holds') ? answered(await next(), 200) : next(),
  ),
  fault('shows a command without its params', 'operation/status HoldDeal/F', async ({ method }, next, path) => {
    if (method !== 'GET' || !path.includes('/commands/')) return next();
    return rewritten(await next(), (text) => text.replace(/"params":\{[^}]*\}/u, '"params":{}'));
  }),
  fault('tells the opposite of a flag in XML', 'operation/effect HoldDeal/A', async ({ method }, next, path) => {
    if (method !== 'GET' || !RECORD.test(path)) return next();
    return rewritten(await next(), (text) => text.replace('<held>true</held>', '<held>false</held>'));
  }),
  fault(
    'marks the deal by an action that there is not',
    'operation/unknown-action HoldDeal/C',
    async (request, next, path) => {
      if (request.method === 'PUT' && (await request.clone().text()).includes('NoSuchAction')) marked.add(path);
      const response = await next();
      if (request.method !== 'GET' || !marked.has(path) || !response.ok) return response;
      return json(200, { ...(await response.json()), lastAction: 'NoSuchAction' });
    },
  ),
  fault('carries out what it answers 406', 'operation/malformed HoldDeal/A', async (request, next, path) => {
    const isIt =
      request.method === 'PUT' && OPERATION.test(path) && request.headers.get('accept')?.includes('x-assayer');
    if (isIt !== true) return next();
    await next({ fields: { accept: '*/*' } });
    return json(406, {});
  }),
  fault('files a creation that it answers 412', 'create/refused deals', async (request, next, path) => {
    if (request.method !== 'POST' || !path.endsWith('/deals/') || !request.headers.has('if-match')) return next();
    await next({ fields: { 'if-match': undefined } });
    return json(412, {});
  }),
  {
    title: 'files a creation that it refuses for lack of a price',
    fails: 'create/refused deals',
    rules: ['create/refused'],
    wrap: (fetch) => async (request) => {
      const text = await request.clone().text();
      const isCreation = request.method === 'POST' && request.url.endsWith('/deals/');
      if (!isCreation || !/^\{"name":"[^"]*"\}$/u.test(text)) return fetch(request);
      const body = text.replace('}', ',"price":1}');
      await fetch(new Request(request.url, { method: 'POST', headers: request.headers, body }));
      return json(400, {});
    },
  },
];

const marked = new Set<string>();

const LEGAL: readonly Server[] = [
  { wrap: server((_, next) => next({ fields: { 'if-match': undefined, 'if-unmodified-since': undefined } })) },
];

describe('a server that', () => {
  it.each(inGate([...CONDITIONS, ...METHODS, ...MESSAGES, ...OPERATIONS], Infinity))(
    '$title fails',
    { tags: ['night'] },
    async ({ fails, rules, ...how }) => {
      const { ended } = await judged(rules, how);
      expect(ended('fail')).toContain(fails);
    },
  );

  it('reads no condition but those of GET that save a transfer is not failed', async () => {
    for (const how of LEGAL) expect((await judged(['validator/if-match'], how)).ended('fail')).toEqual([]);
  });

  it('tells on a 304 the length of the 200 is not failed', { tags: ['night'] }, async () => {
    const wrap = server(async ({ method }, next) => {
      const response = await next();
      if (response.status !== 304 || method !== 'GET') return response;
      const whole = await next({ fields: { 'if-none-match': undefined, 'if-modified-since': undefined } });
      // A list may have become another one between the two answers.
      if (whole.headers.get('etag') !== response.headers.get('etag')) return response;
      return withFields(response, { 'content-length': String((await whole.arrayBuffer()).byteLength) });
    });
    expect((await judged(['validator/every', 'validator/if-none-match'], { wrap })).ended('fail')).toEqual([]);
  });

  it('tells no Allow below /users, and knows no PROPFIND, fails', { tags: ['night'] }, async () => {
    const failed = await failedOnSockets(
      ['status/405-allow', 'method/refused'],
      trace((url) => !url.startsWith('/users')),
    );
    expect(failed.map(({ rule }) => rule)).toEqual(['status/405-allow']);
  });

  it('refuses TRACE by itself, as what stands in front of a service does, is not failed', {
    tags: ['night'],
  }, async () => {
    expect(
      await failedOnSockets(
        ['status/405-allow', 'method/refused'],
        trace(() => false),
      ),
    ).toEqual([]);
  });

  it('names a coding in which its bodies are not fails', { tags: ['night'] }, async () => {
    const failed = await failedOnSockets(['negotiate/labelled', 'read/item'], ({ url, headers }, outgoing, next) => {
      if (url === '/users/1' && headers['accept-encoding'] === 'gzip') outgoing.setHeader('content-encoding', 'gzip');
      next();
    });
    expect(failed.map(({ rule }) => rule)).toEqual(['negotiate/labelled']);
  });
});

/** A server that knows TRACE and not PROPFIND; where Allow is told. */
const trace =
  (tells: (url: string) => boolean) =>
  ({ method, url = '' }: IncomingMessage, outgoing: ServerResponse, next: () => void): void => {
    if (method === 'PROPFIND') outgoing.writeHead(501).end();
    else if (method === 'TRACE') outgoing.writeHead(405, tells(url) ? { allow: 'GET, HEAD' } : {}).end();
    else next();
  };
