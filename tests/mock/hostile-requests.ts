import { randomFor } from '../../mock/state/random.ts';
import { CONTROL_KINDS } from './hostile-control.ts';
import {
  bytesOf,
  deepJson,
  type Hostile,
  headTo,
  type Kind,
  type Made,
  noise,
  type Part,
  pick,
  type Random,
  slowly,
  upTo,
} from './hostile-parts.ts';

/** The hostile request of this number: the same one for the same seed, whatever was asked for before. */
export function hostileRequest(seed: number, number: number): Hostile {
  const random = randomFor('hostile', seed, number);
  const [kind, make] = pick(random, KINDS);
  const { parts, leaves = 'politely' } = make(random);
  return { kind, parts: parts.map(bytesOf), leaves };
}

const head = headTo('mock.test');

const DEALS = '/rest/1/deals/';
/** A payload that would create a deal, if it were let. */
const CREATES = '{"name":"smuggled","price":1}';
/** Requests that change something when they are taken for requests; they stand where they must not be. */
const CANARIES = [
  head('DELETE /rest/1/deals/1 HTTP/1.1'),
  head(`POST ${DEALS} HTTP/1.1`, 'Content-Type: application/json', `Content-Length: ${CREATES.length}`) + CREATES,
  `${head('PUT /rest/1/deals/2/hold HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 14')}{"reason":"x"}`,
];

function post(body: Part, ...fields: readonly string[]): Part[] {
  const bytes = bytesOf(body);
  return [
    head(`POST ${DEALS} HTTP/1.1`, 'Content-Type: application/json', `Content-Length: ${bytes.length}`, ...fields),
    bytes,
  ];
}

/** Requests as they should be, none of which can change anything, even with some of its bytes exchanged. */
const HARMLESS: readonly string[] = [
  head('GET /users/1 HTTP/1.1', 'Accept: application/json'),
  head('GET /users?name=Grace%20Hopper HTTP/1.1', 'If-None-Match: "x-1-json"', 'Origin: http://page.test'),
  head('GET / HTTP/1.1', 'Cookie: USER_TOKEN=abc; other=1'),
  head('HEAD /rest/1/deals/1.xml HTTP/1.1', 'Accept: text/html;q=0.8, application/xml;q=0.9, */*;q=0.1'),
  head('OPTIONS /users HTTP/1.1', 'Origin: http://page.test', 'Access-Control-Request-Method: PUT'),
  head('GET /query/users/Ada%20Lovelace HTTP/1.1', 'X-Mock-Tenant: everybody'),
  // No name begins with a digit here, so that no exchanged byte makes it one of the deals.
  head('DELETE /rest/1/deals/nobody-has-this-name HTTP/1.1'),
  post('{"name":"has no price of any kind"}').join(''),
  `${head('PUT /commands/c-one HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}16\r\n{"action":"UnholdDeal"}\r\n0\r\n\r\n`,
];

const KINDS: readonly Kind[] = [
  ...CONTROL_KINDS,
  ['random bytes', (random) => ({ parts: [noise(random, 1 + upTo(random, 400))] })],
  ['exchanged bytes', (random) => ({ parts: [mutate(random, pick(random, HARMLESS))] })],
  ['request line', (random) => ({ parts: [`${requestLine(random)}\r\nHost: mock.test\r\n\r\n`] })],
  ['header bomb', (random) => ({ parts: [head('GET /users HTTP/1.1', ...bomb(random))] })],
  ['other protocols', (random) => ({ parts: [pick(random, OTHER_PROTOCOLS)] })],
  ['smuggling', (random) => ({ parts: [smuggle(random)] })],
  ['broken chunks', (random) => ({ parts: brokenChunks(random) })],
  ['early close', earlyClose],
  ['slow body', (random) => ({ parts: slowly(post(pick(random, ['{"name":"slow"}', '[1,2,3]', '"x"'])), random) })],
  ['pipelining', pipelined],
  ['huge body', (random) => ({ parts: hugeBody(random) })],
  ['deep JSON', (random) => ({ parts: post(deepJson(random)) })],
  ['JSON that is not valid', (random) => ({ parts: post(pick(random, NO_JSON)) })],
  ['prototypes', (random) => ({ parts: post(pick(random, PROTOTYPES)) })],
  ['bad UTF-8', (random) => ({ parts: post(`{"name":"${pick(random, BAD_UTF8)}","price":1}`) })],
  ['XML', (random) => ({ parts: xml(random) })],
  [
    'codings',
    (random) => ({
      parts: post(CREATES, `Content-Encoding: ${pick(random, ['gzip', 'br', 'x, y', noise(random, 1)])}`),
    }),
  ],
  [
    'addresses',
    (random) => ({ parts: [head(`${pick(random, ['GET', 'HEAD', 'OPTIONS'])} ${address(random)} HTTP/1.1`)] }),
  ],
  ['negotiation', (random) => ({ parts: [head('GET /users/1 HTTP/1.1', `Accept: ${accept(random)}`)] })],
  ['conditions', (random) => ({ parts: [head('GET /users/1 HTTP/1.1', condition(random))] })],
  ['cookies', (random) => ({ parts: [head('GET / HTTP/1.1', `Cookie: ${pick(random, COOKIES)}`)] })],
  ['tenants', (random) => ({ parts: [head('GET /users HTTP/1.1', `X-Mock-Tenant: ${pick(random, TENANTS)}`)] })],
  ['hosts', (random) => ({ parts: [`GET /users/1 HTTP/1.1\r\n${pick(random, HOSTS)}\r\n\r\n`] })],
  [
    'expectations',
    (random) => ({ parts: post('{}', `Expect: ${pick(random, ['100-continue', '100-Continue, x', 'x', ''])}`) }),
  ],
];

/** What hostile requests there are. */
export const KIND_NAMES: readonly string[] = KINDS.map(([kind]) => kind);

function mutate(random: Random, text: string): string {
  let bytes = [...text];
  for (let changes = 1 + upTo(random, 7); changes > 0; changes -= 1) {
    const at = upTo(random, bytes.length - 1);
    const how = upTo(random, 3);
    if (how === 0) bytes[at] = noise(random, 1);
    else if (how === 1) bytes.splice(at, 0, pick(random, ['\r', '\n', '\0', ' ', ':', '%', noise(random, 3)]));
    else if (how === 2) bytes.splice(at, 1 + upTo(random, 3));
    else bytes = bytes.slice(0, at + 1).concat(bytes.slice(Math.max(0, at - upTo(random, 20))));
  }
  return bytes.join('');
}

function requestLine(random: Random): string {
  const method = pick(random, [
    'GET',
    'get',
    'G\0T',
    'GET GET',
    '',
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'constructor',
    '__proto__',
    noise(random, 4),
  ]);
  const target = pick(random, [
    '/users',
    '*',
    '',
    'users',
    '//',
    'http://',
    'http://a:b@c/users/1',
    '/%',
    'mock.test:80',
    '/a b',
    '/\t',
    '/\x7f',
    '/#x',
    `/${'a'.repeat(upTo(random, 20_000))}`,
  ]);
  const version = pick(random, [
    'HTTP/1.1',
    'HTTP/1.0',
    'HTTP/0.9',
    'HTTP/2.0',
    'HTTP/9.9',
    'HTTP/1.1 ',
    'HTTP/1.',
    'ICE/1.0',
    '',
    'http/1.1',
  ]);
  return [method, target, version].join(pick(random, [' ', '  ', '\t', '']));
}

function bomb(random: Random): string[] {
  const count = pick(random, [1, 50, 500, 3000]);
  const value = 'v'.repeat(pick(random, [0, 10, 100, 30_000]));
  const name = pick(random, [
    'X-Bomb',
    'Cookie',
    'Accept',
    'If-None-Match',
    'Content-Length',
    'Transfer-Encoding',
    '__proto__',
    'X-'.repeat(2000),
  ]);
  // Many megabytes prove nothing more than the first few: a server stops at 16 kB.
  return Array.from(
    { length: Math.min(count, 1 + Math.floor(200_000 / (value.length + name.length))) },
    () => `${name}: ${value}`,
  );
}

const OTHER_PROTOCOLS: readonly string[] = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  '\x16\x03\x01\0\xa5\x01\0\0\xa1\x03\x03',
  'SSH-2.0-OpenSSH_9.0\r\n',
  'EHLO mock.test\r\nMAIL FROM:<a@b>\r\n',
  '*1\r\n$4\r\nPING\r\n',
  'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET /users HTTP/1.1\r\nHost: a\r\n\r\n',
  head(
    'GET /users HTTP/1.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ),
  head('GET /users HTTP/1.1', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAAA'),
  head('CONNECT mock.test:80 HTTP/1.1'),
];

// However these are read by RFC 9112 6.3, the canary is content or the message is refused; it is never a request.
function smuggle(random: Random): string {
  const canary = pick(random, CANARIES);
  const start = `POST ${DEALS} HTTP/1.1`;
  const chunked = `${canary.length.toString(16)}\r\n${canary}\r\n0\r\n\r\n`;
  const length = (text: string): string => `Content-Length: ${text.length}`;
  const ends = `0\r\n\r\n${canary}`;
  return pick(random, [
    () => head(start, length(ends), 'Transfer-Encoding: chunked') + ends,
    () => head(start, 'Transfer-Encoding: chunked', length(ends)) + ends,
    () => head(start, 'Content-Length: 4', 'Transfer-Encoding: chunked') + chunked,
    () => head(start, 'Content-Length: 0', length(canary)) + canary,
    () => head(start, length(canary), 'Content-Length: 0') + canary,
    () => head(start, `Content-Length: 0, ${canary.length}`) + canary,
    () => head(start, `Content-Length: +${canary.length}`) + canary,
    () => head(start, `Content-Length: 0x${canary.length.toString(16)}`) + canary,
    () => head(start, `Content-Length: -1`) + canary,
    () => head(start, `Content-Length : ${canary.length}`) + canary,
    () => head(start, `Content-Length: 99999999999999999999`) + canary,
    () =>
      head(
        start,
        length(canary),
        `Transfer-Encoding: ${pick(random, ['xchunked', 'chunked, identity', ' chunked', 'chunKed', '"chunked"', 'x\0chunked'])}`,
      ) + canary,
    () =>
      head(
        start,
        `Transfer-Encoding:${pick(random, ['\r\n chunked', '\tchunked', '\x0bchunked', ' chunked\r\nTransfer-Encoding: x'])}`,
      ) + chunked,
    () => head(start, 'X: y\nTransfer-Encoding: chunked', length(ends)) + ends,
    () => head(`GET /users HTTP/1.1`, `X: a\r\n b\r\n\tc`, length(canary)) + canary,
    () => head(`GET /users HTTP/1.1`, length(canary)) + canary,
    () => head(`HEAD /users HTTP/1.1`, length(canary)) + canary,
    () => head(`GET /users HTTP/1.1`, 'Transfer-Encoding: chunked') + chunked,
  ])();
}

// The content would create a deal, but it never comes to its end.
function brokenChunks(random: Random): Part[] {
  const start = head(`POST ${DEALS} HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: chunked');
  const size = CREATES.length.toString(16);
  const after = pick(random, [
    `${size}\r\n${CREATES}`,
    `${size}\r\n${CREATES}\r\n`,
    `${size}\r\n${CREATES}\r\n0\r\n`,
    `${size}\r\n${CREATES}\r\ng\r\n\r\n`,
    `${size}\r\n${CREATES}\r\n-1\r\n\r\n`,
    `${size}\r\n${CREATES}xx0\r\n\r\n`,
    `${size}0\r\n${CREATES}\r\n0\r\n\r\n`,
    `ffffffffffffffffff\r\n${CREATES}\r\n0\r\n\r\n`,
    `${size};${'x'.repeat(20_000)}\r\n${CREATES}\r\n0\r\n\r\n`,
    `${size}\r\n${CREATES}\r\n0\r\n${'T: t\r\n'.repeat(5000)}`,
    `${size}\r\n${CREATES}\r\n0\r\nbad trailer\r\n\r\n`,
    `\r\n${size}\r\n${CREATES}\r\n0\r\n\r\n`,
    `0x${size}\r\n${CREATES}\r\n0\r\n\r\n`,
  ]);
  return [start, after];
}

function earlyClose(random: Random): Made {
  const [fields = '', body = ''] = post(CREATES);
  const whole = bytesOf(fields + String(body));
  const cut = upTo(random, fields.length + CREATES.length - 2);
  const parts = [head(`POST ${DEALS} HTTP/1.1`, `Content-Length: ${CREATES.length + 1}`), CREATES];
  return { parts: random() < 0.5 ? parts : [whole.slice(0, 1 + cut)], leaves: pick(random, ['politely', 'at once']) };
}

function pipelined(random: Random): Made {
  const many = Array.from({ length: 1 + upTo(random, 60) }, () => pick(random, HARMLESS.slice(0, 6)));
  return { parts: [many.join('') + noise(random, 20)], leaves: pick(random, ['politely', 'politely', 'at once']) };
}

function hugeBody(random: Random): Part[] {
  const size = pick(random, [1024 * 1024 - 20, 1024 * 1024 + 1, 1_500_000]);
  const filler = pick(random, ['a', '9', '\\u0000', ' ', 'é']);
  return post(`{"name":"${filler.repeat(Math.ceil(size / filler.length))}"`);
}

const NO_JSON: readonly string[] = [
  '',
  'null',
  'undefined',
  'NaN',
  '{',
  '{"name":"x","price":1',
  '{"name":"x","price":1}}',
  "{'name':'x','price':1}",
  '{"name":"x","price":01}',
  '{"name":"x","price":1e}',
  '{"name":"x","price":1,}',
  '{"name":"x" "price":1}',
  '\uFFFD{"name":"x","price":1}',
  '{"name":"a\nb","price":1}',
  '{"name":"\\ud800\\u12","price":1}',
  `{"name":"x","price":1e${'9'.repeat(1000)},"price":true}`,
  `{"name":"digits","n":${'9'.repeat(50_000)}}`,
  `{"name":"digits","n":-0.${'0'.repeat(50_000)}1e-999}`,
  `[${'{},'.repeat(20_000)}{}]`,
  `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
];

const PROTOTYPES: readonly string[] = [
  '{"name":"x","price":1,"__proto__":{"polluted":true}}',
  '{"name":"x","price":1,"a":{"__proto__":null}}',
  '{"name":"x","price":1,"a":[{"b":{"__proto__":{"toString":1}}}]}',
  '{"name":"x","price":1,"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__":{"name":"x","price":1}}',
  '{"name":"x","\\u005f_proto__":{"price":1},"price":1}',
];

const BAD_UTF8: readonly string[] = [
  '\xff',
  '\xc0\xaf',
  '\xed\xa0\x80',
  '\xf4\x90\x80\x80',
  '\xe2\x82',
  '\x80',
  'ok\xc3',
];

function xml(random: Random): Part[] {
  const laughs = `<!DOCTYPE d [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'b'.repeat(i + 1)} "${`&${i === 0 ? 'a' : 'b'.repeat(i)};`.repeat(10)}">`).join('')}]>`;
  const body = pick(random, [
    `<?xml version="1.0"?>${laughs}<deal><name>&bbbbbbbbb;</name><price>1</price></deal>`,
    '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><deal><name>&x;</name><price>1</price></deal>',
    '<!DOCTYPE d SYSTEM "http://127.0.0.1:1/x.dtd"><deal/>',
    '<deal><name>x</name><price>1</price></deal>',
  ]);
  const type = pick(random, [
    'application/xml',
    'text/xml; charset=utf-16',
    'application/json',
    'application/x+json',
    'x',
    '',
  ]);
  return [head(`POST ${DEALS} HTTP/1.1`, `Content-Type: ${type}`, `Content-Length: ${body.length}`), body];
}

function address(random: Random): string {
  const odd = pick(random, [
    '%',
    '%zz',
    '%00',
    '%c0%af',
    '%ff',
    '%2e%2e',
    '..',
    '.',
    '%25',
    '%u0041',
    '%E2%82',
    '1'.repeat(5000),
    '-1',
    '1e9',
    '__proto__',
    'constructor',
    'toString',
    '%5F_proto__',
    '1/',
    '1//',
    '.json',
    '1.json.xml',
    noise(random, 3).replaceAll(/[\s#]/gu, '_'),
  ]);
  return pick(random, [
    `/users/${odd}`,
    `/users?name=${odd}`,
    `/users?${odd}=${odd}&name`,
    `/rest/1/deals/${odd}`,
    `/rest/${odd}/deals/1`,
    `/rest/1/deals/1/${odd}`,
    `/users/1/address/${odd}`,
    `/query/users/${odd}`,
    `/commands/${odd}`,
    `/${odd}`,
    `/users?format=${odd}`,
    `/_tenant/${odd}/users`,
  ]);
}

function accept(random: Random): string {
  return pick(random, [
    '*/*;q=0',
    'application/json;q=NaN, text/html;q=9',
    `${'text/x, '.repeat(1500)}application/xml`,
    `a/b${';c=d'.repeat(2000)}`,
    `text/html${' '.repeat(8000)};q=1`,
    `"${'\\'.repeat(8000)}`,
    ',,,,;;;;====////',
    noise(random, 30).replaceAll(/[\r\n\0]/gu, ' '),
  ]);
}

function condition(random: Random): string {
  const name = pick(random, [
    'If-None-Match',
    'If-Match',
    'If-Modified-Since',
    'If-Unmodified-Since',
    'Range',
    'If-Range',
  ]);
  const value = pick(random, [
    '*',
    '"',
    'W/'.repeat(4000),
    `${'"x",'.repeat(2500)}"`,
    'Thu, 99 Foo 99999 99:99:99 GMT',
    `Sunday, ${'9'.repeat(8000)}`,
    'bytes=0-,-1,9-1',
    '"\\"\\"',
  ]);
  return `${name}: ${value}`;
}

const COOKIES: readonly string[] = [
  'USER_TOKEN',
  'USER_TOKEN=',
  '=;=;=',
  'a=b; '.repeat(2000),
  `USER_TOKEN=${'x'.repeat(8000)}`,
  '__proto__=1; USER_TOKEN="',
  ';'.repeat(8000),
];
const TENANTS: readonly string[] = [
  '',
  '..',
  '__proto__',
  'constructor',
  'a b',
  'a/b',
  'x'.repeat(65),
  '%00',
  '\xff',
  'one',
  'two',
  'a,b',
];
const HOSTS: readonly string[] = [
  'X: y',
  'Host:',
  'Host: a\r\nHost: b',
  'Host: a/b',
  'Host: a b',
  'Host: [::1',
  'Host: evil.test:99999999',
  `Host: ${'h'.repeat(8000)}`,
  'Host: \xff',
  'Host: a@b',
];
