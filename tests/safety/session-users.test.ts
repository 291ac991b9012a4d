import { expect, test } from 'vitest';
import { type JudgeOptions, judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';

// A service that makes a user of each session that it does not know, as some do for guests.

/** `named`: how such a user is called; `path`: where they are listed. */
function guests(named = (token: string, _: number): string => token, path = '/users') {
  const users = new Map<string, object>();
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const token = /USER_TOKEN=([^;]+)/u.exec(request.headers.get('cookie') ?? '')?.[1]?.trim();
      if (token !== undefined && !users.has(token)) {
        const name = named(token, users.size);
        users.set(token, { id: `guest-${name}`, name });
      }
      const answer = await fetch(request);
      if (new URL(request.url).pathname !== path || request.method !== 'GET' || !answer.ok) return answer;
      const all: readonly object[] = await answer.json();
      return Response.json([...all, ...users.values()]);
    };
  return { users, wrap };
}

test.each([true, false])(
  'users that a service makes of made-up sessions are told, with readOnly %s',
  { tags: ['night'] },
  async (readOnly) => {
    const { users, wrap } = guests();
    await using mock = await startMock({ port: 0, representations: ['json'], validators: false, wrap });
    const options: JudgeOptions = {
      baseUrl: mock.url,
      seed: 1,
      runs: 1,
      rules: ['session/*', 'read/collection'],
      readOnly,
    };
    const { summary } = await judge(options);
    expect(users.size).toBeGreaterThan(1);
    expect(summary.headline?.join('\n')).toMatch(
      /^\d+ records came into users during this run and show what it sent as session cookies/mu,
    );
  },
);

test('users that are named by nothing of the sessions are told where they are as many', async () => {
  const { users, wrap } = guests((_, count) => `Guest ${count}`);
  await using mock = await startMock({ port: 0, representations: ['json'], validators: false, wrap });
  const rules = ['session/*', 'read/collection'];
  const { summary } = await judge({ baseUrl: mock.url, seed: 1, rules, readOnly: true });
  expect(users.size).toBeGreaterThan(6);
  expect(summary.headline?.join('\n')).toMatch(
    /^\d+ records came into users during this run, which sent \d+ session cookies that it made up: guest-Guest/mu,
  );
});

test('deals that came meanwhile, and are about as many, are the work of other clients', async () => {
  const { users, wrap } = guests((_, count) => `Tender ${count}`, '/rest/1/deals/');
  await using mock = await startMock({ port: 0, representations: ['json'], validators: false, wrap });
  const rules = ['session/*', 'read/collection'];
  const { summary } = await judge({ baseUrl: mock.url, seed: 1, rules, readOnly: true });
  expect(users.size).toBeGreaterThan(6);
  expect(summary.headline ?? []).toEqual([]);
});

/** Deals that show a text which is a value of the session cookie too. */
const withFalse =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const answer = await fetch(request);
    if (new URL(request.url).pathname !== '/rest/1/deals/' || request.method !== 'GET' || !answer.ok) return answer;
    if (answer.headers.get('content-type')?.includes('json') !== true) return answer;
    const all: readonly object[] = await answer.json();
    return Response.json(all.map((deal) => ({ ...deal, isOver: 'false' })));
  };

test('a record of the run itself that shows such a text is none of them', { tags: ['night'] }, async () => {
  await using mock = await startMock({ port: 0, validators: false, wrap: withFalse });
  const rules = ['session/any-value', 'negotiate/equivalent'];
  const { summary } = await judge({ baseUrl: mock.url, seed: 1, runs: 1, rules });
  expect(summary.headline ?? []).toEqual([]);
});
