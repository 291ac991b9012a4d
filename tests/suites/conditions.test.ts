import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { failedOnSockets, keepLines } from './on-sockets.ts';

type Take = (
  request: Request,
  next: (fields?: Readonly<Record<string, string | undefined>>) => Promise<Response>,
) => Promise<Response>;

/** A server that may answer in place of the mock, or ask it with other header fields. */
function server(take: Take): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) =>
    take(request, async (fields = {}) => {
      const headers = new Headers(request.headers);
      for (const [name, value] of Object.entries(fields)) {
        headers.delete(name);
        if (value !== undefined) headers.set(name, value);
      }
      return fetch(new Request(request, { headers }));
    });
}

/** A server that reads a field in its own way: another value, or undefined where it passes it over. */
function reading(
  field: string,
  read: (value: string, request: Request) => string | undefined,
): (fetch: Fetch) => Fetch {
  return server((request, next) => {
    const value = request.headers.get(field);
    return value === null ? next() : next({ [field]: read(value, request) });
  });
}

// One representation is enough where only fields are read wrongly.
const options = { representations: ['json'] } as const;

const isWrite = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';
const notModified = (): Response => new Response(null, { status: 304 });
const refused = (status: number): Response => new Response(null, { status });

const WRONG_READINGS: Readonly<Record<string, (fetch: Fetch) => Fetch>> = {
  'If-None-Match: * is answered 304 where nothing is': server(async (request, next) => {
    const response = await next();
    const isAny = request.headers.get('if-none-match') === '*' && /\/(?:users|deals)\/[^/]+$/u.test(request.url);
    return isAny && response.status === 404 ? notModified() : response;
  }),
  'any If-Modified-Since is answered 304': server(async (request, next) =>
    request.headers.has('if-modified-since') && !request.headers.has('if-none-match') && !isWrite(request)
      ? notModified()
      : next(),
  ),
  'a date that is none is refused': server(async (request, next) =>
    request.headers.get('if-modified-since') === 'no date' ? refused(400) : next(),
  ),
  'If-Unmodified-Since is read at records only': reading('if-unmodified-since', (value, { url }) =>
    /\/(?:users|deals)\/[^/]+$/u.test(new URL(url).pathname) ? value : undefined,
  ),
  'an If-Unmodified-Since that is no date fails': server(async (request, next) =>
    request.headers.get('if-unmodified-since') === 'no date' ? refused(412) : next(),
  ),
  'the last tag of If-None-Match is not read': reading('if-none-match', (value) =>
    value.includes(',') ? value.replace(/,[^,]*$/u, '') : value,
  ),
  'an empty member ends If-None-Match': reading('if-none-match', (value) => value.split(',,')[0]),
  'only the first tag of If-Match is read': reading('if-match', (value) => value.split(',')[0]),
  'If-Match: * never matches': reading('if-match', (value) => (value === '*' ? '"none"' : value)),
  'HEAD has no conditions': server((request, next) =>
    next(request.method === 'HEAD' ? { 'if-none-match': undefined } : {}),
  ),
  'a tag is looked for anywhere in If-None-Match': server(async (request, next) => {
    const response = await next();
    const opaque = response.headers.get('etag')?.replace(/^W\/|"/gu, '') ?? '';
    const isHeld = opaque !== '' && request.headers.get('if-none-match')?.includes(opaque) === true;
    return isHeld && response.status === 200 ? unmodified(response) : response;
  }),
  'If-Modified-Since has to agree with If-None-Match': server(async (request, next) => {
    const isBoth = request.headers.has('if-none-match') && request.headers.has('if-modified-since');
    const dated = isBoth ? await next({ 'if-none-match': undefined }) : undefined;
    return dated?.status === 200 ? dated : next();
  }),
  'If-Unmodified-Since is looked at beside If-Match': server(async (request, next) => {
    const isBoth = request.headers.has('if-match') && request.headers.has('if-unmodified-since');
    const dated = isBoth ? await next({ 'if-match': undefined }) : undefined;
    return dated?.status === 412 ? dated : next();
  }),
  'If-Unmodified-Since makes up for If-Match': server((request, next) =>
    next(request.headers.has('if-unmodified-since') ? { 'if-match': undefined } : {}),
  ),
  'If-Unmodified-Since is read in its usual form only': reading('if-unmodified-since', (value) =>
    /^\w{3},/u.test(value) ? value : undefined,
  ),
  'a comma ends a tag': reading('if-none-match', (value) => (/"[^",]+,[^",]+"/u.test(value) ? undefined : value)),
  'a condition is looked at before the record': server(async (request, next) => {
    const plain = await next({ 'if-match': undefined, 'if-modified-since': undefined });
    return plain.status === 404 && request.headers.has('if-match') ? refused(412) : next();
  }),
};

function unmodified(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

test.each<[string, (nth: number, of: number) => boolean]>(
  inGate(
    [
      ['first', (nth) => nth === 0],
      ['last', (nth, of) => nth === of - 1],
    ],
    2,
  ),
)('found in readings: only the %s line of If-None-Match is read', { tags: ['night'] }, async (_, isKept) => {
  const failed = await failedOnSockets(['validator/if-none-match'], (incoming, _outgoing, next) => {
    keepLines(incoming, 'if-none-match', isKept);
    next();
  });
  expect(failed.map(({ subject }) => subject)).toContain('users');
});

test.each(
  inGate([
    ['by suffix', 'validator/if-none-match users', /\.xml$/u],
    ['by parameter', 'validator/if-none-match users', /format=xml$/u],
    ['at the list of an operation', 'read/made deals', /\/holds$/u],
    ['at a command document', 'read/made deals', /\/commands\//u],
  ]),
)('found in readings: conditions are not read %s', { tags: ['night'] }, async (_, failed, at) => {
  const wrap = reading('if-none-match', (value, { url }) => (at.test(url) ? undefined : value));
  const { ended } = await judged(['validator/if-none-match', 'read/made'], { wrap });
  expect(ended('fail')).toContain(failed);
});

test('found in readings: HEAD of a list has no conditions', async () => {
  const wrap = server((request, next) =>
    next(request.method === 'HEAD' && request.url.endsWith('/users') ? { 'if-none-match': undefined } : {}),
  );
  const { ended } = await judged(['validator/if-none-match'], { wrap, options });
  expect(ended('fail')).toContain('validator/if-none-match users');
});

test('found: a condition is looked at before the session', async () => {
  const wrap = server(async (request, next) => {
    const response = await next();
    return response.status === 401 && request.headers.has('if-match') ? refused(412) : response;
  });
  const { ended } = await judged(['session/unauthorized'], { wrap, options });
  expect(ended('fail')).toContain('session/unauthorized target');
});

test('found in readings: a condition is looked at past the end', async () => {
  const wrap = server(async (request, next) => {
    const response = await next();
    const isIt = response.status === 404 && request.headers.has('if-none-match') && request.url.includes('ssh-keys');
    return isIt ? notModified() : response;
  });
  const { ended } = await judged(['validator/if-none-match'], { wrap, options });
  expect(ended('fail')).toContain('validator/if-none-match users');
});

test.each(inGate(Object.entries(WRONG_READINGS)))('found in readings: %s', async (_, wrap) => {
  const { ended } = await judged(['validator/if-none-match'], { wrap, options });
  expect(ended('fail')).toContain('validator/if-none-match deals');
});

const seenTags = new Set<string>();

const WRONG_WRITES: Readonly<Record<string, (fetch: Fetch) => Fetch>> = {
  'If-Unmodified-Since is not read': reading('if-unmodified-since', () => undefined),
  'a date that is none stops DELETE': server(async (request, next) =>
    isWrite(request) && request.headers.get('if-unmodified-since') === 'no date' ? refused(412) : next(),
  ),
  'If-Modified-Since stops what writes': server(async (request, next) =>
    isWrite(request) && request.headers.has('if-modified-since') ? notModified() : next(),
  ),
  'one operation does not read If-Match': reading('if-match', (value, { url }) =>
    /price/u.test(new URL(url).pathname) ? undefined : value,
  ),
  'PUT of the record does not read If-Match': reading('if-match', (value, { method, url }) =>
    method === 'PUT' && /\/deals\/[^/]+$/u.test(new URL(url).pathname) ? undefined : value,
  ),
  'If-Match: * matches nothing that is written': reading('if-match', (value) => (value === '*' ? '"none"' : value)),
  'any If-None-Match stops a PUT': server(async (request, next) =>
    request.method === 'PUT' && request.headers.has('if-none-match') ? refused(412) : next(),
  ),
  'If-None-Match is read at DELETE only': reading('if-none-match', (value, { method }) =>
    method === 'PUT' ? undefined : value,
  ),
  'a tag that holds the current one matches': reading('if-match', (value) => (value.includes('x"') ? '*' : value)),
  'a condition is looked at where nothing is': server(async (request, next) => {
    const response = await next();
    return response.status === 404 && request.headers.has('if-match') ? refused(412) : response;
  }),
  'If-Match is not read by a creation': reading('if-match', (value, { method, url }) =>
    method === 'POST' && url.endsWith('/deals/') ? undefined : value,
  ),
  'If-None-Match: * stops what makes a document': server(async (request, next) =>
    request.headers.get('if-none-match') === '*' && request.url.includes('/commands/') ? refused(412) : next(),
  ),
  'a tag that was current once still matches': server(async (request, next) => {
    const tag = request.headers.get('if-match');
    const response = await next(tag !== null && seenTags.has(tag) ? { 'if-match': '*' } : {});
    const own = response.headers.get('etag');
    if (request.method === 'GET' && own !== null) seenTags.add(own);
    return response;
  }),
};

test.each(inGate(Object.entries(WRONG_WRITES)))('found in what writes: %s', async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toContain('validator/if-match deals');
});

/** Answers of a server that changes what its 304s say. */
function with304(change: (headers: Headers) => void): (fetch: Fetch) => Fetch {
  return server(async (_, next) => {
    const response = await next();
    if (response.status !== 304) return response;
    const headers = new Headers(response.headers);
    change(headers);
    return new Response(null, { status: 304, headers });
  });
}

test.each<[string, (headers: Headers) => void]>(
  inGate(
    [
      ['without Cache-Control', (headers) => headers.delete('cache-control')],
      ['without Vary', (headers) => headers.delete('vary')],
      ['with a tag of nobody', (headers) => headers.set('etag', '"nobody"')],
    ],
    12,
  ),
)('a 304 %s is found', { tags: ['night'] }, async (_, change) => {
  const { ended } = await judged(['validator/every'], { wrap: with304(change) });
  expect(ended('fail')).toContain('validator/every target');
});

test.each([
  ['a write that fails by its condition', 412, 'PUT'],
  ['a GET without any condition', 200, 'GET'],
])('a 304 to %s is found', { tags: ['night'] }, async (_, status, method) => {
  const wrap = server(async (request, next) => {
    const response = await next();
    const isIt = request.method === method && response.status === status && request.url.endsWith('/deals/1');
    return isIt || (method === 'PUT' && response.status === 412 && isWrite(request)) ? notModified() : response;
  });
  const { ended } = await judged(['validator/every', 'validator/if-match', 'read/item'], { wrap, options });
  expect(ended('fail')).toContain('validator/every target');
});

/** Servers that the rules have to leave alone. */
const RIGHT: Readonly<Record<string, (fetch: Fetch) => Fetch>> = {
  'If-None-Match alone is read': server((_, next) =>
    next({ 'if-match': undefined, 'if-modified-since': undefined, 'if-unmodified-since': undefined }),
  ),
  'If-Unmodified-Since is read where it writes only': reading('if-unmodified-since', (value, request) =>
    isWrite(request) ? value : undefined,
  ),
  'If-None-Match is read where nothing is written only': reading('if-none-match', (value, request) =>
    isWrite(request) ? undefined : value,
  ),
  'a condition of writes is read at DELETE and PUT of the record only': reading('if-match', (value, { method, url }) =>
    isWriteOfRecord(method, url) ? value : undefined,
  ),
  // A write that names no representation may mean any of them (RFC 9110 13.1.1).
  'the tag of XML and of HTML is that of JSON and a letter': server(async (request, next) => {
    const own = (tag: string): string => {
      const [, opaque = '', letter = ''] = /^"(.*?)([xh]?)"$/u.exec(tag) ?? [];
      return `"${opaque}-${isWrite(request) ? 'json' : (NAMES.get(letter) ?? '')}"`;
    };
    const translated = ['if-match', 'if-none-match', 'if-range'].map((name) => [
      name,
      request.headers.get(name)?.replace(/"[^"]*"/gu, own),
    ]);
    const response = await next(Object.fromEntries(translated));
    const headers = new Headers(response.headers);
    for (const [letter, name] of NAMES) {
      const tag = headers.get('etag') ?? '';
      if (tag.endsWith(`-${name}"`)) headers.set('etag', tag.replace(`-${name}"`, `${letter}"`));
    }
    return new Response(response.body, { status: response.status, headers });
  }),
};

const NAMES: ReadonlyMap<string, string> = new Map([
  ['', 'json'],
  ['x', 'xml'],
  ['h', 'html'],
]);

function isWriteOfRecord(method: string, url: string): boolean {
  return ['DELETE', 'PUT'].includes(method) && /\/deals\/[^/]+$/u.test(new URL(url).pathname);
}

test.each(inGate(Object.entries(RIGHT)))('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const rules = ['validator/if-match', 'validator/if-none-match', 'validator/every'];
  const { ended } = await judged(rules, { wrap });
  expect(ended('fail')).toEqual([]);
});
