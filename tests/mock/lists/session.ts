import { expect, test } from 'vitest';
import { parseChallenges } from '../../../core/http/challenge.ts';
import { type List, onEveryFace, type Service, send } from '../faces.ts';

const root = (service: Service, cookie?: string): Promise<Response> =>
  send(service, 'GET', '/', cookie === undefined ? {} : { headers: { cookie } });

/** The root check (document 5). */
export const session: List = onEveryFace('the session check', (open) => {
  test.each([
    'USER_TOKEN=x',
    'USER_TOKEN=',
    'USER_TOKEN="quoted"',
    'a=b; USER_TOKEN=x',
    'USER_TOKEN=x; a=b',
    'a=b; USER_TOKEN=x; c=d',
    'a=b;USER_TOKEN=x',
    '; ;USER_TOKEN=x;',
    'broken; USER_TOKEN=a=b',
    'USER_TOKEN=%00%ff',
  ])('%s is a session', async (cookie) => {
    await using service = await open();
    const response = await root(service, cookie);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toContain('Cookie');
    expect(await response.json()).toBe('OK');
  });

  test.each([
    undefined,
    'USER_TOKEN',
    'user_token=x',
    'USER_TOKENS=x',
    'XUSER_TOKEN=x',
    'USER_TOKE=x',
    'a=USER_TOKEN=x',
    'a="USER_TOKEN=x"',
    'a=b; User_Token=x',
    '__proto__=x',
  ])('%s is none: 401 with a challenge', async (cookie) => {
    await using service = await open();
    const response = await root(service, cookie);
    expect(response.status).toBe(401);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toContain('Cookie');
    expect(await response.json()).toBe('not authorized');
    expect(parseChallenges(response.headers.get('www-authenticate') ?? '')).toMatchObject([{ scheme: 'Cookie' }]);
  });

  test('a browser gets the JSON string too', async () => {
    await using service = await open();
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const response = await send(service, 'GET', '/', { headers: { accept, cookie: 'USER_TOKEN=x' } });
    expect([response.status, await response.text()]).toEqual([200, '"OK"']);
  });

  test('where sessions are validated, only the known values count', async () => {
    await using service = await open({ session: 'validated', sessions: ['good', 'better'] });
    const statuses = await Promise.all(
      ['USER_TOKEN=good', 'USER_TOKEN="better"', 'USER_TOKEN=bad', 'USER_TOKEN='].map(
        async (c) => (await root(service, c)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 401, 401]);
  });

  test('without the check there is nothing at the root', async () => {
    await using service = await open({ session: 'none' });
    expect((await root(service, 'USER_TOKEN=x')).status).toBe(404);
  });
});
