import { expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { type Ask, serve, store, type Told } from '../target-file/service.ts';

const NAMES = ['deals', 'users'] as const;

/** A collection of another API at `/deals` or `/users`, which asks for a key. */
async function judged(
  name: string,
  answer: (ask: Ask) => Told,
  rules: readonly string[] = ['*'],
): Promise<{ results: Results; asked: readonly Ask[] }> {
  await using service = await serve(answer);
  const target: TargetFile = {
    baseUrl: service.url,
    session: { headers: { 'x-api-key': 'sesame' } },
    resources: [{ name, collection: `/${name}`, sample: { title: 'assayer {unique}' } }],
  };
  return { results: await judge({ target, rules, runs: 2, seed: 1 }), asked: service.asked };
}

function ended(results: Results, outcome: string): string[] {
  return results.results.filter((result) => result.outcome === outcome).map(({ rule }) => rule);
}

test.each(NAMES)(
  'a collection of another API called %s is not taken for the document’s',
  { tags: ['night'] },
  async (name) => {
    const { results, asked } = await judged(name, store(`/${name}`));
    expect(ended(results, 'error')).toEqual([]);
    const own = results.results.filter(({ rule }) =>
      /^(?:create\/path|version\/|model\/|operation\/|session\/)/u.test(rule),
    );
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter(({ outcome }) => outcome !== 'not-applicable')).toEqual([]);
    expect(asked.filter(({ headers }) => headers['cookie']?.includes('USER_TOKEN'))).toEqual([]);
    expect(results.target.assumed.join('\n')).not.toContain('USER_TOKEN');
  },
);

test('the 401 of another API without a challenge is one failure', { tags: ['night'] }, async () => {
  const posts = store('/posts');
  const { results } = await judged('posts', (ask) =>
    ask.headers['x-api-key'] === 'sesame' ? posts(ask) : { status: 401, body: 'no key' },
  );
  const told = results.results.filter(({ rule }) => rule.endsWith('challenge'));
  expect(told.map(({ rule, outcome }) => [rule, outcome])).toEqual([
    ['session/challenge', 'fail'],
    ['status/401-challenge', 'not-exercised'],
  ]);
});

test.each([
  ['a challenge', 'Bearer realm="posts"', 'pass'],
  ['no challenge', undefined, 'fail'],
  ['a malformed challenge', ',,', 'fail'],
])('the 401 of another API that carries %s is judged', async (_, challenge, outcome) => {
  const posts = store('/posts');
  const headers = challenge === undefined ? {} : { 'www-authenticate': challenge };
  const answer = (ask: Ask): Told =>
    ask.headers['x-api-key'] === 'sesame' ? posts(ask) : { status: 401, headers, body: 'no key' };
  const { results } = await judged('posts', answer, ['session/challenge']);
  const found = results.results.filter(({ rule }) => rule === 'session/challenge');
  expect(found.map((result) => [result.subject, result.outcome])).toEqual([['posts', outcome]]);
});
