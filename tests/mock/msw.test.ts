import { setupServer } from 'msw/node';
import { expect, test, vi } from 'vitest';
import { responseWith } from '../../mock/faces/response.ts';
import { createMock } from '../../mock/index.ts';
import { handlers, mockHandlers } from '../../mock/msw.ts';
import { startMock } from '../../mock/node.ts';

test('under MSW only the document’s own addresses are answered; all others go where they went', async () => {
  await using real = await startMock({ basePath: '/assets/users', session: 'none' });
  const { origin } = new URL(real.url);
  const server = setupServer(...handlers({ baseUrl: origin, seed: { users: [{ id: 'm', name: 'mocked' }] } }));
  server.listen({ onUnhandledRequest: 'bypass' });
  try {
    expect((await fetch(`${origin}/users/m`)).status).toBe(200);
    expect((await fetch(`${origin}/assets/users/users/1`)).status).toBe(200);
    expect(await (await fetch(`${origin}/usersettings.js`)).text()).toContain('served below /assets/users/');
    expect(await (await fetch(`${origin}/assets/users/users/1`)).json()).toMatchObject({ name: 'Ada Lovelace' });
  } finally {
    server.close();
  }
});

test('each set of handlers has state of its own, which lasts from request to request', async () => {
  const server = setupServer(
    ...handlers({ baseUrl: 'http://one.test' }),
    ...handlers({ baseUrl: 'http://two.test/api' }),
  );
  server.listen({ onUnhandledRequest: 'error' });
  try {
    const created = await fetch('http://two.test/api/rest/1/deals/', {
      method: 'POST',
      body: JSON.stringify({ name: 'n', price: 1 }),
      headers: { 'content-type': 'application/json' },
    });
    expect(created.headers.get('location')).toBe('http://two.test/api/rest/1/deals/4');
    expect((await fetch('http://two.test/api/rest/1/deals/4')).status).toBe(200);
    expect((await fetch('http://one.test/rest/1/deals/4')).status).toBe(404);
  } finally {
    server.close();
  }
});

/** What is fetched while the handlers are in place. */
async function under<T>(given: Parameters<typeof setupServer>, act: () => Promise<T>): Promise<T> {
  const server = setupServer(...given);
  server.listen({ onUnhandledRequest: 'error' });
  try {
    return await act();
  } finally {
    server.close();
  }
}

const statusOf = async (url: string, init?: RequestInit): Promise<number> => (await fetch(url, init)).status;

test('a mock that one holds can be put behind the handlers, asked beside them, and reset', async () => {
  const mock = createMock({ basePath: '/api' });
  await under(mockHandlers(mock), async () => {
    expect(await statusOf('http://localhost/api/rest/1/deals/1', { method: 'DELETE' })).toBe(204);
    expect((await mock.fetch(new Request('http://m/api/rest/1/deals/1'))).status).toBe(404);
    mock.reset();
    expect(await statusOf('http://localhost/api/rest/1/deals/1')).toBe(200);
  });
});

test('an address that is not the mock’s is refused with the way out', () => {
  expect(() => mockHandlers(createMock({ basePath: '/api' }), { baseUrl: 'http://a.test/shop' })).toThrow(
    'mock handlers: baseUrl is http://a.test/shop, and the mock is served below "/api/"; make their paths the same: ' +
      'createMock({ basePath: "/shop" })',
  );
  expect(mockHandlers(createMock({ basePath: '/api' }), { baseUrl: 'http://a.test/api/' })).toHaveLength(1);
});

test('the mock’s own addresses and those of tenants come through', async () => {
  const seen: string[] = [];
  const { options } = createMock();
  const fetched = async ({ url }: Request): Promise<Response> => {
    seen.push(new URL(url).pathname);
    return new Response('seen');
  };
  const paths = ['/_mock', '/_mock/', '/_mock/openapi.json', '/_tenant/acme/users'];
  await under(mockHandlers({ options, fetch: fetched }), async () => {
    for (const path of paths) expect(await (await fetch(`http://localhost${path}`)).text()).toBe('seen');
    await expect(fetch('http://localhost/_mocked')).rejects.toThrow();
  });
  expect(seen).toEqual(paths);
});

test('where the connection is reset, fetch rejects', async () => {
  const { options } = createMock();
  const reset = (): Promise<Response> => Promise.reject(new Error('reset on purpose'));
  await under(mockHandlers({ options, fetch: reset }), async () => {
    await expect(fetch('http://localhost/users')).rejects.toThrow(TypeError);
  });
});

test('in Node a mocked cookie is kept and sent as well, and one that is refused is told and left out', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const mock = createMock();
  const login = (cookie: string) => async (): Promise<Response> =>
    responseWith(null, 204, new Headers({ 'set-cookie': cookie }));
  const refused = 'USER_TOKEN=x; Secure';
  const url = 'http://cookies.test';
  await under(mockHandlers({ ...mock, fetch: login(refused) }, { baseUrl: url }), () => statusOf(`${url}/_mock/login`));
  await under(mockHandlers(mock, { baseUrl: url }), async () => expect(await statusOf(`${url}/`)).toBe(401));
  expect(warn.mock.calls).toEqual([[expect.stringContaining(`would have refused the cookie "${refused}"`)]]);
  const kept = 'USER_TOKEN=x; Path=/; HttpOnly';
  await under(mockHandlers({ ...mock, fetch: login(kept) }, { baseUrl: url }), () => statusOf(`${url}/_mock/login`));
  await under(mockHandlers(mock, { baseUrl: url }), async () => {
    expect(await statusOf(`${url}/`)).toBe(200);
    expect(await statusOf(`${url}/`, { headers: { cookie: 'other=1' } })).toBe(200);
  });
  warn.mockRestore();
});
