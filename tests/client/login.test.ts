import { afterEach, expect, it } from 'vitest';
import { cookieFieldFor } from '../../client/cookies.ts';
import { login } from '../../client/login.ts';
import { cannedServer, closedPort, type RawServer } from '../servers.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((one) => one.close()));
});

async function answering(status: string, fields: readonly string[], body = ''): Promise<RawServer> {
  const lines = [...fields, `Content-Length: ${body.length}`].map((field) => `${field}\r\n`).join('');
  const server = await cannedServer(`HTTP/1.1 ${status}\r\n${lines}\r\n${body}`);
  servers.push(server);
  return server;
}

it('keeps the cookies that a login sets, beside those that were there', async () => {
  const server = await answering('302 Found', [
    'Set-Cookie: USER_TOKEN=abc; Path=/; HttpOnly',
    'Set-Cookie: b=c',
    'Location: /',
  ]);
  const session = await login({
    baseUrl: server.url,
    login: { path: '/login', form: { user: 'a b', password: 'p&q' } },
  });
  expect(server.requests[0]).toMatch(/^POST \/login HTTP/u);
  expect(server.requests[0]).toContain('content-type: application/x-www-form-urlencoded\r\n');
  expect(server.requests[0]).toContain('\r\n\r\nuser=a+b&password=p%26q');
  expect(session.cookies && cookieFieldFor(session.cookies, `${server.url}/x`)).toBe('USER_TOKEN=abc; b=c');
  const again = await login({ baseUrl: server.url, login: { path: '/login', json: {} }, session });
  expect(server.requests[1]).toContain('cookie: USER_TOKEN=abc; b=c\r\n');
  expect(again.cookies && cookieFieldFor(again.cookies, server.url)).toBe('USER_TOKEN=abc; b=c');
});

it('takes a token from the body into a field', async () => {
  const server = await answering('200 OK', ['Content-Type: application/json'], '{"data":{"token":"t0k"}}');
  const at = (token: { pointer: string; header?: string; prefix?: string }) =>
    login({
      baseUrl: server.url,
      login: { path: '/login', json: { user: 'a' }, token },
      session: { cookies: undefined, headers: { 'X-Key': 'k' } },
    });
  expect((await at({ pointer: '/data/token' })).headers).toEqual({ 'X-Key': 'k', Authorization: 'Bearer t0k' });
  expect((await at({ pointer: '/data/token', header: 'X-Token' })).headers['X-Token']).toBe('t0k');
  expect((await at({ pointer: '/data/token', prefix: 'Token ' })).headers['Authorization']).toBe('Token t0k');
  await expect(at({ pointer: '/token' })).rejects.toThrow('no text at /token');
});

it('says why there is no session', async () => {
  const refused = await answering('401 Unauthorized', []);
  await expect(login({ baseUrl: refused.url, login: { path: '/in' } })).rejects.toThrow('answered 401');
  const bare = await answering('200 OK', []);
  await expect(login({ baseUrl: bare.url, login: { path: '/in' } })).rejects.toThrow('without Set-Cookie');
  const elsewhere = await answering('200 OK', ['Set-Cookie: a=b; Domain=example.com']);
  await expect(login({ baseUrl: elsewhere.url, login: { path: '/in' } })).rejects.toThrow('Domain, Path and Secure');
  const nobody = `http://127.0.0.1:${await closedPort()}`;
  await expect(login({ baseUrl: nobody, login: { path: '/in' } })).rejects.toThrow('refused');
});
