import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';

// HAR 1.2 as its specification (W3C draft, groups.google.com/g/http-archive-specification) has it, strict in what is required.
const text = expect.any(String);
const named = { name: text, value: text };
const size = expect.toSatisfy((n: unknown) => Number.isInteger(n) && Number(n) >= -1);
const duration = expect.toSatisfy((n: unknown) => typeof n === 'number' && n >= 0);

interface Har {
  readonly log: { readonly version: string; readonly creator: object; readonly entries: readonly Entry[] };
}

interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly url: string;
    readonly headers: object[];
    readonly cookies: object[];
    readonly queryString: object[];
    readonly postData?: object;
  };
  readonly response: {
    readonly status: number;
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
  const { log } = (await response.json()) as Har; // what is looked at next
  expect(log).toMatchObject({ version: '1.2', creator: { name: text, version: text } });
  expect(log.entries).toHaveLength(4);
  for (const entry of log.entries) {
    expect(entry).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
      time: duration,
      request: { method: text, url: text, httpVersion: text, headersSize: size, bodySize: size },
      response: {
        status: size,
        statusText: text,
        httpVersion: text,
        redirectURL: text,
        headersSize: size,
        bodySize: size,
      },
      cache: {},
      timings: { send: duration, wait: duration, receive: duration },
    });
    expect(URL.canParse(entry.request.url)).toBe(true);
    const { send, wait, receive } = entry.timings;
    expect(entry.time).toBe(send + wait + receive);
    for (const list of [entry.request, entry.response].flatMap(({ headers, cookies }) => [headers, cookies]))
      for (const line of list) expect(line).toEqual(named);
    expect(entry.response.content).toMatchObject({ size: expect.any(Number), mimeType: text });
  }
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
