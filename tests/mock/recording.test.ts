import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { loadRecording } from '../../mock/recording/load.ts';
import { createRecorder } from '../../mock/recording/recorder.ts';
import { start, temporaryFolder } from '../cli/assayer.ts';
import { rawServer } from '../servers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Told {
  readonly method?: string;
  readonly url: string;
  readonly status?: number;
  readonly type?: string;
  readonly body?: unknown;
}

/** An archive as a browser writes it. */
function har(entries: readonly Told[]): string {
  return JSON.stringify({
    log: {
      version: '1.2',
      entries: entries.map(({ method = 'GET', url, status = 200, type = JSON_TYPE, body }) => ({
        request: { method, url, headers: [{ name: 'Cookie', value: 'sid=cookie-secret' }] },
        response: {
          status,
          headers: [
            { name: 'Content-Type', value: type },
            { name: 'Set-Cookie', value: 'sid=set-cookie-secret' },
          ],
          content: { mimeType: type, text: typeof body === 'string' ? body : JSON.stringify(body) },
        },
      })),
    },
  });
}

async function mockOf(text: string, base?: string): Promise<Mock> {
  const { seed, stubs, version } = await loadRecording(text, {}, base);
  return createMock({ seed, stubs, ...(version === undefined ? {} : { version }) });
}

async function ask(mock: Mock, target: string, method = 'GET', tenant = ''): Promise<[number, unknown]> {
  const request = new Request(`http://mock.test${target}`, { method, headers: { 'x-mock-tenant': tenant } });
  const answer = await mock.fetch(request);
  const text = await answer.text();
  return [answer.status, text === '' ? undefined : JSON.parse(text)];
}

const API = 'https://api.example.com/shop';

describe('a recording', () => {
  test('of a mock is a mock that answers the same readings', async () => {
    const seed = {
      users: [{ id: 'u1', name: 'Ada', email: 'ada@example.com', sshKeys: [{ key: 'one' }, { key: 'two' }] }],
      deals: [
        { id: 'd1', name: 'Old', price: 5 },
        { id: 'd2', name: 'Gone', price: 6 },
      ],
    };
    const first = createMock({ seed, version: '7' });
    const readings = [
      '/users',
      '/users/u1',
      '/users/u1/ssh-keys/1',
      '/users?name=Ada',
      '/rest/7/deals/',
      '/rest/7/deals/d1',
    ];
    for (const target of readings) await ask(first, target);
    await ask(first, '/rest/7/deals/d2', 'DELETE');
    const archive = await (await first.fetch(new Request('http://mock.test/_mock/log.har'))).text();
    const again = await mockOf(archive);
    for (const target of ['/users', '/users/u1', '/users/u1/ssh-keys/1', '/users?name=Ada', '/rest/7/deals/d1'])
      expect(await ask(again, target)).toEqual(await ask(first, target));
    expect((await ask(again, '/rest/7/deals/d2'))[0]).toBe(404);
    // The service's own routes need no stubs.
    expect(again.stubs.list(again.tenants.of(''))).toEqual([]);
  });

  test('of a browser: the service is found among others, other routes become stubs, secrets stay out', async () => {
    const text = har([
      { url: 'https://fonts.example.com/users/font.woff', type: 'font/woff', body: 'x' },
      { url: `${API}/users`, body: [{ id: 7, name: 'Grace' }] },
      { url: `${API}/users/7`, body: { id: 7, name: 'Grace', token: 'body-secret' } },
      { url: `${API}/app.js`, type: 'text/javascript', body: 'alert()' },
      { method: 'POST', url: `${API}/login?token=query-secret`, body: { token: 'login-secret', user: 'grace' } },
      { url: `${API}/jobs/1?full=1`, body: { state: 'waiting' } },
      { url: `${API}/jobs/1?full=1`, body: { state: 'waiting' } },
      { url: `${API}/jobs/1?full=1`, body: { state: 'done' } },
      { url: `${API}/users/9`, status: 500, body: { title: 'broken' } },
      { url: `${API}/`, body: 'OK' },
    ]);
    const loaded = await loadRecording(text, {});
    expect(JSON.stringify(loaded)).not.toMatch(/-secret/u);
    expect(loaded.told).toBe('1 users, 0 deals and 4 stubs from https://api.example.com/shop');
    const mock = createMock({ seed: loaded.seed, stubs: loaded.stubs });
    expect((await ask(mock, '/users/7'))[1]).toMatchObject({ name: 'Grace', token: '[redacted]' });
    // By default a session is what the mock says it is.
    expect((await ask(mock, '/'))[0]).toBe(401);
    for (const tenant of ['', 'acme']) {
      expect(await ask(mock, '/login', 'POST', tenant)).toEqual([200, { token: '[redacted]', user: 'grace' }]);
      expect(await ask(mock, '/users/9', 'GET', tenant)).toEqual([500, { title: 'broken' }]);
      const states = [];
      for (let i = 0; i < 4; i += 1) states.push((await ask(mock, '/jobs/1?full=1', 'GET', tenant))[1]);
      expect(states).toEqual(['waiting', 'waiting', 'done', 'done'].map((state) => ({ state })));
    }
    mock.reset();
    expect(await ask(mock, '/jobs/1?full=1')).toEqual([200, { state: 'waiting' }]);
    mock.stubs.clear(mock.tenants.of(''));
    expect((await ask(mock, '/jobs/1?full=1'))[0]).toBe(404);
  });

  test('in base64, of a place that is named, with lists and records of one user', async () => {
    const entry = {
      request: { method: 'GET', url: `${API}/users/3` },
      response: {
        status: 200,
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { encoding: 'base64', text: Buffer.from('{"id":3,"name":"Zoë"}').toString('base64') },
      },
    };
    const mock = await mockOf(JSON.stringify({ log: { entries: [entry, 'odd', { request: 1 }] } }), API);
    expect((await ask(mock, '/users/3'))[1]).toMatchObject({ name: 'Zoë' });
  });

  test.each([
    ['', 'it is no JSON'],
    ['[]', 'log.entries is no list'],
    [har([]), 'name the service with --har-base'],
    [har([{ url: `${API}/users`, body: [] }]), 'no request below https://other.example'],
  ])('that cannot be used is refused with the reason (%#)', async (text, why) => {
    const base = why.includes('other') ? 'https://other.example' : undefined;
    await expect(loadRecording(text, {}, base)).rejects.toThrow(why);
  });
});

test('what passes to the service behind the mock is recorded as HAR and seed, without secrets', async () => {
  const body = JSON.stringify([{ id: 1, name: 'Ada', password: 'body-secret-1', note: 'bearer-secret-2' }]);
  const behind = await rawServer((socket) =>
    socket.write(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: sid=set-cookie-secret-3; Path=/\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ),
  );
  onTestFinished(() => behind.close());
  const recorder = createRecorder({ origin: behind.url, path: '' });
  await using mock = await startMock({ upstream: { url: behind.url, onPassed: recorder.take } });
  const headers = { cookie: 'sid=cookie-secret-4', authorization: 'Bearer bearer-secret-2' };
  await (await fetch(`${mock.url}/users?token=query-secret-5`, { headers })).text();
  const archive = JSON.stringify(recorder.har());
  expect(archive + JSON.stringify(recorder.seed(0))).not.toMatch(/-secret/u);
  expect(recorder.seed(0)).toEqual({
    users: [{ id: '1', name: 'Ada', password: '[redacted]', note: '[redacted]' }],
    deals: [],
  });
  expect((await loadRecording(archive, {})).seed.users).toHaveLength(1);
});

test('the command line begins with a recording, and writes one', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'traffic.har');
  writeFileSync(
    file,
    har([
      { url: `${API}/users`, body: [{ id: 7, name: 'Grace' }] },
      { url: `${API}/more`, body: [1] },
    ]),
  );
  const recorded = start(['mock', '--port', '0', '--har', 'traffic.har'], { cwd: folder.path });
  const url = (await recorded.firstLine).replace('listening on ', '');
  const front = start(['mock', '--port', '0', '--upstream', url, '--record', 'passed'], { cwd: folder.path });
  const frontUrl = (await front.firstLine).replace('listening on ', '');
  expect(await (await fetch(`${frontUrl}/users/7`)).json()).toMatchObject({ name: 'Grace' });
  expect(await (await fetch(`${frontUrl}/more`)).json()).toEqual([1]);
  front.child.kill('SIGTERM');
  const ended = await front.ended;
  recorded.child.kill('SIGTERM');
  expect((await recorded.ended).stderr).toContain('traffic.har: 1 users, 0 deals and 1 stubs from');
  expect(ended.stderr).toContain('recorded 2 exchanges: passed.har, passed.seed.json');
  expect(JSON.parse(readFileSync(join(folder.path, 'passed.seed.json'), 'utf8'))).toMatchObject({
    users: [{ id: '7', name: 'Grace' }],
  });
  const written = readFileSync(join(folder.path, 'passed.har'), 'utf8');
  expect(written).toContain('"version": "1.2"');
  // A second start loses nothing of the first.
  const again = await start(['mock', '--port', '0', '--upstream', url, '--record', 'passed'], { cwd: folder.path })
    .ended;
  expect(again.stderr).toContain('--record: passed.har is there and would be written anew; choose another name');
  expect(again.status).not.toBe(0);
  expect(readFileSync(join(folder.path, 'passed.har'), 'utf8')).toBe(written);
});
