import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

type Wrap = (fetch: Fetch) => Fetch;
type Part = readonly [first: number, last: number];
type Reads = (range: string, length: number) => Part | undefined;

const OPTIONS = { representations: ['json'] } as const;
const RULE = 'status/steady';

/** What one range selects (RFC 9110 14.1.2). */
const rightly: Reads = (range, length) => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(range) ?? [];
  if (first === '') return last === '' ? undefined : [Math.max(0, length - Number(last)), length - 1];
  return [Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1)];
};

interface Server {
  readonly reads?: Reads;
  /** The bytes of a part. */
  readonly cut?: (whole: Uint8Array, part: Part) => Uint8Array;
  /** Whether it packs for who takes gzip: before or after it takes the part. */
  readonly packs?: 'before' | 'after';
}

/** A server that answers one range with 206. */
const serving =
  ({ reads = rightly, cut = (whole, [first, last]) => whole.slice(first, last + 1), packs }: Server = {}): Wrap =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const range = request.headers.get('range');
    if (request.method !== 'GET' || response.status !== 200 || range === null || request.headers.has('if-range'))
      return response;
    if (request.headers.has('if-none-match')) return response;
    const plain = await response.bytes();
    const isPacked = packs !== undefined && request.headers.get('accept-encoding') === 'gzip';
    const whole = isPacked && packs === 'before' ? new Uint8Array(gzipSync(plain)) : plain;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    if (isPacked) headers.set('content-encoding', 'gzip');
    const isRange = /^bytes=(?:\d+-\d*|-\d+)$/u.test(range) && range !== 'bytes=5-2';
    const part = isRange ? reads(range, whole.length) : undefined;
    if (part === undefined) {
      headers.delete('content-encoding');
      return new Response(plain, { status: 200, headers });
    }
    const [first, last] = part;
    if (first >= whole.length || last >= whole.length)
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${whole.length}` } });
    headers.set('content-range', `bytes ${first}-${last}/${whole.length}`);
    const bytes = new Uint8Array(cut(whole, part));
    return new Response(isPacked && packs === 'after' ? new Uint8Array(gzipSync(bytes)) : bytes, {
      status: 206,
      headers,
    });
  };

const only =
  (form: RegExp, other: Reads): Reads =>
  (range, length) =>
    form.test(range) ? other(range, length) : rightly(range, length);

const WRONG: Readonly<Record<string, Wrap>> = {
  'a suffix that is read as the first bytes': serving({
    reads: only(/=-/u, (range) => [0, Number(range.slice(7)) - 1]),
  }),
  'a suffix that is one byte short': serving({ reads: only(/=-\d$/u, (_, length) => [length - 1, length - 1]) }),
  'a range without an end that lacks the last byte': serving({ reads: only(/\d-$/u, (_, length) => [1, length - 2]) }),
  'a range over the end that is refused': serving({ reads: only(/=1-9+$/u, (_, length) => [1, length]) }),
  'a suffix longer than the whole that is refused': serving({ reads: only(/=-9+$/u, (_, length) => [length, length]) }),
  'other bytes than are named': serving({ cut: (whole, [first, last]) => whole.slice(0, last - first + 1) }),
  'a part of the plain body in a packed one': serving({ packs: 'after' }),
};

test.each(inGate(Object.entries(WRONG)))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, options: OPTIONS, runs: 1 });
  expect(of(RULE, 'target')).toMatchObject({ outcome: 'fail' });
});

/** The body of a user is another one each time, and of another length. */
const moving: Wrap = (fetch) => async (request) => {
  const response = await fetch(request);
  if (request.method !== 'GET' || !/\/users\/[^/]+$/u.test(request.url) || response.status !== 200) return response;
  const user: unknown = await response.json();
  return Response.json({ ...(typeof user === 'object' ? user : {}), readAt: `${performance.now()}` });
};

const RIGHT: Readonly<Record<string, Wrap>> = {
  'reads each form': serving(),
  'reads one form alone': serving({
    reads: (range, length) => (range.startsWith('bytes=-') ? rightly(range, length) : undefined),
  }),
  'sends parts of packed bodies': serving({ packs: 'before' }),
  'tells when it was read': (fetch) => serving()(moving(fetch)),
};

test.each(inGate(Object.entries(RIGHT)))('legal: a server that %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, options: OPTIONS, runs: 1 });
  expect(of(RULE, 'target')).toMatchObject({ outcome: 'pass' });
});
