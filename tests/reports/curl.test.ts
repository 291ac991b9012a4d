import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curlLine } from '../../core/http/curl.ts';
import type { SavedExchange } from '../../core/results/results.ts';
import { anyCodePoint } from '../any-text.ts';
import { rawServer } from '../servers.ts';

interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

// Lone surrogates cannot be written as UTF-8.
const wellFormed = (text: string): string => Buffer.from(text).toString();
const run = promisify(execFile);
let server: Server;
let base = '';
let seen: Seen | undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen = { method: request.method, path: request.url, headers: request.rawHeaders, body: Buffer.concat(chunks) };
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has such an address
});
afterAll(() => server.close());

function exchangeOf(request: Partial<SavedExchange['request']>): SavedExchange {
  return {
    request: { method: 'GET', url: `${base}/`, headers: [], ...request },
    timings: { startedAt: 0, firstByte: 0, total: 0 },
  };
}

/** Pastes the line into a POSIX shell and tells what arrived. */
async function paste(exchange: SavedExchange, env: Readonly<Record<string, string>> = {}): Promise<Seen> {
  seen = undefined;
  await run('/bin/sh', ['-c', curlLine(exchange).command], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  if (seen === undefined) throw new Error('nothing arrived');
  return seen;
}

const field = (arrived: Seen, name: string): string[] =>
  arrived.headers.filter((_, i) => i % 2 === 1 && arrived.headers[i - 1]?.toLowerCase() === name);

test('any body arrives byte for byte, as text or not', { tags: ['night'] }, async () => {
  const text = fc.string({ unit: anyCodePoint, minLength: 1, maxLength: 30 }).map((s) => wellFormed(s));
  const tricky = fc.constantFrom(
    '@/etc/passwd',
    "it's",
    "'",
    '$(id)`id`',
    '%s\\n',
    '-x',
    '\n\n',
    'a\u0000b\u0001',
    '\u202e!!',
    '"',
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, tricky), async (body) => {
      const arrived = await paste(exchangeOf({ method: 'PUT', body: { text: body, bytes: 1 } }));
      expect(arrived.body.toString('utf8')).toBe(body);
      expect(arrived.method).toBe('PUT');
      expect(field(arrived, 'content-type')).toEqual([]);
    }),
    { numRuns: 60 },
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 40 }), async (body) => {
      const base64 = Buffer.from(body).toString('base64');
      const arrived = await paste(exchangeOf({ method: 'POST', body: { base64, bytes: body.length } }));
      expect(arrived.body).toEqual(Buffer.from(body));
    }),
    { numRuns: 40 },
  );
});

test('any path arrives as it was sent: dots, brackets, quotes and percent signs untouched', {
  tags: ['night'],
}, async () => {
  const paths = fc.stringMatching(/^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%{}"|\\^`<>]{0,30}$/u);
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      expect((await paste(exchangeOf({ url: `${base}/${path}` }))).path).toBe(`/${path}`);
    }),
    { numRuns: 60, examples: [['a/../b/./c'], ['%2e%2E/{x}[1-3]'], ["it's"]] },
  );
});

test('an address that was sent with bytes beyond ASCII arrives with those', async () => {
  // Each character that was recorded is one byte. node:http refuses these before anything is seen.
  await using server = await rawServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  const { command } = curlLine(exchangeOf({ url: `${server.url}/us\u00c3\u00a9r?q=\u00ff` }));
  await run('/bin/sh', ['-c', command], { env: { PATH: process.env['PATH'] ?? '' } });
  expect(server.requests[0]).toMatch(/^GET \/us\u00c3\u00a9r\?q=\u00ff HTTP/u);
});

test('any field value arrives, empty and non-ASCII ones too, and curl adds none that matters', {
  tags: ['night'],
}, async () => {
  const values = fc.stringMatching(/^[\x21-\x7e\xa1-\xff]([\x20-\x7e\xa1-\xff]{0,20}[\x21-\x7e\xa1-\xff])?$/u);
  await fc.assert(
    fc.asyncProperty(fc.oneof(values, fc.constant('')), async (value) => {
      const arrived = await paste(exchangeOf({ headers: [['X-Test', value]] }));
      expect(field(arrived, 'x-test')).toEqual([value]);
      expect(field(arrived, 'accept')).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('every method arrives, and HEAD does not wait for a body', { tags: ['night'] }, async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PATCH', 'PROPFIND']) {
    expect((await paste(exchangeOf({ method }))).method).toBe(method);
  }
});

test('what was redacted is read from shell variables, and they are named', async () => {
  const exchange = exchangeOf({
    method: 'POST',
    url: `${base}/?token=[redacted]&a=1`,
    headers: [
      ['Cookie', 'USER_TOKEN=[redacted]; b=2'],
      ['Authorization', 'Bearer [redacted]'],
    ],
    body: { text: '{"password":"[redacted]"}', bytes: 25 },
  });
  expect(curlLine(exchange).variables.toSorted()).toEqual([
    'ASSAYER_AUTHORIZATION',
    'ASSAYER_COOKIE',
    'ASSAYER_SECRET',
    'ASSAYER_URL_SECRET',
  ]);
  const arrived = await paste(exchange, {
    ASSAYER_COOKIE: "a'b c",
    ASSAYER_AUTHORIZATION: 'xyz',
    ASSAYER_URL_SECRET: 'u',
    ASSAYER_SECRET: 's"$s',
  });
  expect(field(arrived, 'cookie')).toEqual(["USER_TOKEN=a'b c; b=2"]);
  expect(field(arrived, 'authorization')).toEqual(['Bearer xyz']);
  expect(arrived.path).toBe('/?token=u&a=1');
  expect(arrived.body.toString()).toBe('{"password":"s"$s"}');
});

test('a body that was cut says so', () => {
  const line = curlLine(exchangeOf({ method: 'POST', body: { text: 'a', bytes: 20_000, cut: true } }));
  expect(line.caveat).toBe('the body is cut here: it had 20000 bytes');
  expect(curlLine(exchangeOf({})).caveat).toBeUndefined();
});

test('Host is sent where it was another one than that of the address, and left out where it was', async () => {
  const own = new URL(base).host;
  const hosts = async (headers: [string, string][]): Promise<readonly string[]> =>
    field(await paste(exchangeOf({ headers })), 'host');
  expect(await hosts([['host', own]])).toEqual([own]);
  expect(await hosts([['host', 'deals.example']])).toEqual(['deals.example']);
  // Node answers 400 by itself to a request of HTTP/1.1 without it, so that the line is all that can be seen.
  expect(curlLine(exchangeOf({ headers: [['connection', 'keep-alive']] })).command).toContain("-H 'host:'");
  expect(curlLine(exchangeOf({ headers: [] })).command).not.toContain('host:');
});

test('a body that was sent in chunks says so', () => {
  const headers: [string, string][] = [['Transfer-Encoding', 'chunked']];
  const line = curlLine(exchangeOf({ method: 'POST', headers, body: { text: 'a', bytes: 1 } }));
  expect(line.caveat).toBe('the body was sent in chunks; curl sends its length instead');
});
