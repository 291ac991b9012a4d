import { expect, test } from 'vitest';
import { parseHttpDate } from '../../core/http/http-date.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'validator/if-none-match';
const OPTIONS = { representations: ['json'], operationForms: ['A'] } as const;

const BASE = Date.UTC(2020, 0, 1);
const STEP_MS = 10_000;

const LIST = /\/deals\/$/u;
const DEAL = /\/deals\/[^/]+/u;

interface Dates {
  readonly made: number;
  readonly changed: number;
}

/** A server with a clock of its own, which goes on at each write: `isKnown` says when If-Modified-Since is answered 304. */
function dated(
  isKnown: (since: number, dates: Dates, path: string) => boolean,
  shown = (changed: number): string | undefined => new Date(changed).toUTCString(),
): (fetch: Fetch) => Fetch {
  return (fetch) => {
    let now = BASE;
    const dates = new Map<string, Dates>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      const headers = new Headers(request.headers);
      const since = parseHttpDate(headers.get('if-modified-since') ?? '') ?? Number.NaN;
      // The mock would compare the other date with its own.
      for (const name of ['if-modified-since', 'if-unmodified-since']) headers.delete(name);
      const isPlain = !headers.has('if-none-match');
      const response = await fetch(new Request(request, { headers }));
      const place = LIST.test(pathname) ? pathname : DEAL.exec(pathname)?.[0];
      if (place === undefined) return response;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        now += STEP_MS;
        const list = pathname.slice(0, pathname.indexOf('/deals/') + '/deals/'.length);
        if (response.ok)
          for (const own of [place, list]) dates.set(own, { made: dates.get(own)?.made ?? now, changed: now });
        return response;
      }
      const own = dates.get(place) ?? { made: BASE, changed: BASE };
      if (isPlain && response.status === 200 && isKnown(since, own, pathname))
        return new Response(null, { status: 304 });
      const told = new Headers(response.headers);
      const date = shown(own.changed);
      if (date === undefined) told.delete('last-modified');
      else told.set('last-modified', date);
      return new Response(response.body, { status: response.status, headers: told });
    };
  };
}

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate(
    [
      ['the date of the creation counts', dated((since, { made, changed }) => since >= made || since >= changed)],
      [
        'the collection knows its first date',
        dated((since, { changed }, path) => since >= (LIST.test(path) ? BASE : changed)),
      ],
      ['a minute more or less is the same', dated((since, { changed }) => since >= changed - 60_000 * 5)],
    ],
    3,
  ),
)('found: %s for If-Modified-Since', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, options: OPTIONS });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
  expect(of(RULE, 'deals').reason).toContain('as it was modified');
});

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate([
    ['compares dates', dated((since, { changed }) => since >= changed)],
    ['reads no dates', dated(() => false)],
    [
      'tells no dates',
      dated(
        () => false,
        () => undefined,
      ),
    ],
    [
      'tells one date always',
      dated(
        (since) => since >= BASE,
        () => new Date(BASE).toUTCString(),
      ),
    ],
    ['is the plain mock', (fetch) => fetch],
  ]),
)('legal: a server that %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, options: OPTIONS });
  expect(of(RULE, 'deals').reason).not.toContain('as it was modified');
  expect(of(RULE, 'deals').outcome).not.toBe('fail');
});

/** The plain mock, which takes its time, and tells of a deal another date than its own. */
const slowly =
  (dateOf: (own: string, first: string) => string): ((fetch: Fetch) => Fetch) =>
  (fetch) => {
    const firsts = new Map<string, string>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      if (request.headers.has('if-none-match')) await new Promise((resolve) => setTimeout(resolve, 80));
      const response = await fetch(request);
      const own = response.headers.get('last-modified');
      if (own === null || !/\/deals\/[^/]+$/u.test(pathname)) return response;
      const first = firsts.get(pathname) ?? own;
      firsts.set(pathname, first);
      const headers = new Headers(response.headers);
      headers.set('last-modified', dateOf(own, first));
      return new Response(response.body, { status: response.status, headers });
    };
  };

test('found: a date that stands over a change long after', { tags: ['night'] }, async () => {
  const { of } = await judged([RULE], { wrap: slowly((_, first) => first), options: OPTIONS });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail', expected: 'another Last-Modified once it was changed' });
});

test.each(
  inGate<[string, (own: string, first: string) => string]>([
    ['tells the date of the change', (own) => own],
    ['tells when it was installed', () => new Date(BASE).toUTCString()],
  ]),
)('legal: a slow server that %s', { tags: ['night'] }, async (_, dateOf) => {
  const { of } = await judged([RULE], { wrap: slowly(dateOf), options: OPTIONS });
  expect(of(RULE, 'deals').expected).not.toBe('another Last-Modified once it was changed');
});
