import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';
import type { TargetFile } from '../../target-file/file.ts';

const VALUES = ['session-one', 'session-two', 'session-three'];
const RULES = ['session/*', 'status/401-challenge'];

/** A mock with a login, whose sessions end after so many requests that they let in. */
async function expiring(lasts: number, answersLogin = () => true) {
  let logins = 0;
  const used = new Map<string, number>();
  const mock = await startMock({
    session: 'validated',
    sessions: VALUES,
    wrap: (fetch) => async (request) => {
      if (new URL(request.url).pathname === '/login') {
        if (logins > 0 && !answersLogin()) return new Response(null, { status: 503 });
        logins += 1;
        const headers = { 'set-cookie': `USER_TOKEN=${VALUES[logins - 1] ?? ''}; Path=/` };
        return new Response('{}', { status: 200, headers });
      }
      const [, value = ''] = /USER_TOKEN="?([\w-]+)/u.exec(request.headers.get('cookie') ?? '') ?? [];
      const count = (used.get(value) ?? 0) + 1;
      used.set(value, count);
      if (!VALUES.includes(value) || count <= lasts || value === 'session-two') return fetch(request);
      const headers = new Headers(request.headers);
      headers.delete('cookie');
      return fetch(new Request(request.url, { method: request.method, headers }));
    },
  });
  return { mock, logins: () => logins };
}

function fileFor(baseUrl: string): TargetFile {
  return { baseUrl, claims: { session: 'validated' }, session: { login: { path: '/login', json: { user: 'a' } } } };
}

test('a session that ends in the middle is opened again, once, and the report tells it', async () => {
  const { mock, logins } = await expiring(12);
  await using _ = mock;
  const results = await judge({ target: fileFor(mock.url), rules: RULES, seed: 3 });
  expect(results.results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(results.summary.verdict).toBe('conformant');
  expect(results.summary.headline).toEqual([
    expect.stringMatching(
      /^the session ended while the run went on \(GET \S+ was answered 401, and was let in before\): it was opened again, once$/u,
    ),
  ]);
  expect(logins()).toBe(2);
  for (const value of VALUES) expect(JSON.stringify(results)).not.toContain(value);
});

test('a session that holds is opened once', async () => {
  const { mock, logins } = await expiring(100_000);
  await using _ = mock;
  const results = await judge({ target: fileFor(mock.url), rules: RULES, seed: 3 });
  expect(results.summary.verdict).toBe('conformant');
  expect(results.summary.headline).toBeUndefined();
  expect(logins()).toBe(1);
});

test('a login that fails the second time is told, and not tried again', async () => {
  let asked = 0;
  const { mock, logins } = await expiring(12, () => {
    asked += 1;
    return false;
  });
  await using _ = mock;
  const results = await judge({ target: fileFor(mock.url), rules: RULES, seed: 3 });
  expect(results.summary.headline?.[0]).toMatch(/could not be opened again: .*503/u);
  expect(logins()).toBe(1);
  expect(asked).toBe(1);
});

test('a cookie that its owner gave is not renewed', async () => {
  const { mock, logins } = await expiring(12);
  await using _ = mock;
  const target = { ...fileFor(mock.url), session: { cookie: 'USER_TOKEN=session-one' } };
  const results = await judge({ target, rules: ['session/authorized'], seed: 3 });
  expect(results.summary.headline).toBeUndefined();
  expect(logins()).toBe(0);
});
