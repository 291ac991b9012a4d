import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

type Wrap = (fetch: Fetch) => Fetch;

const OPTIONS = { representations: ['json'] } as const;
const STEADY = ['status/steady'];

interface Reader {
  readonly isUnit?: (range: string) => boolean;
  readonly methods?: readonly string[];
  readonly readsIfRange?: boolean;
  readonly fields?: (length: number) => Readonly<Record<string, string>>;
  readonly part?: (whole: Uint8Array) => Uint8Array;
}

/** A server that sends the first byte alone where that is asked for; each part of how it does so can be another one. */
function inRanges({
  isUnit = (range) => /^bytes=0-0$/u.test(range),
  methods = ['GET'],
  readsIfRange = true,
  fields = (length) => ({ 'content-range': `bytes 0-0/${length}` }),
  part = (whole) => whole.slice(0, 1),
}: Reader = {}): Wrap {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isAsked = methods.includes(request.method) && isUnit(request.headers.get('range') ?? '');
    if (!isAsked || !response.ok) return response;
    const condition = request.headers.get('if-range');
    if (readsIfRange && condition !== null && condition !== response.headers.get('etag')) return response;
    const whole = await response.bytes();
    const headers = new Headers({ ...Object.fromEntries(response.headers), ...fields(whole.length) });
    headers.delete('content-length');
    const body = request.method === 'HEAD' ? null : new Uint8Array(part(whole));
    return new Response(body, { status: 206, headers });
  };
}

const NO_FIELDS = (): Readonly<Record<string, string>> => ({});

const WRONG: Readonly<Record<string, Wrap>> = {
  'a part without Content-Range': inRanges({ fields: NO_FIELDS }),
  'another part than what is asked for': inRanges({ fields: (n) => ({ 'content-range': `bytes 1-1/${n}` }) }),
  'two bytes for the first one': inRanges({ part: (whole) => whole.slice(0, 2) }),
  'a Content-Range of the request': inRanges({ fields: () => ({ 'content-range': 'bytes=0-0' }) }),
  'a unit that nobody knows': inRanges({ isUnit: (range) => range.endsWith('=0-0') }),
  'a unit that is refused': (fetch) => async (request) =>
    request.headers.get('range')?.startsWith('assayer') === true ? new Response(null, { status: 416 }) : fetch(request),
  'a range that ends before it begins': inRanges({ isUnit: (range) => range.startsWith('bytes=') }),
  'no If-Range': inRanges({ readsIfRange: false }),
  'a Range with HEAD': inRanges({ methods: ['HEAD'] }),
  'a Range past the end with HEAD': (fetch) => async (request) =>
    request.method === 'HEAD' && request.headers.has('range') ? new Response(null, { status: 416 }) : fetch(request),
  'the length of a part with HEAD': (fetch) => async (request) => {
    const response = await fetch(request);
    if (request.method !== 'HEAD' || !request.headers.has('range') || response.status !== 200) return response;
    const headers = new Headers(response.headers);
    headers.set('content-length', '1');
    return new Response(null, { status: 200, headers });
  },
  'If-Range as If-Match': (fetch) => async (request) =>
    request.headers.has('if-range') ? new Response(null, { status: 412 }) : fetch(request),
  'nested records that are refused with a Range': (fetch) => async (request) =>
    request.headers.has('range') && request.url.includes('/ssh-keys/')
      ? new Response(null, { status: 416 })
      : fetch(request),
  'a nested record that is missing past its end': (fetch) => async (request) =>
    request.headers.get('range') === 'bytes=99999999-' && request.url.includes('/address/')
      ? Response.json({}, { status: 404 })
      : fetch(request),
  'nothing with 200 past the end': (fetch) => async (request) =>
    request.headers.get('range') === 'bytes=99999999-' ? Response.json(null) : fetch(request),
  'a part of a list with 200': (fetch) => async (request) => {
    const response = await fetch(request);
    if (!request.headers.has('range') || !/\/users$/u.test(request.url) || response.status !== 200) return response;
    const users: unknown = await response.json();
    return Response.json(Array.isArray(users) ? users.slice(0, 1) : users);
  },
  'a missing record with a Range': (fetch) => async (request) => {
    const response = await fetch(request);
    return response.status === 404 && request.headers.has('range') ? new Response(null, { status: 416 }) : response;
  },
};

test.each(inGate(Object.entries(WRONG)))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(STEADY, { wrap, options: OPTIONS });
  expect(ended('fail')).toEqual(['status/steady target']);
});

test.each(inGate([['POST'], ['DELETE']], 2))(
  'a Range that is read with %s is found',
  { tags: ['night'] },
  async (method) => {
    const wrap: Wrap = (fetch) => async (request) => {
      const response = await fetch(request);
      const isAsked = request.method === method && request.headers.has('range') && response.ok;
      return isAsked ? new Response(null, { status: 206, headers: response.headers }) : response;
    };
    const { ended } = await judged(['validator/if-match', 'validator/every'], { wrap, options: OPTIONS });
    expect(ended('fail')).toEqual(['validator/if-match deals', 'validator/every target']);
  },
);

test('a Range that is read before a condition is found', { tags: ['night'] }, async () => {
  const plain = inRanges();
  const wrap: Wrap = (fetch) => async (request) => {
    if (!request.headers.has('range')) return fetch(request);
    const headers = new Headers(request.headers);
    headers.delete('if-none-match');
    return plain(fetch)(new Request(request, { headers }));
  };
  const { ended } = await judged(STEADY, { wrap, options: OPTIONS });
  expect(ended('fail')).toEqual(['status/steady target']);
});

const RIGHT: Readonly<Record<string, Wrap>> = {
  'sends the part that is asked for': inRanges(),
  'does not tell how long the whole is': inRanges({ fields: () => ({ 'content-range': 'bytes 0-0/*' }) }),
  'refuses what is past the end, and several parts': (fetch) => async (request) => {
    const range = request.headers.get('range') ?? '';
    return range === 'bytes=99999999-' || range.includes(',') ? new Response(null, { status: 416 }) : fetch(request);
  },
  'refuses a range that ends before it begins': (fetch) => async (request) =>
    request.headers.get('range') === 'bytes=5-2' ? new Response(null, { status: 416 }) : fetch(request),
  'has a server in front that forbids ranges': (fetch) => async (request) =>
    request.headers.has('range') ? new Response(null, { status: 403 }) : fetch(request),
};

/** What other rules look at: the body of a user is another one each time, and HEAD is refused. */
const MOVING: Readonly<Record<string, Wrap>> = {
  'refuses HEAD': (fetch) => async (request) =>
    request.method === 'HEAD' ? new Response(null, { status: 405, headers: { allow: 'GET' } }) : fetch(request),
  'tells when it was read': (fetch) => async (request) => {
    const response = await fetch(request);
    const isRecord = request.method === 'GET' && /\/users\/[^/]+$/u.test(request.url) && response.status === 200;
    if (!isRecord) return response;
    const user: unknown = await response.json();
    return Response.json({ ...(typeof user === 'object' ? user : {}), readAt: performance.now() });
  },
};

test.each(inGate(Object.entries({ ...RIGHT, ...MOVING })))(
  '%s: not failed for its ranges',
  { tags: ['night'] },
  async (_, wrap) => {
    expect((await judged(STEADY, { wrap, options: OPTIONS })).ended('fail')).toEqual([]);
  },
);

// In which order a list comes is not shown (document 4.4).
test('a list that has another order by chance where a Range is sent is not failed', async () => {
  const wrap: Wrap = (fetch) => async (request) => {
    const response = await fetch(request);
    const isList = request.method === 'GET' && request.headers.has('range') && request.url.endsWith('/users');
    if (!isList || response.status !== 200) return response;
    const users: readonly unknown[] = await response.json();
    return Response.json(users.toReversed());
  };
  const options = { ...OPTIONS, validators: false };
  expect((await judged(STEADY, { wrap, options })).ended('fail')).toEqual([]);
});

test.each(inGate(Object.entries(RIGHT)))('a server that %s is not failed', { tags: ['night'] }, async (_, wrap) => {
  const rules = [...STEADY, 'validator/*', 'negotiate/*', 'read/*', 'session/*', 'query/*'];
  const { ended } = await judged(rules, { wrap });
  expect(ended('fail')).toEqual([]);
});
