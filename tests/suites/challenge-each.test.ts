import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULE = 'session/challenge';

/** Changes the challenge, and the status, of the 401 of the root by what its client accepts. */
const refusing =
  (challengeFor: (accept: string) => string | undefined, status = 401): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const accept = request.headers.get('accept') ?? '';
    if (response.status !== 401) return response;
    const headers = new Headers(response.headers);
    const challenge = challengeFor(accept);
    headers.delete('www-authenticate');
    if (challenge !== undefined) headers.set('www-authenticate', challenge);
    return new Response(response.body, { status: challenge === undefined ? status : 401, headers });
  };

const BASIC = 'Basic realm="deals"';

test.each<[string, (fetch: Fetch) => Fetch, string]>([
  ['found: none for anything', refusing((accept) => (accept === '*/*' ? undefined : BASIC)), 'fail'],
  ['found: none beside JSON', refusing((accept) => (accept.includes(',') ? undefined : BASIC)), 'fail'],
  ['found: a broken one for pages', refusing((accept) => (accept === 'text/html' ? '"?' : BASIC)), 'fail'],
  ['legal: 403 for pages', refusing((accept) => (accept.startsWith('text/html') ? undefined : BASIC), 403), 'pass'],
  ['legal: another scheme for pages', refusing((accept) => (accept === 'text/html' ? 'Bearer' : BASIC)), 'pass'],
])('%s', async (_, wrap, outcome) => {
  const { results } = await judged([RULE], { wrap });
  expect(results.filter(({ rule }) => rule === RULE).map((one) => one.outcome)).toContain(outcome);
});

/** Puts these challenges, a line each, on every 401. */
const challengedBy =
  (...lines: readonly string[]): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    if (response.status !== 401) return response;
    const headers = new Headers(response.headers);
    headers.delete('www-authenticate');
    for (const line of lines) headers.append('www-authenticate', line);
    return new Response(response.body, { status: 401, headers });
  };

test.each([
  ['twice as a token and quoted', 'Cookie realm="deals", realm=other'],
  ['twice in other letters', 'Cookie cookie-name=USER_TOKEN, Realm="a", REALM="a"'],
  ['twice in the second challenge', 'Basic realm="a", Cookie realm="b", x=1, realm="c"'],
])('found: a parameter that stands %s', { tags: ['night'] }, async (_, line) => {
  const { ended, of } = await judged([RULE, 'negotiate/labelled'], { wrap: challengedBy(line) });
  expect(ended('fail')).toEqual([`${RULE} target`, 'negotiate/labelled target']);
  expect(of(RULE, 'target').reason).toContain('twice in one challenge');
});

test('one parameter in several challenges is not failed', { tags: ['night'] }, async () => {
  const wrap = challengedBy('Basic realm="a", Negotiate, Digest realm="a", qop="auth,auth-int", nonce="realm=b"');
  const { ended } = await judged([RULE, 'negotiate/labelled'], { wrap });
  expect(ended('fail')).toEqual([]);
});
