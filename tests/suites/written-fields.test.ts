import { describe, expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { FIELDS } from '../../suites/support/field/grammar.ts';
import { nameTwice } from '../../suites/support/field/unique-members.ts';
import { withFieldsOf } from './changed-fields.ts';
import { judged, type Server } from './judged.ts';

// Fields of every answer, members of every object and attributes of every page: negotiate/labelled watches them.

const RULE = 'negotiate/labelled';
const JSON_ONLY = { representations: ['json'], operationForms: ['A'] } as const;

/** Changes the fields of the answers to these requests. */
const withField = (where: RegExp, fields: Readonly<Record<string, string>>): ((fetch: Fetch) => Fetch) =>
  withFieldsOf(where, () => fields);

async function outcome(server: Server): Promise<string> {
  return (await judged([RULE], { options: JSON_ONLY, ...server })).of(RULE, 'target').outcome;
}

const shifted = (ms: number): Readonly<Record<string, string>> => ({ date: new Date(Date.now() + ms).toUTCString() });
const HOUR = 3_600_000;

test('what proxies and old servers write into answers fails nothing', { tags: ['night'] }, async () => {
  const fields = {
    'cache-control': 'no-cache, , max-age="0", private="set-cookie, x", stale-while-revalidate=5, proxy-revalidate',
    expires: '0',
    age: '0, 12',
    'retry-after': '120',
    link: '</users?page=2>; rel="next"; title="a, b; c", <>; rel=self,',
    'content-location': '/users.json',
    server: 'Jetty(9.4.z-SNAPSHOT) Zope/(2.13.22, python 2.7.6, linux2)',
    via: '1.1 varnish (Varnish/6.0), 1.1 proxy',
    vary: 'Accept, Accept-Encoding,',
    'accept-ranges': 'none',
    'content-language': 'en-US, de',
    'www-authenticate': 'Negotiate, Basic realm="a, b"',
    date: new Date(Date.now() - HOUR).toUTCString(),
  };
  expect(await outcome({ wrap: withField(/^GET \/users/u, fields) })).toBe('pass');
});

const WRONG: readonly (readonly [what: string, where: RegExp, fields: Readonly<Record<string, string>>])[] = [
  ['directives without commas', /^GET \/users 200/u, { 'cache-control': 'no-cache; private' }],
  ['an age in words on a refusal', / 404$/u, { 'cache-control': 'max-age=1h' }],
  ['a moment of ISO 8601 to come back', / 404$/u, { 'retry-after': '2030-01-01T00:00:00Z' }],
  ['a link without brackets', /^GET \/users 200/u, { link: '/users?page=2; rel=next' }],
  ['a locale for a language', /^GET \/users 200/u, { 'content-language': 'en_US' }],
  ['blanks between the names in Vary', /^GET \/users\/\d+ 200/u, { vary: 'Accept Cookie' }],
  ['a date that no reader knows in Expires', /^GET \/ /u, { expires: '2030-01-01T00:00:00Z' }],
  ['a challenge that is none', / 401$/u, { 'www-authenticate': '="x"' }],
  ['the address of another record', /^GET \/users\/1 200/u, { 'content-location': '/users/2' }],
  [
    'the address of another record with a parameter',
    /^GET \/users\/1 200/u,
    { 'content-location': '/users/2?format=json' },
  ],
  [
    'the address of another record on what was created',
    /^POST \/rest\/1\/deals\/ 201/u,
    { 'content-location': '/rest/1/deals/1' },
  ],
  ['a clock an hour ahead', / 404$/u, shifted(HOUR)],
];

test.each(WRONG)('found: %s', { tags: ['night'] }, async (_, where, fields) => {
  expect(await outcome({ wrap: withField(where, fields) })).toBe('fail');
});

test('the address of the same record by a suffix, of what is not there and of another host is not failed', {
  tags: ['night'],
}, async () => {
  for (const address of ['/users/1.json', '/users/none/1', 'http://elsewhere.example/users/2'])
    expect(await outcome({ wrap: withField(/^GET \/users\/1 200/u, { 'content-location': address }) })).toBe('pass');
});

test('found: a server whose clock is in another zone', { tags: ['night'] }, async () => {
  expect(await outcome({ wrap: withField(/./u, shifted(2 * HOUR)) })).toBe('fail');
});

test('a server that is a few minutes behind is not failed, nor is a clock that jumped', {
  tags: ['night'],
}, async () => {
  expect(await outcome({ wrap: withField(/./u, shifted(-300_000)) })).toBe('pass');
  const begin = Date.now();
  const later: Server['wrap'] = (fetch) => async (request) =>
    withField(Date.now() > begin + 1500 ? /./u : /^$/u, shifted(HOUR))(fetch)(request);
  expect(await outcome({ wrap: later })).toBe('pass');
});

const grammar = (name: string): ((line: string) => boolean) =>
  FIELDS.find((one) => one.name === name)?.isWritten ?? (() => false);

describe('a line of', () => {
  test.each([
    ['Link', '<https://a.example/b>;rel="next";title*=UTF-8\'\'x', true],
    ['Link', '</a>; crossorigin; rel=preload; as=style', true],
    ['Link', '</a>; rel="next" </b>; rel="prev"', false],
    ['Link', '</deals/a%ZZ>; rel="self"', true],
    ['Link', '</a>', false],
    ['Cache-Control', 'max-age=-1', false],
    ['Cache-Control', 'max-age', false],
    ['Cache-Control', 'public max-age=60', false],
    ['Cache-Control', 'immutable, max-age=60, x="a\\", b"', true],
    ['Age', '1.5', false],
    ['Expires', '-1', true],
    ['Content-Language', 'zh-Hans-CN', true],
    ['Server', 'Apache/2.4.1 (Unix; mod_x="y")', true],
    ['Server', '{"name":"service"}', false],
    ['Server', 'Payara Server  4.1 #badassfish', true],
  ])('%s: %s', (name, line, isWritten) => {
    expect(grammar(name)(line)).toBe(isWritten);
  });
});

test.each([
  ['{"a":{"a":1},"b":[{"a":1},{"a":2}],"c":"{\\"c\\":1,\\"c\\":2}"}', undefined],
  ['{"a":1,"b":{"c":[],"\\u0061":1},"\\u0061":2}', 'a'],
  ['[{"a":[1,2],"b":"a","a":""}]', 'a'],
])('the name that is there twice in %s is %s', (json, name) => {
  expect(nameTwice(json)).toBe(name);
});

/** Changes the text of what is read as this type. */
const reading =
  (type: string, change: (text: string) => string): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    if (response.headers.get('content-type')?.startsWith(type) !== true) return response;
    const { status, headers } = response;
    const own = new Headers(headers);
    own.delete('content-length');
    return new Response(change(await response.text()), { status, headers: own });
  };

test('found: an object with two members of one name', { tags: ['night'] }, async () => {
  const twice = reading('application/json', (text) => text.replace(/^\{("id":[^,}]*)/u, '{$1,$1'));
  expect(await outcome({ wrap: twice })).toBe('fail');
});

/** A page that shows each text of a deal in a title as well. */
const titled = (written: (text: string) => string): ((fetch: Fetch) => Fetch) =>
  reading('text/html', (text) =>
    text.replaceAll(/<dd>([^<]*)<\/dd>/gu, (_, inner: string) => `<dd title="${written(inner)}">${inner}</dd>`),
  );
const PAGES = { representations: ['json', 'html'], operationForms: ['A'] } as const;

test.each([
  ['found: quotes that end an attribute', 'fail', (text: string) => text.replaceAll('&quot;', '"')],
  ['legal: escaped quotes', 'pass', (text: string) => text.replaceAll('"', '&#34;')],
])('%s', { tags: ['night'] }, async (_, due, written) => {
  const { of } = await judged([RULE, 'negotiate/equivalent'], { wrap: titled(written), options: PAGES });
  expect(of(RULE, 'target').outcome).toBe(due);
});
