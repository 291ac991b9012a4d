import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { readingField } from './rewriting.ts';

/** Every syntax of a condition and every address: each server here reads one of them wrongly in one place. */
type Wrap = (fetch: Fetch) => Fetch;

const at = (path: RegExp, name: string, change: (value: string) => string | undefined): Wrap =>
  readingField(
    ({ url, method }) => method === 'GET' && path.test(new URL(url).pathname + new URL(url).search),
    name,
    change,
  );

/** Reads the current tag itself, and takes for it what is compared so. */
function matching(path: RegExp, isAlike: (asked: string, current: string) => boolean): Wrap {
  return (fetch) => async (request) => {
    const asked = request.headers.get('if-none-match');
    if (asked === null || !path.test(new URL(request.url).pathname + new URL(request.url).search))
      return fetch(request);
    const headers = new Headers(request.headers);
    headers.delete('if-none-match');
    const response = await fetch(new Request(request.url, { headers }));
    const current = response.headers.get('etag') ?? '';
    const tags = asked.match(/"[^"]*"/gu) ?? [];
    if (!tags.some((tag) => isAlike(tag.slice(1, -1), current.slice(1, -1)))) return fetch(request);
    return new Response(null, { status: 304, headers: response.headers });
  };
}

const NESTED = /\/address\/\d$/u;
const COLLECTION = /\/users$/u;
const QUERY = /\?name=Ada/u;
const FOUND = /^\/query\/users\/Ada/u;
const unless = (isUnread: RegExp) => (value: string) => (isUnread.test(value) ? undefined : value);
const instead = (of: RegExp, value: string) => (own: string) => (of.test(own) ? value : own);

const WRONG: Readonly<Record<string, Wrap>> = {
  'a list of tags without blanks is not read': at(FOUND, 'if-none-match', unless(/,W/u)),
  'a tab ends a list of tags': at(NESTED, 'if-none-match', unless(/\t/u)),
  'the beginning of a tag is taken for it': matching(QUERY, (asked, current) => current.startsWith(asked)),
  'the end of a tag is taken for it': matching(COLLECTION, (asked, current) => current.endsWith(asked)),
  'the case of a tag does not count': matching(FOUND, (asked, own) => asked.toLowerCase() === own.toLowerCase()),
  'a star in quotes is any tag': at(/\/users\/1$/u, 'if-none-match', instead(/^"\*"$/u, '*')),
  'a star in quotes is any tag in If-Match': at(NESTED, 'if-match', instead(/"\*"/u, '*')),
  'a star in If-Match is a tag of nobody': at(FOUND, 'if-match', instead(/^\*$/u, '"none"')),
  'a date in the form of RFC 850 is not read': at(COLLECTION, 'if-modified-since', unless(/day, /u)),
  'a date in the form of asctime is not read': at(QUERY, 'if-modified-since', unless(/ \d{4}$/u)),
  'a date of ISO 8601 is read': at(QUERY, 'if-modified-since', (value) =>
    value.includes('T00:') ? new Date(value).toUTCString() : value,
  ),
  'a text without a date is never': at(
    QUERY,
    'if-unmodified-since',
    instead(/^no date$/u, 'Thu, 01 Jan 1970 00:00:01 GMT'),
  ),
  'a text without a date is now': at(COLLECTION, 'if-modified-since', (value) =>
    value === 'no date' ? new Date().toUTCString() : value,
  ),
};

const options = { representations: ['json'] } as const;

test.each(inGate(Object.entries(WRONG)))('found: %s', async (_, wrap) => {
  const { of } = await judged(['validator/if-none-match'], { wrap, options });
  expect(of('validator/if-none-match', 'users').outcome).toBe('fail');
});

test('found: the very date of a nested record is one after which it was modified', { tags: ['night'] }, async () => {
  const wrap: Wrap = (fetch) => async (request) => {
    const since = request.headers.get('if-unmodified-since');
    if (since === null || !NESTED.test(request.url) || request.headers.has('if-match')) return fetch(request);
    const { headers } = await fetch(new Request(request.url));
    return headers.get('last-modified') === since ? new Response(null, { status: 412 }) : fetch(request);
  };
  const { of } = await judged(['validator/if-none-match'], { wrap, options });
  expect(of('validator/if-none-match', 'users').outcome).toBe('fail');
});

test('not failed: weak tags throughout, and no If-Match or If-Unmodified-Since anywhere', async () => {
  const weak: Wrap = (fetch) => async (request) => {
    const headers = new Headers(request.headers);
    for (const name of ['if-match', 'if-unmodified-since']) headers.delete(name);
    const response = await fetch(new Request(request, { headers }));
    const tag = response.headers.get('etag');
    if (tag === null) return response;
    const fields = new Headers(response.headers);
    fields.set('etag', `W/${tag}`);
    return new Response(response.body, { status: response.status, headers: fields });
  };
  const { ended } = await judged(['validator/if-none-match'], { wrap: weak });
  expect(ended('fail')).toEqual([]);
});
