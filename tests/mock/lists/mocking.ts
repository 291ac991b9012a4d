import { expect, test } from 'vitest';
import { createDeal, type List, onEveryFace, readJson, type Service, send } from '../faces.ts';

/** What the mock has beyond the document: sessions for the asking, tenants, a way back, chaos, reasons. */
export const mocking: List = onEveryFace('a mock to work on', (open, needs) => {
  const status = async (service: Service, path: string, headers: Record<string, string> = {}): Promise<number> =>
    (await send(service, 'GET', path, { headers })).status;

  // MSW keeps cookies from one test to the next.
  const forget = (service: Service): Promise<Response> => send(service, 'POST', '/_mock/logout');

  test('a session that it mints lets in, until it is revoked', async () => {
    await using service = await open({ session: 'validated', sessions: [] });
    expect(await status(service, '/')).toBe(401);
    const minted = await send(service, 'POST', '/_mock/sessions', { json: { user: 'ada' } });
    expect(minted.status).toBe(201);
    const { cookie } = await minted.json();
    expect(await status(service, '/', { cookie })).toBe(200);
    expect((await send(service, 'DELETE', new URL(minted.headers.get('location') ?? '').pathname)).status).toBe(204);
    expect(await status(service, '/', { cookie })).toBe(401);
    await forget(service);
  });

  test('the cookie of a minted session is kept by whoever keeps cookies', async (context) => {
    needs(context, 'cookies that are kept');
    await using service = await open({ session: 'validated', sessions: [] });
    await send(service, 'POST', '/_mock/sessions', { json: {} });
    expect(await status(service, '/')).toBe(200);
    await send(service, 'POST', '/_mock/logout');
    expect(await status(service, '/')).toBe(401);
  });

  test('Set-Cookie can be read', async (context) => {
    needs(context, 'Set-Cookie');
    await using service = await open();
    const { headers } = await send(service, 'POST', '/_mock/sessions', { json: {} });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^USER_TOKEN=[^;]+; Path=\/; HttpOnly/u)]);
    await forget(service);
  });

  test('a tenant has a world of its own, named by path, field or cookie', async () => {
    await using service = await open();
    const acme = { 'x-mock-tenant': 'acme' };
    expect((await send(service, 'DELETE', '/_tenant/acme/rest/1/deals/1')).status).toBe(204);
    expect(await status(service, '/_tenant/acme/rest/1/deals/1')).toBe(404);
    expect(await status(service, '/rest/1/deals/1', acme)).toBe(404);
    expect(await status(service, '/rest/1/deals/1', { cookie: 'mock_tenant=acme' })).toBe(404);
    expect(await status(service, '/rest/1/deals/1')).toBe(200);
    const tenant = { ...service, url: `${service.url}/_tenant/acme` };
    expect(await status(tenant, await createDeal(tenant))).toBe(200);
  });

  test('a body that is too large for the control API is refused, and told how large one may be', async () => {
    await using service = await open();
    const body = `{"stubs":[{"route":"/users","body":"${'x'.repeat(1_100_000)}"}]}`;
    const answer = await send(service, 'PUT', '/_mock/stubs', { body });
    expect(answer.status).toBe(413);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect((await answer.json()).detail).toContain(
      'larger than 1 MiB, the most that this address takes; send the stubs',
    );
    expect(await readJson(service, '/_mock/stubs')).toEqual([]);
  });

  test('the log tells how long each request took', async () => {
    await using service = await open();
    await send(service, 'GET', '/users/1', { headers: { 'x-mock-replay': 'delay-20' } });
    const json = { name: 'a deal', price: 1 };
    await send(service, 'POST', '/rest/1/deals/', { json });
    const logged = (await readJson(service, '/_mock/log')) as { tookMs: number }[]; // as the route describes it
    const { log } = (await readJson(service, '/_mock/log.har')) as { log: { entries: { time: number }[] } }; // likewise
    const took = logged.map(({ tookMs }) => tookMs);
    expect(took).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(...took)).toBeGreaterThanOrEqual(0);
    expect(log.entries.map(({ time }) => time)).toEqual([expect.closeTo((took[0] ?? 0) + 20, 3), took[1]]);
  });

  test('it begins again when it is asked to', async () => {
    await using service = await open();
    const before = await readJson(service, '/rest/1/deals/');
    await createDeal(service);
    await send(service, 'DELETE', '/rest/1/deals/1');
    expect((await send(service, 'POST', '/_mock/reset')).ok).toBe(true);
    expect(await readJson(service, '/rest/1/deals/')).toEqual(before);
  });

  test('what is to fail first fails first, and names what brings it again', async () => {
    await using service = await open({ chaos: { rules: [{ route: '/users/*', failFirst: 1, status: 503 }] } });
    const first = await send(service, 'GET', '/users/1');
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await status(service, '/users/1')).toBe(200);
    expect(await status(service, '/users/1', { 'x-mock-replay': first.headers.get('x-mock-fault') ?? '' })).toBe(503);
  });

  test('a connection that is reset is a failed fetch', async () => {
    await using service = await open({ chaos: { rules: [{ route: '/users/*', reset: true }] } });
    await expect(send(service, 'GET', '/users/1')).rejects.toThrow(TypeError);
    expect(await status(service, '/users')).toBe(200);
  });

  test('a body that is cut breaks where it is read', async () => {
    await using service = await open({ chaos: { rules: [{ route: '/users/*', truncateAt: 0.5 }] } });
    await expect(send(service, 'GET', '/users/1').then((response) => response.text())).rejects.toThrow(TypeError);
  });

  test('a slow body comes whole', async () => {
    await using service = await open({ chaos: { rules: [{ route: '/users/*', bytesPerSecond: 2000 }] } });
    expect(await readJson(service, '/users/1')).toMatchObject({ name: 'Ada Lovelace' });
  });

  test('a route is answered by a stub in place of the service, until it is used up', async () => {
    await using service = await open();
    const stub = { route: 'GET /users/3', status: 422, headers: { 'x-own': 'yes' }, body: { why: 'odd' }, times: 1 };
    expect((await send(service, 'PUT', '/_mock/stubs', { json: { stubs: [stub] } })).status).toBe(200);
    const answer = await send(service, 'GET', '/users/3');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-own')]).toEqual([
      422,
      'application/json',
      'yes',
    ]);
    expect(answer.headers.get('x-mock-stub')).toMatch(/^s\d+$/u);
    expect(answer.headers.get('x-mock-rule')).toBeNull();
    expect(await answer.json()).toEqual({ why: 'odd' });
    expect(await status(service, '/users/3')).toBe(200);
    expect(await readJson(service, '/_mock/stubs')).toMatchObject([{ ...stub, used: 1 }]);
    await send(service, 'DELETE', '/_mock/stubs');
    expect(await readJson(service, '/_mock/stubs')).toEqual([]);
  });

  test('an answer says what it goes by, and what was nearly asked for', async () => {
    await using service = await open();
    expect((await send(service, 'GET', '/users/nobody')).headers.get('x-mock-rule')).toBe('read/unknown-item');
    expect((await send(service, 'GET', '/users/1/adress/0')).headers.get('x-mock-near-miss')).toContain('address');
  });
});
