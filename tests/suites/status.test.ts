import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';

// Operations are not what provokes these statuses: one form stands for all.
const claims = { operationForms: ['A'] } as const;

test('the embedded mock provokes every rule on status codes and challenges', { tags: ['night'] }, async () => {
  const { results } = await judge({ rules: ['status/*', 'session/challenge'], claims, runs: 1, seed: 1 });
  expect(results.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
  expect(results.find(({ rule }) => rule === 'status/unavailable')?.reason).toBe('1 answers were 503');
});

test.each(
  inGate(
    [
      [{ 'retry-after': 'soon' }, 'fail'],
      [{ 'retry-after': '3600' }, 'pass'],
      [{}, 'pass'],
    ],
    3,
  ),
)('what a target file says to be unavailable is read once, with %j', { tags: ['night'] }, async (headers, outcome) => {
  let asked = 0;
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      if (new URL(request.url).pathname !== '/archive') return fetch(request);
      asked += 1;
      return new Response(null, { status: 503, headers });
    },
  });
  const rules = ['status/not-running', 'status/unavailable', 'status/no-server-error'];
  const { results } = await judge({
    target: { baseUrl: mock.url, unavailable: '/archive' },
    claims,
    rules,
    runs: 1,
    seed: 1,
  });
  expect(results.map(({ rule, outcome: was }) => [rule, was])).toEqual([
    ['status/no-server-error', 'pass'],
    ['status/not-running', 'pass'],
    ['status/unavailable', outcome],
  ]);
  expect(asked).toBe(1);
});

test.each([
  [503, 'pass', 'pass'],
  [404, 'fail', 'not-exercised'],
  [200, 'fail', 'not-exercised'],
  [500, 'fail', 'not-exercised'],
  [429, 'inconclusive', 'inconclusive'],
])(
  'what a target file says to be unavailable and is answered %i',
  { tags: ['night'] },
  async (status, outcome, watched) => {
    let asked = 0;
    await using mock = await startMock({
      wrap: (fetch) => async (request) => {
        if (new URL(request.url).pathname !== '/archive') return fetch(request);
        asked += 1;
        return Response.json('archive', { status });
      },
    });
    const target = { baseUrl: mock.url, unavailable: '/archive' };
    const how = { rules: ['status/not-running', 'status/unavailable'], claims, runs: 1, seed: 1 };
    const { results } = await judge({ target, ...how });
    expect(results.find(({ rule }) => rule === 'status/not-running')?.outcome).toBe(outcome);
    expect(results.find(({ rule }) => rule === 'status/unavailable')?.outcome).toBe(watched);
    // A limit and a breakdown are asked about again.
    if (status < 429 || status === 503) expect(asked).toBe(1);
  },
);

test('nothing is due of what is unavailable where the target file names none', async () => {
  await using mock = await startMock();
  const { results } = await judge({ baseUrl: mock.url, claims, rules: ['status/not-running'], runs: 1, seed: 1 });
  expect(results.map(({ outcome }) => outcome)).toEqual(['not-applicable']);
});

test.each(
  inGate(
    [
      ['with session/challenge it is told there alone', ['status/401-challenge', 'session/challenge'], 'not-exercised'],
      ['without it, here', ['status/*'], 'fail'],
    ],
    2,
  ),
)('a missing challenge at the root is told once: %s', { tags: ['night'] }, async (_, rules, outcome) => {
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      const answer = await fetch(request);
      const headers = new Headers(answer.headers);
      headers.delete('www-authenticate');
      return answer.status === 401 ? new Response(answer.body, { status: 401, headers }) : answer;
    },
  });
  const { results } = await judge({ baseUrl: mock.url, claims, rules, runs: 1, seed: 1 });
  expect(results.find(({ rule }) => rule === 'status/401-challenge')?.outcome).toBe(outcome);
  const failed = results.filter(({ rule, outcome: was }) => rule.endsWith('challenge') && was === 'fail');
  expect(failed.length).toBe(1);
});

test('server errors are told by kind, in an order that does not depend on which came first', {
  tags: ['night'],
}, async () => {
  const signatures = new Set<string | undefined>();
  for (const concurrency of [1, 8]) {
    await using mock = await startMock({
      wrap: (fetch) => async (request) => {
        const isOdd = /\/(?:users|deals)\/[^/]+$/u.test(new URL(request.url).pathname);
        return isOdd && request.method !== 'POST' ? new Response(null, { status: 500 }) : fetch(request);
      },
    });
    const { results } = await judge({
      baseUrl: mock.url,
      claims,
      rules: ['status/no-server-error'],
      concurrency,
      runs: 1,
    });
    const [found] = results;
    expect(found?.outcome).toBe('fail');
    signatures.add(found?.signature);
  }
  expect([...signatures]).toEqual([expect.stringMatching(/^expected no 5xx other than 503, got DELETE \/rest\//u)]);
});
