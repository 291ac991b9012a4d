import { connect } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { harSchema } from '../reports/har-schema.ts';

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
ajv.addFormat('url', (text: string) => URL.canParse(text));
const isHar = ajv.compile(harSchema);

/** What in it is none of an HTTP Archive's. */
function mistakesIn(har: unknown): unknown {
  isHar(har);
  return isHar.errors ?? [];
}

interface Har {
  readonly log: { readonly version: string; readonly creator: object; readonly entries: readonly Entry[] };
}

interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly url: string;
    readonly bodySize: number;
    readonly headers: object[];
    readonly cookies: object[];
    readonly queryString: object[];
    readonly postData?: object;
  };
  readonly response: {
    readonly status: number;
    readonly bodySize: number;
    readonly headers: object[];
    readonly cookies: object[];
    readonly content: object;
  };
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}

test('the log is an HTTP Archive', async () => {
  await using mock = await startMock();
  await fetch(`${mock.url}/users?name=a%26b&x`, { headers: { cookie: 'USER_TOKEN=very-secret; a=b' } });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${mock.url}/rest/1/deals/`, { method: 'POST', body: '{"name":"a","price":1}', headers });
  await fetch(`${mock.url}/rest/1/deals/`, { method: 'POST', body: new Uint8Array([255]), headers });
  await fetch(`${mock.url}/_tenant/acme/rest/1/deals/1`, { method: 'DELETE' });
  const response = await fetch(`${mock.url}/_mock/log.har`);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="mock.har"');
  const har = (await response.json()) as Har; // what is looked at next
  expect(mistakesIn(har)).toEqual([]);
  const { log } = har;
  expect(log.entries).toHaveLength(4);
  for (const { time, timings } of log.entries) expect(time).toBe(timings.send + timings.wait + timings.receive);
  const [read, made, binary, removed] = log.entries;
  expect(read?.request.queryString).toEqual([
    { name: 'name', value: 'a&b' },
    { name: 'x', value: '' },
  ]);
  expect(read?.request.cookies).toEqual([
    { name: 'USER_TOKEN', value: '[redacted]' },
    { name: 'a', value: '[redacted]' },
  ]);
  expect(made?.request.postData).toEqual({ mimeType: 'application/json', text: '{"name":"a","price":1}' });
  expect(binary?.request.postData).toEqual({ mimeType: 'application/json', text: '/w==', comment: 'base64' });
  expect(removed?.response.content).toEqual({ size: 0, mimeType: '' });
});

test.each<[string, (entry: Entry) => void]>([
  ['a time that is no number', (entry) => Object.assign(entry, { time: 'long' })],
  ['a field without a value', (entry) => Object.assign(entry.request, { headers: [{ name: 'a' }] })],
  ['a name of nobody’s', (entry) => Object.assign(entry.response, { body: '' })],
  ['no timings', (entry) => Object.assign(entry, { timings: {} })],
  ['a time of day', (entry) => Object.assign(entry, { startedDateTime: '12:00' })],
])('the schema that an archive is held to finds %s', async (_what, spoil) => {
  const mock = createMock();
  await mock.fetch(new Request('http://mock.test/users/1'));
  const har = await (await mock.fetch(new Request('http://mock.test/_mock/log.har'))).json();
  expect(mistakesIn(har)).toEqual([]);
  spoil(har.log.entries[0]);
  expect(mistakesIn(har)).not.toEqual([]);
});

test('whatever was asked, the log stays an HTTP Archive', async () => {
  await using mock = await startMock({ bodyLimit: 100 });
  const send = (path: string, init: RequestInit = {}): Promise<unknown> => fetch(mock.url + path, init).catch(String);
  await send('/users/1.html');
  await send('/users?%ff=%zz&&=');
  await send('/users/1', { method: 'HEAD' });
  await send('/rest/1/deals/', { method: 'POST', body: 'x'.repeat(200) });
  await send('/', { headers: { cookie: '=;a;b=;USER_TOKEN="q"' } });
  await send('/_mock/login');
  for (const token of ['reset-1', 'cut-5', 'drip-1000', 'delay-5_status-503_retry-1'])
    await send('/users/1', { headers: { 'x-mock-replay': token } }).then((answer) =>
      answer instanceof Response ? answer.text().catch(String) : answer,
    );
  await send('//evil.test/x');
  for (const [host, target] of [
    ['a b', '/users/1'],
    ['localhost', '/users/|"<>'],
    ['localhost', '*'],
  ] as const)
    await raw(mock.port, `OPTIONS ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const har = (await (await fetch(`${mock.url}/_mock/log.har`)).json()) as Har; // what is looked at next
  expect(har.log.entries.length).toBeGreaterThan(10);
  expect(mistakesIn(har)).toEqual([]);
  const sizes = (status: number): number[] =>
    har.log.entries.filter(({ response }) => response.status === status).map(({ request }) => request.bodySize);
  expect(sizes(413)).toEqual([-1]);
  expect(har.log.entries.map(({ response }) => response.bodySize)).toContain(5);
});

function raw(port: number, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('error', reject).on('close', () => resolve());
    socket.resume();
  });
}
