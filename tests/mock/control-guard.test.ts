import { once } from 'node:events';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { CookieJar } from 'tough-cookie';
import { describe, expect, test } from 'vitest';
import { type StartedMock, type StartOptions, startMock } from '../../mock/node.ts';

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Asks below `/_mock`, with any fields at all: fetch would not send a Host or an Origin of one's own. */
function ask(
  { port }: StartedMock,
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Answer> {
  const [method = 'GET', path = '/'] = line.split(' ');
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    request({ host: '127.0.0.1', port, method, path: `/_mock${path}`, headers: { ...length, ...headers } })
      .on('response', async (incoming) =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: await text(incoming) }),
      )
      .on('error', reject)
      .end(body);
  });
}

const mint = '{"user":"mallory"}';
const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' };
const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const minted = ({ mock }: StartedMock): number => mock.tenants.of('').sessions.list().length;

describe('on loopback, without a token', () => {
  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['by another name that was pointed here (DNS rebinding)', 'POST /sessions', { host: 'evil.example' }],
    [
      'by another name, from a page of that name',
      'POST /sessions',
      { host: 'evil.example:4010', origin: 'http://evil.example:4010', 'sec-fetch-site': 'same-origin' },
    ],
    ['by a name that begins like ours', 'POST /sessions', { host: '127.0.0.1.evil.example' }],
    ['by a name that ends nearly like ours', 'POST /sessions', { host: 'evillocalhost' }],
    ['by the address of another machine', 'POST /sessions', { host: '192.0.2.1' }],
    ['with a Host that is not valid', 'POST /sessions', { host: 'localhost:99999' }],
    ['with a Host that is not valid at all', 'POST /sessions', { host: 'localhost evil.example' }],
    [
      'by a simple POST of another page',
      'POST /sessions',
      { origin: 'https://evil.example', 'content-type': 'text/plain' },
    ],
    [
      'by a form of another page',
      'POST /sessions',
      { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['by a page of no origin, such as in a sandbox', 'POST /sessions', { origin: 'null' }],
    ['by a page on another port', 'POST /sessions', { origin: 'http://127.0.0.1:5173' }],
    ['by a page that has our port under another name', 'POST /sessions', { origin: 'http://localhost' }],
    ['by a read of another page', 'GET /sessions', { origin: 'https://evil.example' }],
    ['by an image of another page', 'GET /sessions', { ...image, 'sec-fetch-site': 'cross-site' }],
    ['by an image of a page on another port', 'GET /logout', { ...image, 'sec-fetch-site': 'same-site' }],
    ['by an image that would log in', 'GET /login?user=mallory', { ...image, 'sec-fetch-site': 'cross-site' }],
    [
      'by a frame in another page',
      'GET /',
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
    ],
    ['by a link to what is no page', 'GET /sessions', { ...link, 'sec-fetch-site': 'cross-site' }],
    ['by a link of another site that would log out', 'GET /logout', { ...link, 'sec-fetch-site': 'cross-site' }],
  ])('it cannot be driven %s', async (_how, line, headers) => {
    await using mock = await startMock();
    const { status, headers: told } = await ask(mock, line, headers, line.startsWith('POST') ? mint : '');
    expect(status).toBe(403);
    // A page may read why it was refused, and nothing else.
    const { origin } = headers;
    expect(told['access-control-allow-origin']).toBe('host' in headers ? undefined : origin);
    expect(told['content-type']).toBe('application/problem+json');
    expect(minted(mock)).toBe(0);
  });

  test('a page that is refused can read why, after its preflight too; whoever runs the mock is told once', async () => {
    const told: string[] = [];
    await using mock = await startMock({ notice: (text) => told.push(text) });
    const origin = 'http://localhost:5173';
    const asked = await ask(mock, 'OPTIONS /switches', preflight(origin, 'PATCH'));
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, origin]);
    expect(asked.headers['access-control-allow-methods']).toContain('PATCH');
    const before = mock.mock.options;
    for (let i = 0; i < 3; i += 1) {
      const { status, headers, body } = await ask(mock, 'PATCH /switches', { origin }, '{"emptyQuery":204}');
      expect([status, headers['access-control-allow-origin']]).toEqual([403, origin]);
      expect(body).toContain('name its origin in controlOrigins (--control-origin)');
    }
    expect(mock.mock.options).toEqual(before);
    expect(told).toEqual([
      `assayer mock: PATCH /_mock/switches was refused with 403: a page of ${origin} may not drive this mock; ` +
        'name its origin in controlOrigins (--control-origin)',
    ]);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['by curl, at its address', {}],
    ['by curl, at localhost', { host: 'localhost:4010' }],
    ['by curl, at a name below localhost', { host: 'Shop.LOCALHOST' }],
    ['by curl, at its IPv6 address', { host: '[::1]:4010' }],
    ['from its own page', { host: 'localhost:4010', origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' }],
    ['from the address bar', { ...link, 'sec-fetch-site': 'none' }],
  ])('it can be driven %s', async (_how, headers) => {
    await using mock = await startMock();
    expect((await ask(mock, 'POST /sessions', headers, mint)).status).toBe(201);
    expect(minted(mock)).toBe(1);
  });

  test('a link of any page may lead to the page and through the login; on this machine, through the logout too', async () => {
    await using mock = await startMock();
    const from = async (site: string, line: string): Promise<number> =>
      (await ask(mock, line, { ...link, 'sec-fetch-site': site })).status;
    expect(await from('cross-site', 'GET /login')).toBe(303);
    expect(await from('same-site', 'GET /login')).toBe(303);
    expect(await from('same-site', 'GET /logout')).toBe(204);
    expect(await from('cross-site', 'GET /')).not.toBe(403);
    expect(await from('cross-site', 'POST /login')).toBe(403);
  });

  test('who may not call is refused before the body is read', async () => {
    await using mock = await startMock();
    const headers = { host: 'evil.example', 'content-length': '1000000' };
    const started = request({ host: '127.0.0.1', port: mock.port, method: 'POST', path: '/_mock/sessions', headers });
    started.flushHeaders();
    const [response] = await once(started, 'response');
    started.on('error', () => {}).destroy();
    expect(response.statusCode).toBe(403);
  });

  test('methods that no Request can have are answered too', async () => {
    await using mock = await startMock();
    expect((await ask(mock, 'TRACE /sessions')).status).toBe(405);
  });
});

function preflight(origin: string, method: string): Record<string, string> {
  return {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'content-type,x-mock-token',
  };
}

describe('an origin that was allowed', () => {
  const origin = 'http://localhost:5173';

  test('may call, is told so beforehand, and may read the answer with credentials', async () => {
    await using mock = await startMock({ controlOrigins: ['http://other.example', origin] });
    const asked = await ask(mock, 'OPTIONS /switches', preflight(origin, 'PATCH'));
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'content-type,x-mock-token',
      vary: 'Origin',
    });
    const sent = { origin, 'sec-fetch-site': 'same-site', 'content-type': 'application/json' };
    const answer = await ask(mock, 'PATCH /switches', sent, '{"emptyQuery":204}');
    expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers['vary']]).toEqual([
      200,
      origin,
      'Origin',
    ]);
    expect(mock.mock.options.emptyQuery).toBe(204);
  });

  test('is that origin and no other', async () => {
    await using mock = await startMock({ controlOrigins: [origin] });
    for (const other of ['http://localhost:5174', 'https://localhost:5173', 'http://localhost:51730', `${origin}/`])
      expect((await ask(mock, 'POST /sessions', { origin: other }, mint)).status).toBe(403);
    expect(minted(mock)).toBe(0);
  });

  test.each(['*', 'localhost:5173', 'http://localhost:5173/', 'null', ''])('"%s" is none', async (wrong) => {
    await expect(startMock({ controlOrigins: [wrong] })).rejects.toThrow(/controlOrigins: ".*" is no origin; write/u);
  });
});

describe.each<[string, StartOptions]>([
  ['for all of this machine’s addresses, with a token that was made up', { host: '0.0.0.0' }],
  [
    'for all of this machine’s addresses, with a token that was given',
    { host: '0.0.0.0', controlToken: 'open-sesame' },
  ],
  ['on loopback, with a token that was given', { controlToken: 'open-sesame' }],
])('%s', (_where, options) => {
  const token = ({ controlToken }: StartedMock): string => controlToken ?? '';

  test('nobody gets in without it', async () => {
    await using mock = await startMock(options);
    expect(token(mock).length).toBeGreaterThanOrEqual(options.controlToken?.length ?? 24);
    for (const headers of [
      {},
      { authorization: 'Bearer wrong-token' },
      { authorization: token(mock) },
      { 'x-mock-token': '' },
      { 'x-mock-token': `${token(mock)}x` },
      { 'x-mock-token': token(mock).slice(1) },
      { cookie: 'mock_token=' },
      { cookie: `other=${token(mock)}` },
      { ...link, 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await ask(mock, 'GET /login', headers);
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer /u)]);
    }
    expect((await ask(mock, `GET /sessions?token=${token(mock)}`)).status).toBe(401);
    expect((await ask(mock, 'GET /?token=wrong')).status).toBe(401);
    expect(minted(mock)).toBe(0);
  });

  test('whoever has it gets in, by whatever name they know the mock', async () => {
    await using mock = await startMock(options);
    for (const headers of [
      { authorization: `Bearer ${token(mock)}` },
      { authorization: `bearer  ${token(mock)}`, host: 'mock.example' },
      { 'x-mock-token': token(mock) },
      { cookie: `theme=dark; mock_token=${token(mock)}` },
    ])
      expect((await ask(mock, 'POST /sessions', headers, mint)).status).toBe(201);
  });

  test('it does not open the door to pages of other origins', async () => {
    await using mock = await startMock(options);
    const headers = { cookie: `mock_token=${token(mock)}`, origin: 'https://evil.example' };
    expect((await ask(mock, 'POST /sessions', headers, mint)).status).toBe(403);
    const from = { cookie: `mock_token=${token(mock)}`, ...image, 'sec-fetch-site': 'cross-site' };
    expect((await ask(mock, 'GET /sessions', from)).status).toBe(403);
  });

  test('the page’s address takes it, keeps it as a cookie, and shows it no more', async () => {
    await using mock = await startMock({ ...options, basePath: '/api' });
    const at = await fetch(`http://127.0.0.1:${mock.port}/api/_mock/?a=1&token=${token(mock)}`, { redirect: 'manual' });
    expect([at.status, at.headers.get('location')]).toEqual([303, '/api/_mock/?a=1']);
    expect(at.headers.getSetCookie()).toEqual([
      `mock_token=${token(mock)}; Path=/api/_mock; HttpOnly; SameSite=Strict`,
    ]);
    expect(at.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each(['', '/api'])(
    'the page of a tenant gets it for its own address and for the API’s (below "%s"), and for no other',
    async (basePath) => {
      await using mock = await startMock({ ...options, basePath });
      const page = `${mock.url}/_tenant/acme/_mock/`;
      const opened = await fetch(`${page}?token=${token(mock)}`, { redirect: 'manual' });
      const jar = new CookieJar();
      for (const cookie of opened.headers.getSetCookie()) jar.setCookieSync(cookie, page);
      const status = async (url: string): Promise<number> =>
        (await fetch(url, { headers: { cookie: jar.getCookieStringSync(url) } })).status;
      expect([opened.status, opened.headers.get('location')]).toEqual([303, new URL(page).pathname]);
      for (const path of ['_mock/', '_mock/log', '_tenant/acme/_mock/', '_tenant/acme/_mock/log'])
        expect([path, await status(`${mock.url}/${path}`)]).toEqual([path, 200]);
      for (const path of ['', 'users', '_mockery', '_tenant/acme/users', '_tenant/other/_mock/'])
        expect(jar.getCookieStringSync(`${mock.url}/${path}`)).toBe('');
      expect(await status(`${mock.url}/_tenant/other/_mock/`)).toBe(401);
    },
  );

  test('it never gets into the log', async () => {
    await using mock = await startMock(options);
    await ask(mock, `GET /?token=${token(mock)}`);
    await ask(mock, 'POST /sessions', { authorization: `Bearer ${token(mock)}` }, mint);
    await ask(mock, 'GET /sessions', { 'x-mock-token': `${token(mock)}x` });
    await fetch(`http://127.0.0.1:${mock.port}/users`);
    const log = mock.mock.log.list();
    expect(log.map(({ ask: { path } }) => path)).toEqual(['/users']);
    expect(JSON.stringify(log.map((logged) => [logged, logged.ask.fields()]))).not.toContain(token(mock));
  });

  test('pages of allowed origins may ask beforehand without it, and have to send it then', async () => {
    const origin = 'http://localhost:5173';
    await using mock = await startMock({ ...options, controlOrigins: [origin] });
    expect((await ask(mock, 'OPTIONS /sessions', preflight(origin, 'POST'))).status).toBe(204);
    const refused = await ask(mock, 'POST /sessions', { origin }, mint);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, origin]);
    expect((await ask(mock, 'POST /sessions', { origin, 'x-mock-token': token(mock) }, mint)).status).toBe(201);
  });
});

test('another machine is asked for the token too', async (context) => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((face) => face !== undefined && !face.internal && face.family === 'IPv4')?.address;
  if (address === undefined) return context.skip('this machine has no address but loopback');
  await using mock = await startMock({ host: address });
  expect((await fetch(`${mock.url}/users`)).status).toBe(200);
  expect((await fetch(`${mock.url}/_mock/sessions`)).status).toBe(401);
  const headers = { 'x-mock-token': mock.controlToken ?? '' };
  expect((await fetch(`${mock.url}/_mock/sessions`, { headers })).status).toBe(200);
});

test('a token that could not be sent is refused', async () => {
  for (const controlToken of ['', 'short', 'with space', 'semi;colon', 'new\nline', 'ümlaut-ümlaut'])
    await expect(startMock({ controlToken })).rejects.toThrow(/controlToken: it cannot be used; take 8 to 200/u);
});

test('turned off, it is an address like any other that names nothing', async () => {
  await using mock = await startMock({ control: false, host: '0.0.0.0' });
  expect([mock.controlUrl, mock.controlToken]).toEqual([undefined, undefined]);
  for (const path of ['/_mock', '/_mock/', '/_mock/sessions', '/_tenant/a/_mock/sessions'])
    expect((await fetch(`${mock.url}${path}`)).status).toBe(404);
  expect((await fetch(`${mock.url}/_mock/sessions`, { method: 'POST', body: mint })).status).toBe(404);
  expect(minted(mock)).toBe(0);
});

test('in process whoever asks is trusted', async () => {
  await using mock = await startMock({ controlToken: 'open-sesame' });
  const headers = { origin: 'https://evil.example' };
  const request = new Request('http://evil.example/_mock/sessions', { method: 'POST', headers });
  expect((await mock.mock.fetch(request)).status).toBe(201);
});

test('its own page may call by the name that it was loaded by', async () => {
  await using mock = await startMock();
  expect((await ask(mock, 'POST /sessions', { origin: mock.url }, mint)).status).toBe(201);
});
