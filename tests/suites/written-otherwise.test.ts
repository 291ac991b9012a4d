import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { failedOnSockets, type Take } from './on-sockets.ts';

const JSON_ONLY = { representations: ['json'] } as const;

function refusing(status: number, isRefused: (incoming: IncomingMessage) => boolean): Take {
  return (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => {
    if (isRefused(incoming)) outgoing.writeHead(status).end();
    else next();
  };
}

function typeOf({ headers }: IncomingMessage): string {
  return headers['content-type'] ?? 'application/json';
}

const REFUSED: readonly (readonly [string, Take])[] = [
  ['a type in capitals', refusing(415, (incoming) => !/^application\/json/u.test(typeOf(incoming)))],
  ['a quoted charset', refusing(400, (incoming) => typeOf(incoming).includes('"'))],
  ['a blank before the semicolon', refusing(400, (incoming) => typeOf(incoming).includes(' ;'))],
  ['chunks', refusing(400, ({ headers }) => headers['transfer-encoding'] !== undefined)],
  ['a plain charset', refusing(400, (incoming) => typeOf(incoming).endsWith('; charset=utf-8'))],
  ['a body that waits', refusing(400, ({ headers }) => headers.expect !== undefined)],
];

test.each(inGate(REFUSED))('a creation with %s that is refused is found', { tags: ['night'] }, async (_, take) => {
  const failed = await failedOnSockets(['create/any-valid'], take, JSON_ONLY);
  expect(failed.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual(['create/any-valid deals']);
});

/** A service that reads the body of a creation in its own way, by its type. */
const reading =
  (read: (body: string, type: string) => string | undefined): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    if (request.method !== 'POST' || !/\/deals\/$/u.test(request.url)) return fetch(request);
    const body = read(await request.clone().text(), request.headers.get('content-type') ?? '');
    if (body === undefined) return new Response(null, { status: 400 });
    const headers = new Headers({ 'content-type': 'application/json' });
    return fetch(new Request(request.url, { method: 'POST', headers, body }));
  };
const inLatin = (body: string): string => Buffer.from(body).toString('latin1');

test.each<[string, (body: string, type: string) => string | undefined, readonly string[]]>(
  inGate(
    [
      ['Latin-1 where a charset is named', (body, type) => (/charset/iu.test(type) ? inLatin(body) : body), ['deals']],
      [
        'question marks under a quoted charset',
        (b, type) => (type.includes('"') ? b.replace(/[^ -~]/gu, '?') : b),
        ['deals'],
      ],
      ['ASCII alone in its first texts, and refuses others', (b) => (/ë.*契/u.test(b) ? undefined : b), []],
    ],
    3,
  ),
)('a creation that is read as %s', async (_, read, failed) => {
  const { results } = await judged(['create/any-valid#deals'], { wrap: reading(read), options: JSON_ONLY });
  const ofSpelling = results.filter(({ outcome, rule }) => outcome === 'fail' && rule === 'create/any-valid');
  expect(ofSpelling.map(({ subject }) => subject)).toEqual(failed);
});

test.each<[string, Take]>([
  ['a character that is encoded is another', refusing(404, ({ url = '' }) => /%3\d$/u.test(url))],
])('found when a record is read: %s', async (_, take) => {
  const failed = await failedOnSockets(['read/made'], take, JSON_ONLY);
  expect(failed.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual(['read/made deals']);
});

const isOld = ({ httpVersion }: IncomingMessage): boolean => httpVersion === '1.0';

test.each<[string, Take]>([
  ['is missing', refusing(404, isOld)],
  [
    'comes in chunks',
    (incoming, outgoing, next) => {
      if (!isOld(incoming)) return next();
      outgoing.detachSocket(incoming.socket);
      incoming.socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n');
    },
  ],
])('found: a record that %s for HTTP/1.0', async (_, take) => {
  const failed = await failedOnSockets(['read/made'], take, JSON_ONLY);
  expect(failed.map(({ rule, subject, reason }) => `${rule} ${subject} ${reason}`)).toEqual([
    expect.stringMatching(/^read\/made deals .*HTTP\/1\.0/u),
  ]);
});

test('a server that answers without Host is found', async () => {
  const failed = await failedOnSockets(['read/made'], (_incoming, _outgoing, next) => next(), JSON_ONLY, false);
  expect(failed.map(({ reason }) => reason)).toEqual([expect.stringContaining('without a Host field')]);
});

/** Answers as HTTP/1.0, of which nobody may expect that it reads chunks, or sends an interim answer. */
const old: Take = (incoming, outgoing, next) => {
  const { socket, headers } = incoming;
  const write = socket.write.bind(socket);
  const asOld = (data: unknown): string | Uint8Array =>
    typeof data === 'string' ? data.replace(/^HTTP\/1\.1/u, 'HTTP/1.0') : (data as Uint8Array); // what a socket takes
  Object.assign(socket, { write: (data: unknown, ...rest: []) => write(asOld(data), ...rest) });
  if (headers['transfer-encoding'] !== undefined || headers.expect !== undefined) outgoing.writeHead(400).end();
  else next();
};

const RIGHT: readonly (readonly [string, Take])[] = [
  ['a server that asks for a length', refusing(411, ({ headers }) => headers['transfer-encoding'] !== undefined)],
  ['a server that knows no expectation', refusing(417, ({ headers }) => headers.expect !== undefined)],
  ['a server that answers as HTTP/1.0', old],
  ['a server that does not speak HTTP/1.0', refusing(505, isOld)],
  ['a server in front that forbids such types', refusing(403, (incoming) => typeOf(incoming).includes('"'))],
];

test.each(inGate(RIGHT, Infinity))('not failed: %s', { tags: ['night'] }, async (_, take) => {
  expect(await failedOnSockets(['create/any-valid', 'read/made'], take, JSON_ONLY)).toEqual([]);
});

test('not failed: a server of HTTP/1.0 that answers without Host', { tags: ['night'] }, async () => {
  expect(await failedOnSockets(['read/made'], old, JSON_ONLY, false)).toEqual([]);
});

/** Records as gzip where `isCoded` says so of the request's Accept-Encoding; `change` spoils what is coded. */
function coding(
  isCoded: (accepted: string) => boolean,
  change = (text: string): string => text,
): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isRecord = request.method === 'GET' && /\/deals\/[^/]+$/u.test(new URL(request.url).pathname);
    if (!isRecord || response.status !== 200 || !isCoded(request.headers.get('accept-encoding') ?? '')) return response;
    const headers = new Headers(response.headers);
    headers.set('content-encoding', 'gzip');
    headers.delete('content-length');
    // Where there is a plain body too, its strong tag is not that of the coded one (RFC 9110 8.8.3.3).
    if (!isCoded('')) headers.set('etag', (headers.get('etag') ?? '"1"').replace(/^(?=")/u, 'W/'));
    headers.append('vary', 'Accept-Encoding');
    return new Response(gzipSync(change(await response.text())), { headers });
  };
}

const asksForGzip = (accepted: string): boolean => /gzip(?!;q=0$)/u.test(accepted);

test('another record in a coding is found', { tags: ['night'] }, async () => {
  const wrap = coding(asksForGzip, (text) => text.replace('name', 'title'));
  const { ended } = await judged(['read/made'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).toEqual(['read/made deals']);
});

test.each<[string, (accepted: string) => boolean]>(
  inGate(
    [
      ['what may be coded', asksForGzip],
      ['whatever it is asked', () => true],
    ],
    2,
  ),
)('a server that codes %s is not failed', { tags: ['night'] }, async (_, isCoded) => {
  const { ended } = await judged(['read/made'], { wrap: coding(isCoded), options: JSON_ONLY });
  expect(ended('fail')).toEqual([]);
});
