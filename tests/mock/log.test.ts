import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

interface Shown {
  readonly ordinal: number;
  readonly tenant: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly rule?: string;
  readonly request: { readonly headers: [string, string][]; readonly body?: Body; readonly tooLarge?: true };
  readonly response: { readonly headers: [string, string][]; readonly body?: Body };
  readonly curl: { readonly command: string; readonly variables: readonly string[] };
}

interface Body {
  readonly text?: string;
  readonly base64?: string;
  readonly bytes: number;
  readonly cut?: true;
}

async function logOf(url: string, query = ''): Promise<Shown[]> {
  const response = await fetch(`${url}/_mock/log${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Shown[]; // as the route describes it
}

const json = { 'content-type': 'application/json' };

test('an exchange is logged with what was asked, what was answered and the rule that it keeps', async () => {
  await using mock = await startMock();
  const body = '{"name":"näme","price":1}';
  await fetch(`${mock.url}/rest/1/deals/`, { method: 'POST', body, headers: json });
  const [logged] = await logOf(mock.url);
  expect(logged).toMatchObject({ ordinal: 1, tenant: '', method: 'POST', target: '/rest/1/deals/', status: 201 });
  expect(logged?.rule).toBe('create/status');
  expect(logged?.request.body).toEqual({ text: body, bytes: 26 });
  expect(logged?.response.headers).toContainEqual(['Location', `${mock.url}/rest/1/deals/4`]);
  expect(JSON.parse(logged?.response.body?.text ?? '')).toMatchObject({ name: 'näme' });
  const one = await fetch(`${mock.url}/_mock/log/1`);
  expect(await one.json()).toEqual(logged);
  expect((await fetch(`${mock.url}/_mock/log/2`)).status).toBe(404);
});

test('the log is chosen from by tenant, method, path, status and number', async () => {
  await using mock = await startMock();
  for (const path of ['/users', '/users/1', '/users/none', '/_tenant/acme/users/2', '/query/users/none'])
    await fetch(mock.url + path);
  await fetch(`${mock.url}/rest/1/deals/1`, { method: 'DELETE' });
  const targets = async (query: string, from = mock.url): Promise<string[]> =>
    (await logOf(from, query)).map(({ target }) => target);
  expect(await targets('?tenant=acme')).toEqual(['/_tenant/acme/users/2']);
  expect(await targets('', `${mock.url}/_tenant/acme`)).toEqual(['/_tenant/acme/users/2']);
  expect(await targets('?tenant=*', `${mock.url}/_tenant/acme`)).toHaveLength(6);
  expect(await targets('?tenant=')).toHaveLength(5);
  expect(await targets('?method=delete')).toEqual(['/rest/1/deals/1']);
  expect(await targets('?status=404')).toEqual(['/users/none', '/query/users/none']);
  expect(await targets('?status=4xx&path=query')).toEqual(['/query/users/none']);
  expect(await targets('?limit=2')).toEqual(['/query/users/none', '/rest/1/deals/1']);
  expect(await targets('?limit=2&status=599')).toEqual([]);
  for (const query of ['?status=4', '?status=4xxx', '?limit=0', '?limit=x', '?limit=-1'])
    expect((await fetch(`${mock.url}/_mock/log${query}`)).status, query).toBe(400);
});

test('a tenant clears what is its own, and everybody clears all', async () => {
  const mock = createMock({ logSize: 3 });
  const ask = (path: string, method = 'GET'): Promise<Response> =>
    mock.fetch(new Request(`http://mock.test${path}`, { method }));
  for (const path of ['/users', '/users/1', '/_tenant/a/users', '/users/2']) await ask(path);
  await ask('/_tenant/a/_mock/log', 'DELETE');
  expect(mock.log.list().map(({ ordinal }) => ordinal)).toEqual([1, 2, 4]);
  for (const path of ['/users', '/users/1']) await ask(path);
  expect(mock.log.list().map(({ ordinal }) => ordinal)).toEqual([4, 5, 6]);
  expect((await ask('/_mock/log', 'DELETE')).status).toBe(204);
  expect(mock.log.list()).toEqual([]);
});

test('it is told of each tenant how much is no longer held', async () => {
  await using mock = await startMock({ logSize: 2 });
  const ask = (path: string): Promise<Response> => fetch(mock.url + path);
  for (let i = 0; i < 5; i += 1) await ask('/_tenant/busy/users');
  await ask('/_tenant/quiet/users');
  const dropped = async (path: string): Promise<string | null> => (await ask(path)).headers.get('x-mock-log-dropped');
  expect(await dropped('/_tenant/quiet/_mock/log')).toBe('0');
  expect(await dropped('/_tenant/busy/_mock/log')).toBe('3');
  expect(await dropped('/_mock/log')).toBe('3');
  const tenants = await (await ask('/_mock/tenants')).json();
  expect(tenants).toHaveLength(3);
  expect(tenants).toContainEqual(expect.objectContaining({ tenant: 'busy', exchanges: 2, dropped: 3 }));
  expect(tenants).toContainEqual(expect.objectContaining({ tenant: 'quiet', exchanges: 1, dropped: 0 }));
  const reader = (await ask('/_mock/events?after=0')).body?.getReader();
  const text = new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  expect(text).toMatch(/event: log\ndata: \{"log":"\w+","dropped":\{"busy":3\}\}/u);
});

test('no secret is shown, wherever it stands', async () => {
  await using mock = await startMock();
  const secret = 'S3cret/Value+of=mine';
  await fetch(`${mock.url}/rest/1/deals/?access_token=${encodeURIComponent(secret)}&API-Key=${secret}`, {
    method: 'POST',
    body: JSON.stringify({ name: secret, price: 1, password: 'hunter2-and-more', nested: { apiKey: ['k-1234'] } }),
    headers: {
      ...json,
      cookie: `USER_TOKEN=${secret}; theme=dark-blue`,
      authorization: `Bearer ${secret}`,
      'x-mock-token': secret,
      'x-api-key': secret,
    },
  });
  await fetch(`${mock.url}/users?token=${secret}`, { headers: { authorization: `Basic ${secret}` } });
  for (const path of ['/_mock/log', '/_mock/log/1', '/_mock/log.har', '/_mock/events?after=0']) {
    const told = await firstText(await fetch(mock.url + path));
    expect(told, path).toMatch(/rest.1.deals/u);
    for (const hidden of [secret, encodeURIComponent(secret), 'hunter2', 'k-1234', 'dark-blue'])
      expect(told, path).not.toContain(hidden);
  }
  const [posted] = await logOf(mock.url);
  expect(posted?.request.headers).toContainEqual(['cookie', 'USER_TOKEN=[redacted]; theme=[redacted]']);
  expect(posted?.request.headers).toContainEqual(['authorization', 'Bearer [redacted]']);
});

async function firstText(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  const reader = response.body?.getReader();
  let text = '';
  while (!text.includes('"ordinal":2')) text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  return text;
}

test('a Set-Cookie is told without its value', () => {
  const mock = createMock();
  const fields = ['Set-Cookie', 'USER_TOKEN=very-secret-value; Path=/; HttpOnly'];
  mock.log.add(
    '',
    askFor('/users'),
    { status: 200, fields, body: 'it is very-secret-value', chosenByAccept: false },
    0,
  );
  return expect(textOf(mock.control(new Request('http://mock.test/_mock/log')))).resolves.toSatisfy(
    (text: string) => text.includes('USER_TOKEN=[redacted]; Path=/; HttpOnly') && !text.includes('very-secret'),
  );
});

async function textOf(response: Promise<Response>): Promise<string> {
  return (await response).text();
}

function askFor(path: string): Parameters<ReturnType<typeof createMock>['answer']>[0] {
  return {
    method: 'GET',
    path,
    query: '',
    origin: 'http://mock.test',
    header: () => undefined,
    fields: () => [],
    body: new Uint8Array(),
  };
}

test('a body is shown in part when it is long, and as base64 when it is no text', async () => {
  await using mock = await startMock();
  const long = JSON.stringify({ name: 'ä'.repeat(100_000), price: 1 });
  await fetch(`${mock.url}/rest/1/deals/`, { method: 'POST', body: long, headers: json });
  await fetch(`${mock.url}/rest/1/deals/`, { method: 'POST', body: new Uint8Array([0xff, 0, 1]), headers: json });
  await fetch(`${mock.url}/rest/1/deals/`, { method: 'POST', body: 'x'.repeat(2_000_000), headers: json });
  const [first, second, third] = await logOf(mock.url);
  expect(first?.request.body).toMatchObject({ bytes: Buffer.byteLength(long), cut: true });
  expect(first?.request.body?.text).toMatch(/^\{"name":"ä+$/u);
  expect(first?.response.body?.cut).toBe(true);
  expect(second?.request.body).toEqual({ base64: '/wAB', bytes: 3 });
  expect(third).toMatchObject({ status: 413, request: { tooLarge: true } });
});

test.skipIf(!hasCurl)(
  `a copied curl line runs, and is answered with the same status${hasCurl ? '' : ' (skipped: no curl here)'}`,
  { tags: ['night'] },
  async () => {
    await using mock = await startMock();
    const cookie = 'USER_TOKEN=it is "mine"';
    const asked: [string, RequestInit][] = [
      ['/users?name=Ada%20Lovelace', {}],
      ['/users/it%27s%20%22$(id)%22', { headers: { accept: 'text/html', 'x-odd': `it's "$HOME" \`id\` \\` } }],
      ['/rest/1/deals/', { method: 'POST', body: `{"name":"it's $(id) \\u0007 \u{1f600}","price":1}`, headers: json }],
      ['/rest/1/deals/', { method: 'POST', body: '@/etc/hostname', headers: json }],
      ['/rest/1/deals/', { method: 'POST', body: new Uint8Array([0, 255, 10]), headers: json }],
      ['/users/1', { method: 'HEAD' }],
      ['/', { headers: { cookie } }],
      ['/_tenant/acme/rest/1/deals/1', { method: 'DELETE' }],
    ];
    const statuses: number[] = [];
    for (const [path, init] of asked) statuses.push((await fetch(mock.url + path, init)).status);
    expect(statuses).toEqual([200, 404, 201, 400, 400, 200, 200, 204]);
    await fetch(`${mock.url}/_tenant/acme/_mock/tenants/acme`, { method: 'DELETE' });
    const env = { ...process.env, ASSAYER_COOKIE: 'it is "mine"' };
    for (const [i, { curl, status }] of (await logOf(mock.url)).entries()) {
      const { stdout } = await run('sh', ['-c', `${curl.command} -o /dev/null -w '%{http_code}'`], { env });
      expect(stdout.slice(-3), curl.command).toBe(String(status));
      expect(curl.variables).toEqual(i === 6 ? ['ASSAYER_COOKIE'] : []);
    }
    const again = (await logOf(mock.url)).slice(asked.length);
    expect(again.map(({ target }) => target)).toEqual(asked.map(([path]) => path));
    expect(again[2]?.request.body).toEqual((await logOf(mock.url))[2]?.request.body);
  },
);
