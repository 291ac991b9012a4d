import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** The tag of a collection around what becomes of a record that it lists. */
type Wrap = (fetch: Fetch) => Fetch;

interface Deal {
  readonly id: unknown;
  readonly price?: unknown;
}

const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'];

/** Gives the list a weak tag that is made of its records, in each representation, and reads If-None-Match alone. */
function tagged(tagOf: (deals: readonly Deal[], previous: string) => string): Wrap {
  let previous = '';
  return (fetch) => async (request) => {
    if (!isList(request)) return fetch(request);
    const headers = new Headers(request.headers);
    for (const name of CONDITIONS) headers.delete(name);
    const response = await fetch(new Request(request, { headers }));
    if (response.status !== 200) return response;
    const plain = await fetch(new Request(request.url, { headers: { accept: 'application/json' } }));
    const deals: readonly Deal[] = await plain.json();
    previous = tagOf(deals, previous);
    const etag = `W/"${previous.replace(/\W/gu, '.')}"`;
    const fields = new Headers(response.headers);
    fields.delete('last-modified');
    fields.set('etag', etag);
    const known = request.headers.get('if-none-match') ?? '';
    const isKnown = known.trim() === '*' || known.includes(etag.slice(2));
    return isKnown
      ? new Response(null, { status: 304, headers: fields })
      : new Response(response.body, { status: response.status, headers: fields });
  };
}

function isList({ method, url }: Request): boolean {
  return method === 'GET' && /\/deals\/?$/u.test(url);
}

const CHANGES = ['validator/etag-changes'];

const STAYING: Readonly<Record<string, Wrap>> = {
  'the ids of its records': tagged((deals) => deals.map(({ id }) => id).join()),
  'the newest record': tagged((deals) => String(deals.at(-1)?.id)),
  'how many records there are': tagged((deals) => String(deals.length)),
  'how many there were at most': tagged((deals, most) => String(Math.max(deals.length, Number(most)))),
};

test.each(inGate(Object.entries(STAYING)))('a tag made of %s is found out', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(CHANGES, { wrap, concurrency: 1 });
  expect(ended('fail')).toContain('validator/etag-changes deals');
});

/** Answers 304 to each tag that it ever gave. */
const neverForgets: Wrap = (fetch) => {
  const given = new Set<string>();
  return async (request) => {
    const asked = request.headers.get('if-none-match') ?? '';
    if (isList(request) && asked !== '' && given.has(asked))
      return new Response(null, { status: 304, headers: { etag: asked } });
    const response = await fetch(request);
    if (isList(request)) given.add(response.headers.get('etag') ?? '');
    return response;
  };
};

test('a list that is answered 304 to the tag that it had before a change is found out', {
  tags: ['night'],
}, async () => {
  const { ended } = await judged(['validator/if-none-match'], { wrap: neverForgets });
  expect(ended('fail')).toContain('validator/if-none-match deals');
});

/** Keeps what it answered to anybody, as it may for some time, and tells so. */
const keptAWhile: Wrap = (fetch) => {
  const kept = new Map<string, { text: string; headers: Headers }>();
  return async (request) => {
    if (!isList(request) || CONDITIONS.some((name) => request.headers.has(name))) return fetch(request);
    const key = request.headers.get('accept') ?? '';
    const old = kept.get(key);
    if (old !== undefined) return new Response(old.text, { headers: old.headers });
    const response = await fetch(request);
    const headers = new Headers({ ...Object.fromEntries(response.headers), 'cache-control': 'max-age=60' });
    const text = await response.text();
    if (response.status === 200) kept.set(key, { text, headers });
    return new Response(text, { status: response.status, headers });
  };
};

const LEGAL: Readonly<Record<string, Wrap>> = {
  'sends no tag': (fetch) => async (request) => {
    const response = await fetch(request);
    if (!isList(request)) return response;
    const headers = new Headers(response.headers);
    headers.delete('etag');
    return new Response(response.body, { status: response.status, headers });
  },
  'keeps answers and tells so': keptAWhile,
  'shows ids alone': (fetch) => async (request) => {
    const response = await tagged((deals) => deals.map(({ id }) => id).join())(fetch)(request);
    if (!isList(request) || response.status !== 200) return response;
    const deals: readonly Deal[] = await response.json();
    return Response.json(
      deals.map(({ id }) => ({ id })),
      { headers: { etag: response.headers.get('etag') ?? '' } },
    );
  },
  'tags each answer anew': tagged(() => crypto.randomUUID()),
  'refuses every change': (fetch) => (request) =>
    request.method === 'PUT' ? Promise.resolve(Response.json({}, { status: 409 })) : fetch(request),
};

test.each(inGate(Object.entries(LEGAL)))('legal: a server that %s', async (_, wrap) => {
  const { ended } = await judged(CHANGES, { wrap, options: { representations: ['json'] } });
  expect(ended('fail')).toEqual([]);
});

test('legal: a tag that was never given again after a change, read in If-None-Match', { tags: ['night'] }, async () => {
  const wrap = tagged((deals) => JSON.stringify(deals));
  const { ended } = await judged(['validator/if-none-match'], { wrap, options: { representations: ['json'] } });
  expect(ended('fail')).toEqual([]);
});
