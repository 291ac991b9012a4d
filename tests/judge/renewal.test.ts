import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Mock } from '../../mock/index.ts';
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

test('a session that ends in the middle is opened again, once, and the report tells it', {
  tags: ['night'],
}, async () => {
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

/** A mock that lets nobody in without a session of its login; `holds`: whether one does at its so many-th request. */
async function guarded(holds: (count: number) => boolean) {
  let logins = 0;
  const used = new Map<string, number>();
  const mock = await startMock({
    session: 'validated',
    wrap: (fetch) => async (request) => {
      if (new URL(request.url).pathname === '/login') {
        logins += 1;
        used.set(`session-number-${logins}`, 0);
        const headers = { 'set-cookie': `USER_TOKEN=session-number-${logins}; Path=/` };
        return new Response('{}', { status: 200, headers });
      }
      const [, value = ''] = /USER_TOKEN="?([\w-]+)/u.exec(request.headers.get('cookie') ?? '') ?? [];
      const count = (used.get(value) ?? Number.NaN) + 1;
      if (used.has(value)) used.set(value, count);
      if (!used.has(value) || !holds(count))
        return new Response(null, { status: 401, headers: { 'www-authenticate': 'Cookie realm="deals"' } });
      const headers = new Headers(request.headers);
      headers.set('cookie', 'USER_TOKEN=let-me-in');
      return fetch(new Request(request, { headers }));
    },
  });
  return { mock, logins: () => logins };
}

const GUARDED_RULES = ['create/status', 'create/location', 'delete/*', 'read/item', 'read/made', 'validator/*'];

test('sessions that end every 60 requests are opened again each time, for the clean-up too', {
  tags: ['night'],
}, async () => {
  const { mock, logins } = await guarded((count) => count <= 60);
  await using _ = mock;
  const before = deals(mock.mock);
  const results = await judge({ target: fileFor(mock.url), rules: GUARDED_RULES, seed: 3 });
  expect(results.results.filter(({ outcome }) => outcome === 'fail' || outcome === 'inconclusive')).toEqual([]);
  expect(results.summary.headline?.join()).toMatch(/: it was opened again, \d+ times$/u);
  expect(logins()).toBeGreaterThan(3);
  expect(results.run.leftBehind ?? []).toEqual([]);
  expect(deals(mock.mock)).toEqual(before);
  expect(JSON.stringify(results)).not.toContain('session-number-');
});

test('a target that refuses a request now and then is not let in again each time', { tags: ['night'] }, async () => {
  const { mock, logins } = await guarded((count) => count % 13 !== 0);
  await using _ = mock;
  const { results } = await judge({ target: fileFor(mock.url), rules: GUARDED_RULES, seed: 3 });
  expect(results.filter(({ outcome }) => outcome === 'fail').length).toBeGreaterThan(0);
  // The first time no control is asked; one may meet a refusal by chance.
  expect(logins()).toBeLessThanOrEqual(4);
});

function deals(mock: Mock): readonly string[] {
  return [...mock.tenants.of('').store.deals.entries.keys()];
}

test('a session that holds is opened once', { tags: ['night'] }, async () => {
  const { mock, logins } = await expiring(100_000);
  await using _ = mock;
  const results = await judge({ target: fileFor(mock.url), rules: RULES, seed: 3 });
  expect(results.summary.verdict).toBe('conformant');
  expect(results.summary.headline).toBeUndefined();
  expect(logins()).toBe(1);
});

test('a login that fails the second time is told, and not tried again', { tags: ['night'] }, async () => {
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
