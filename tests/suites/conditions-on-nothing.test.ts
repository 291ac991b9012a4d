import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Conditions on what names nothing, though a part of its address does. */
type Wrap = (fetch: Fetch) => Fetch;

/** Answers by a condition, and by no other beside it where that is said, what is missing at these addresses. */
function instead(status: number, field: string, method: string, path: RegExp, isAlone = false): Wrap {
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    const fields = [...request.headers.keys()].filter((name) => name.startsWith('if-'));
    const isNamed = fields.includes(field) && (!isAlone || fields.length === 1);
    const isMeant = request.method === method && answer.status === 404 && path.test(new URL(request.url).pathname);
    return isNamed && isMeant ? new Response(null, { status }) : answer;
  };
}

const READS = 'validator/if-none-match';
const WRITES = 'validator/if-match deals';
const VERSIONS = 'version/unknown deals';

const WRONG: readonly (readonly [string, string, Wrap])[] = [
  [
    'no key of nobody is not modified',
    `${READS} users`,
    instead(304, 'if-none-match', 'GET', /^\/users\/\d{3,}\/ssh-keys\/\d/u),
  ],
  ['no address at a word was modified', `${READS} users`, instead(412, 'if-match', 'GET', /\/address\/[a-z]+$/u)],
  ['no query of that name matches', `${READS} users`, instead(412, 'if-match', 'GET', /^\/query\/NoSuch/u)],
  [
    'no user was modified since, by the date alone',
    `${READS} users`,
    instead(304, 'if-modified-since', 'GET', /^\/users\/[^/]+$/u, true),
  ],
  [
    'no list of another version is not modified',
    `${READS} deals`,
    instead(304, 'if-modified-since', 'GET', /^\/rest\/1\w+\/deals\/?$/u, true),
  ],
  ['no deal of another version matches', `${READS} deals`, instead(412, 'if-match', 'GET', /^\/rest\/1\w+\/deals\/./u)],
  ['no such verb matches', WRITES, instead(412, 'if-none-match', 'PUT', /no-such-verb$/u)],
  ['no hold of nobody matches', WRITES, instead(412, 'if-none-match', 'POST', /\/holds$/u)],
  ['no command of nobody is done', WRITES, instead(204, 'if-match', 'PUT', /\/deals\/[^/]+\/commands\//u)],
  ['no deal of another version is to be deleted', VERSIONS, instead(412, 'if-match', 'DELETE', /^\/rest\/1\w+\//u)],
  ['no deal of another version is to be read', VERSIONS, instead(304, 'if-none-match', 'GET', /^\/rest\/1\w+\//u)],
];

const RULES = [READS, 'validator/if-match', 'version/unknown'];

test.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, expected, wrap) => {
  const { ended, results } = await judged(RULES, { wrap });
  expect(ended('fail'), JSON.stringify(results.filter(({ outcome }) => outcome !== 'pass'))).toContain(expected);
});

const RIGHT: readonly (readonly [string, Wrap])[] = [
  [
    '400 for a word in place of an index, and for what has no such verb',
    (fetch) => async (request) => {
      const answer = await fetch(request);
      const isWord = /\/[a-z]+$/u.test(new URL(request.url).pathname) && request.method === 'GET';
      return answer.status === 404 && isWord ? new Response(null, { status: 400 }) : answer;
    },
  ],
  [
    'a page for all that is unknown, which honours conditions',
    (fetch) => async (request) => {
      const answer = await fetch(request);
      const isUnknown = answer.status === 404 && /^\/(?:rest\/1\w|query\/NoSuch)/u.test(new URL(request.url).pathname);
      if (!isUnknown || !['GET', 'HEAD'].includes(request.method)) return answer;
      const isKnown = request.headers.get('if-none-match') === '*' || request.headers.has('if-modified-since');
      if (isKnown) return new Response(null, { status: 304 });
      if (request.headers.has('if-unmodified-since')) return new Response(null, { status: 412 });
      return new Response(request.method === 'GET' ? '<p>Home</p>' : null, {
        headers: { 'content-type': 'text/html' },
      });
    },
  ],
  [
    'no conditions at all',
    (fetch) => (request) => {
      const headers = new Headers(request.headers);
      for (const name of [...headers.keys()]) if (name.startsWith('if-')) headers.delete(name);
      return fetch(new Request(request, { headers }));
    },
  ],
];

test.each(RIGHT)('not failed: %s', async (_, wrap) => {
  const { ended, of } = await judged([READS, 'validator/if-match'], { wrap, options: { validators: false } });
  const told = ended('fail').map((one) => of(one.split(' ')[0] ?? '', one.split(' ')[1] ?? '').reason);
  expect(told).toEqual([]);
});
