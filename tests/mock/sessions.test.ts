import { CookieJar } from 'tough-cookie';
import { describe, expect, test } from 'vitest';
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';

interface Shown {
  readonly id: string;
  readonly cookie: string;
  readonly value: string;
  readonly user: string;
  readonly state: string;
  readonly expiresAt: string | null;
  readonly crossSite: boolean;
  readonly cookieFile: string;
}

const at = 'http://mock.test';
const ask = (mock: Mock, line: string, init: RequestInit = {}): Promise<Response> => {
  const [method = 'GET', path = '/'] = line.split(' ');
  return mock.fetch(new Request(path.startsWith('http') ? path : at + path, { method, ...init }));
};
const mint = async (mock: Mock, wish: object = {}, below = ''): Promise<Shown> =>
  (await ask(mock, `POST ${below}/_mock/sessions`, { body: JSON.stringify(wish) })).json();
const root = async (mock: Mock, cookie: string, below = ''): Promise<number> =>
  (await ask(mock, `GET ${below}/`, { headers: { cookie } })).status;
const setCookieOf = (response: Response): string => response.headers.getSetCookie().join('\n');

describe('minting', () => {
  test('answers 201 with Location, the cookie, and all about it', async () => {
    const mock = createMock();
    const response = await ask(mock, 'POST /_mock/sessions', { body: '{"user":"ada"}' });
    const session: Shown = await response.json();
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`${at}/_mock/sessions/${session.id}`);
    expect(setCookieOf(response)).toBe(`USER_TOKEN=${session.value}; Path=/; HttpOnly; SameSite=Lax`);
    expect(session).toEqual({
      id: session.id,
      cookie: `USER_TOKEN=${session.value}`,
      value: expect.stringMatching(/^[0-9a-f]{32}$/u),
      user: 'ada',
      state: 'live',
      expiresAt: null,
      crossSite: false,
      cookieFile: `${at}/_mock/sessions/${session.id}/cookies.txt`,
    });
    expect(await (await ask(mock, `GET ${response.headers.get('location')}`)).json()).toEqual(session);
  });

  test('needs no body', async () => {
    expect((await ask(createMock(), 'POST /_mock/sessions')).status).toBe(201);
  });

  test('for other sites it is SameSite=None, and so Secure; with a life it has a Max-Age', async () => {
    const mock = createMock();
    const body = JSON.stringify({ crossSite: true, lifeSeconds: 90 });
    const response = await ask(mock, 'POST /_mock/sessions', { body });
    expect(setCookieOf(response)).toMatch(/^USER_TOKEN=\w+; Path=\/; Max-Age=90; HttpOnly; SameSite=None; Secure$/u);
  });

  test.each([
    ['below a base path', { basePath: '/api/shop' }, '/api/shop', '/api/shop'],
    ['for a tenant', {}, '/_tenant/acme', '/_tenant/acme'],
    ['for a tenant below a base path', { basePath: '/api' }, '/api/_tenant/acme', '/api/_tenant/acme'],
    ['below a path that an attribute cannot hold', { basePath: '/a/b;c=1/d' }, '/a/b;c=1/d', '/a'],
    ['below a path that begins with one', { basePath: '/;a' }, '/;a', '/'],
  ] as [string, MockOptions, string, string][])(
    '%s the cookie reaches the root check',
    async (_, options, below, path) => {
      const mock = createMock(options);
      const response = await ask(mock, `POST ${below}/_mock/sessions`);
      expect(setCookieOf(response)).toContain(`; Path=${path}; `);
      const jar = new CookieJar();
      await jar.setCookie(setCookieOf(response), `${at}${below}/_mock/sessions`);
      for (const address of [`${at}${below}`, `${at}${below}/`]) {
        const cookie = await jar.getCookieString(address);
        expect([address, (await ask(mock, `GET ${address}`, { headers: { cookie } })).status]).toEqual([address, 200]);
      }
      if (path !== '/') expect(await jar.getCookieString(`${at}/elsewhere`)).toBe('');
    },
  );

  test.each([
    [{ user: 1 }, '/user'],
    [{ user: 'x'.repeat(201) }, '/user'],
    [{ lifeSeconds: 0 }, '/lifeSeconds'],
    [{ lifeSeconds: 1.5 }, '/lifeSeconds'],
    [{ lifeSeconds: '60' }, '/lifeSeconds'],
    [{ lifeSeconds: 1e12 }, '/lifeSeconds'],
    [{ crossSite: 'yes' }, '/crossSite'],
    [{ life: 60 }, ''],
  ])('%j is refused with where it is wrong', async (wish, pointer) => {
    const mock = createMock();
    const response = await ask(mock, 'POST /_mock/sessions', { body: JSON.stringify(wish) });
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].pointer).toContain(pointer);
    expect(mock.tenants.of('').sessions.list()).toEqual([]);
  });

  test('is the same in every deterministic run, and never the same without', async () => {
    const three = async (options: MockOptions): Promise<Shown[]> => {
      const mock = createMock(options);
      return [await mint(mock, { lifeSeconds: 60 }), await mint(mock), await mint(mock, {}, '/_tenant/acme')];
    };
    expect(await three({ deterministic: 7 })).toEqual(await three({ deterministic: 7 }));
    expect(await three({ deterministic: 7 })).not.toEqual(await three({ deterministic: 8 }));
    const values = [...(await three({})), ...(await three({})), ...(await three({ deterministic: 7 }))].map(
      (s) => s.value,
    );
    expect(new Set(values).size).toBe(9);
  });
});

describe('a session that was minted', () => {
  test.each(['presence', 'validated'] as const)('is let in until it is revoked, under %s', async (session) => {
    const mock = createMock({ session });
    const { id, cookie } = await mint(mock);
    expect(await root(mock, cookie)).toBe(200);
    expect((await ask(mock, `DELETE /_mock/sessions/${id}`)).status).toBe(204);
    expect(await root(mock, cookie)).toBe(401);
    expect((await ask(mock, `DELETE /_mock/sessions/${id}`)).status).toBe(204);
    expect((await (await ask(mock, `GET /_mock/sessions/${id}`)).json()).state).toBe('revoked');
  });

  test('is let in until its time is over, by the mock’s clock', async () => {
    const mock = createMock({ deterministic: 1 });
    const { id, cookie, expiresAt } = await mint(mock, { lifeSeconds: 60 });
    expect(expiresAt).toBe('2030-01-01T00:01:00.000Z');
    await ask(mock, 'POST /_mock/clock', { body: '{"moveMs":59999}' });
    expect(await root(mock, cookie)).toBe(200);
    await ask(mock, 'POST /_mock/clock', { body: '{"moveMs":1}' });
    expect(await root(mock, cookie)).toBe(401);
    expect((await (await ask(mock, `GET /_mock/sessions/${id}`)).json()).state).toBe('expired');
  });

  test('can be expired at once, for good', async () => {
    const mock = createMock({ deterministic: 1 });
    const { id, cookie } = await mint(mock);
    const ended: Shown = await (await ask(mock, `POST /_mock/sessions/${id}/expire`)).json();
    expect([ended.state, ended.expiresAt]).toEqual(['expired', '2030-01-01T00:00:00.000Z']);
    expect(await root(mock, cookie)).toBe(401);
    await ask(mock, 'POST /_mock/clock', { body: '{"moveMs":-86400000}' });
    expect(await root(mock, cookie)).toBe(401);
  });

  test('ends by itself: another goes on', async () => {
    const mock = createMock();
    const [one, other] = [await mint(mock), await mint(mock)];
    await ask(mock, `DELETE /_mock/sessions/${one.id}`);
    expect([await root(mock, one.cookie), await root(mock, other.cookie)]).toEqual([401, 200]);
    expect(await root(mock, `${one.cookie}; ${other.cookie}`)).toBe(200);
  });

  test('is its tenant’s alone', async () => {
    const mock = createMock({ session: 'validated' });
    const { id, cookie } = await mint(mock, {}, '/_tenant/acme');
    expect(await root(mock, cookie, '/_tenant/acme')).toBe(200);
    expect(await root(mock, cookie, '/_tenant/other')).toBe(401);
    expect((await ask(mock, `GET /_tenant/other/_mock/sessions/${id}`)).status).toBe(404);
    expect((await ask(mock, `DELETE /_mock/sessions/${id}`)).status).toBe(404);
    expect(await root(mock, cookie, '/_tenant/acme')).toBe(200);
  });

  test('is shown in the list without what would let somebody in', async () => {
    const mock = createMock();
    const session = await mint(mock, { user: 'ada' });
    const text = await (await ask(mock, 'GET /_mock/sessions')).text();
    expect(text).not.toContain(session.value);
    const { cookie: _, ...rest } = session;
    expect(JSON.parse(text)).toEqual([{ ...rest, value: `${session.value.slice(0, 6)}…` }]);
  });

  test.each(['GET', 'DELETE'])('that there is none of is 404 to %s', async (method) => {
    expect((await ask(createMock(), `${method} /_mock/sessions/nobody`)).status).toBe(404);
  });

  test('is forgotten by a reset', async () => {
    const mock = createMock({ session: 'validated' });
    const { cookie } = await mint(mock);
    mock.reset();
    expect(await root(mock, cookie)).toBe(401);
  });
});

describe('the login link', () => {
  test('sets the cookie and goes on', async () => {
    const mock = createMock();
    const to = encodeURIComponent('http://localhost:5173/deals?open=1#top');
    const response = await ask(mock, `GET /_mock/login?user=ada&lifeSeconds=60&to=${to}`);
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      'http://localhost:5173/deals?open=1#top',
    ]);
    expect(setCookieOf(response)).toMatch(/^USER_TOKEN=\w+; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/u);
    expect(mock.tenants.of('').sessions.list()).toMatchObject([{ user: 'ada' }]);
  });

  test('leads to the root check where nothing else was said', async () => {
    const mock = createMock({ basePath: '/api' });
    const response = await ask(mock, 'GET /api/_tenant/acme/_mock/login');
    expect(response.headers.get('location')).toBe(`${at}/api/_tenant/acme/`);
    const cookie = setCookieOf(response).split(';')[0] ?? '';
    expect(await root(mock, cookie, '/api/_tenant/acme')).toBe(200);
  });

  test.each([
    ['/deals', `${at}/deals`],
    ['../users?name=a', `${at}/users?name=a`],
    [`${at}/users`, `${at}/users`],
    ['http://localhost', 'http://localhost/'],
    ['https://shop.localhost:8443/a', 'https://shop.localhost:8443/a'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000/'],
    ['http://127.9.9.9/', 'http://127.9.9.9/'],
    ['http://[::1]:3000/', 'http://[::1]:3000/'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['https://app.example/a', 'https://app.example/a'],
  ])('may lead to %s', async (to, location) => {
    const mock = createMock({ controlOrigins: ['https://app.example'] });
    const response = await ask(mock, `GET /_mock/login?to=${encodeURIComponent(to)}`);
    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '\t//evil.example',
    'https:evil.example',
    'http://localhost@evil.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://evillocalhost/',
    'http://localhost\u3002evil.example/',
    'http://app.example/',
    'https://app.example:8443/',
    'https://app.example.evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:http://localhost/x',
    'http://',
  ])('leads nobody to %s', async (to) => {
    const mock = createMock({ controlOrigins: ['https://app.example'] });
    for (const place of ['login', 'logout']) {
      const response = await ask(mock, `GET /_mock/${place}?to=${encodeURIComponent(to)}`);
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(mock.tenants.of('').sessions.list()).toEqual([]);
  });

  test.each(['lifeSeconds=soon', 'lifeSeconds=', 'lifeSeconds=-1', 'crossSite=1', `user=${'x'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      expect((await ask(createMock(), `GET /_mock/login?${query}`)).status).toBe(400);
    },
  );
});

describe('logging out', () => {
  test.each(['GET', 'POST'])('by %s revokes the session and takes the cookie away', async (method) => {
    const mock = createMock();
    const { cookie } = await mint(mock);
    const jar = new CookieJar();
    await jar.setCookie(`${cookie}; Path=/; HttpOnly; SameSite=Lax`, `${at}/_mock/login`);
    const response = await ask(mock, `${method} /_mock/logout`, { headers: { cookie } });
    expect(response.status).toBe(204);
    expect(await root(mock, cookie)).toBe(401);
    await jar.setCookie(setCookieOf(response), `${at}/_mock/logout`);
    expect(await jar.getCookieString(at)).toBe('');
  });

  test('takes a cookie away in the way that it was given, and leaves other sessions alone', async () => {
    const mock = createMock();
    const [one, other] = [await mint(mock, { crossSite: true }), await mint(mock)];
    const response = await ask(mock, 'GET /_mock/logout?to=/', { headers: { cookie: one.cookie } });
    expect([response.status, response.headers.get('location')]).toEqual([303, `${at}/`]);
    expect(setCookieOf(response)).toBe('USER_TOKEN=; Path=/; Max-Age=0; HttpOnly; SameSite=None; Secure');
    expect(await root(mock, other.cookie)).toBe(200);
  });

  test('without a session is no trouble', async () => {
    expect((await ask(createMock(), 'POST /_mock/logout')).status).toBe(204);
  });
});

test('a cookie jar keeps, sends and drops the cookie as a browser does', async () => {
  await using mock = await startMock();
  const jar = new CookieJar();
  const visit = async (path: string, method = 'GET'): Promise<number> => {
    const url = `${mock.url}${path}`;
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie: await jar.getCookieString(url) },
    });
    for (const cookie of response.headers.getSetCookie()) await jar.setCookie(cookie, url);
    return response.status;
  };
  expect(await visit('/')).toBe(401);
  expect(await visit('/_mock/login?user=ada')).toBe(303);
  expect(await visit('/')).toBe(200);
  expect(await jar.getCookies(mock.url)).toMatchObject([
    { key: 'USER_TOKEN', httpOnly: true, sameSite: 'lax', secure: false },
  ]);
  expect(await visit('/_mock/logout', 'POST')).toBe(204);
  expect(await visit('/')).toBe(401);
  expect(await jar.getCookies(mock.url)).toEqual([]);
});

test('If-Match can name no state of the check, which counts where the answer would be 200', async () => {
  const mock = createMock();
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await mock.fetch(new Request('http://mock.test/', { headers }))).status;
  const cookie = 'USER_TOKEN=a';
  expect(await status({ cookie, 'if-match': '"zz"' })).toBe(412);
  expect(await status({ cookie, 'if-match': '*' })).toBe(200);
  expect(await status({ 'if-match': '"zz"' })).toBe(401);
});
