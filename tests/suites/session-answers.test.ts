import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { json, judged } from './judged.ts';

// How the session check answers whoever takes JSON, what a shared cache may do with that, and which Cookie fields hold the entry.

const JSON_ONLY = { representations: ['json'], operationForms: ['A'] } as const;
const RULES = [
  'session/authorized',
  'session/unauthorized',
  'session/exact-name',
  'negotiate/vary',
  'negotiate/labelled',
];

type Fields = Readonly<Record<string, string>>;
type Answering = (isIn: boolean, accept: string | null, cookie: string) => Response | undefined;

/** A server whose session check is answered otherwise; undefined where it is as it should be. */
const root =
  (answering: Answering): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    if (new URL(request.url).pathname !== '/' || request.method !== 'GET') return fetch(request);
    const cookie = request.headers.get('cookie') ?? '';
    const isIn = /(?:^|; ?)USER_TOKEN=/u.test(cookie);
    return answering(isIn, request.headers.get('accept'), cookie) ?? fetch(request);
  };

const CHALLENGE = { 'www-authenticate': 'Cookie realm="x"' };
const due = (isIn: boolean, fields: Fields = {}): Response =>
  isIn ? json(200, 'OK', fields) : json(401, 'not authorized', { ...CHALLENGE, ...fields });

const withFields =
  (inside: Fields, outside: Fields): Answering =>
  (isIn) =>
    due(isIn, isIn ? inside : outside);

async function failed(answering: Answering): Promise<string[]> {
  const { results } = await judged(RULES, { wrap: root(answering), options: JSON_ONLY });
  return results.flatMap(({ outcome, rule }) => (outcome === 'fail' ? [rule] : []));
}

const LEGAL: readonly (readonly [string, Answering])[] = [
  ['says nothing to caches', withFields({}, {})],
  [
    'lets shared caches keep nothing',
    withFields({ 'cache-control': 'public, max-age=60, s-maxage=0' }, { expires: '0' }),
  ],
  [
    'lets the own cache of a client keep it',
    withFields({ 'cache-control': 'private, max-age=60' }, { 'cache-control': 'private, max-age=5' }),
  ],
  [
    'keeps answers apart',
    withFields({ 'cache-control': 'max-age=60', vary: 'Cookie' }, { 'cache-control': 'max-age=60', vary: 'Cookie' }),
  ],
  [
    'has a page for browsers',
    (isIn, accept) =>
      accept === 'text/html'
        ? new Response('<p>Hello</p>', {
            status: isIn ? 200 : 401,
            headers: { 'content-type': 'text/html', ...CHALLENGE },
          })
        : due(isIn),
  ],
  [
    'labels it by a type of its own',
    (isIn) =>
      new Response(isIn ? '"OK"' : '"not authorized"', {
        status: isIn ? 200 : 401,
        headers: { 'content-type': 'application/vnd.x+json', ...CHALLENGE },
      }),
  ],
];

test.each(LEGAL)('legal: a server that %s', { tags: ['night'] }, async (_, answering) => {
  expect(await failed(answering)).toEqual([]);
});

const WRONG: readonly (readonly [string, string, Answering])[] = [
  [
    'refuses who says nothing of types',
    'session/authorized',
    (isIn, accept) => (accept === null ? json(406, {}) : due(isIn)),
  ],
  [
    'refuses a weight',
    'session/unauthorized',
    (isIn, accept) => (!isIn && accept?.includes('q=0.5') ? json(406, {}) : due(isIn)),
  ],
  [
    'answers another string to who takes several',
    'session/authorized',
    (isIn, accept) => (isIn && accept?.includes('image') ? json(200, { ok: true }) : due(isIn)),
  ],
  [
    'names JSON plain text',
    'negotiate/labelled',
    (isIn) => (isIn ? new Response('"OK"', { headers: { 'content-type': 'text/plain' } }) : due(isIn)),
  ],
  ['gives a 401 to all for a while', 'negotiate/vary', withFields({}, { 'cache-control': 'max-age=600' })],
  [
    'gives a 401 to all for an hour',
    'negotiate/vary',
    withFields({}, { expires: new Date(Date.now() + 3_600_000).toUTCString() }),
  ],
  [
    'gives the answer of one to all through a proxy',
    'session/authorized',
    withFields({ 'cache-control': 'max-age=0, s-maxage=30' }, {}),
  ],
  ['ends pairs at an ampersand', 'session/exact-name', (isIn, _, cookie) => due(isIn || /&USER_TOKEN=/u.test(cookie))],
  [
    'decodes the field before it is read',
    'session/exact-name',
    (isIn, _, cookie) => due(isIn || /%3B%20USER_TOKEN=/u.test(cookie)),
  ],
];

test.each(WRONG)('found: a server that %s', { tags: ['night'] }, async (_, rule, answering) => {
  expect(await failed(answering)).toContain(rule);
});
