import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { handlers } from '../../mock/msw.ts';
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
