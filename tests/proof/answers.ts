import { connect } from 'node:net';
import { startMock } from '../../mock/node.ts';
import { together, type Variation } from '../../proof/variations/index.ts';

type Asked = readonly [line: string, fields?: Readonly<Record<string, string>>, body?: string | Uint8Array];

const JSON_TYPE = { 'Content-Type': 'application/json' };
const SESSION = { Cookie: 'USER_TOKEN=1' };
const deal = (members: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ name: 'a deal', price: 100, ...members });
const DEALS = '/rest/1/deals';

/** Requests of every kind that some server answers unlike another. */
const REQUESTS: readonly Asked[] = [
  ['GET /'],
  ['GET /', SESSION],
  ['GET /', { Authorization: 'Bearer x' }],
  ['GET /', { Cookie: `a=${'x'.repeat(9000)}` }],
  ['GET /users', SESSION],
  ['GET /users/'],
  ['GET /users?name=Grace%20Hopper'],
  ['GET /users?name=grace%20hopper'],
  ['GET /users?name=Gra'],
  ['GET /users?name=opper'],
  ['GET /users?name=Zoe%20Angstrom'],
  ['GET /users?name=Hopper'],
  ['GET /users/1'],
  ['HEAD /users/1'],
  ['OPTIONS /users/1'],
  ['OPTIONS /users/1', { Origin: 'http://elsewhere.example', 'Access-Control-Request-Method': 'PUT' }],
  ['PROPFIND /users'],
  ['GET /users/1', { 'If-None-Match': '*' }],
  ['GET /users/1', { Accept: 'application/xml' }],
  ['GET /users/1', { Accept: 'text/html' }],
  ['GET /users/1', { Accept: 'image/png' }],
  ['GET /users/1/ssh-keys/0'],
  ['GET /users/nobody'],
  [`GET /users/${'x'.repeat(600)}`],
  ['GET /users/a%2Fb'],
  ['GET /users/a%00b'],
  ['GET /users/a%ZZb'],
  ['GET /nowhere'],
  ['GET /rest/2/deals/'],
  [`GET ${DEALS}/`],
  [`GET ${DEALS}`],
  [`GET ${DEALS}/2`],
  [`GET ${DEALS}/2/`],
  [`POST ${DEALS}/`, JSON_TYPE, deal({})],
  [`POST ${DEALS}/`, JSON_TYPE, deal({})],
  [`POST ${DEALS}/`, { ...JSON_TYPE, Accept: 'application/xml' }, deal({ name: '  Zo\u0065\u0308 é ' })],
  [`GET ${DEALS}/`],
  [`POST ${DEALS}/`, JSON_TYPE, deal({ price: 0.999 })],
  [`POST ${DEALS}/`, JSON_TYPE, deal({ price: 2e9 })],
  [`POST ${DEALS}/`, JSON_TYPE, deal({ name: 'x'.repeat(300) })],
  [`POST ${DEALS}/`, JSON_TYPE, deal({ name: '<b>' })],
  [`POST ${DEALS}/`, JSON_TYPE, deal({ unknown: 1 })],
  [`POST ${DEALS}/`, JSON_TYPE, deal({ note: 'x'.repeat(5000) })],
  [`POST ${DEALS}/`, JSON_TYPE, '{"name":'],
  [`POST ${DEALS}/`, JSON_TYPE, ''],
  [`POST ${DEALS}/`, JSON_TYPE, new Uint8Array([0x22, 0xff, 0x22])],
  [`POST ${DEALS}/`, {}, deal({})],
  [`PUT ${DEALS}/3/unhold`, JSON_TYPE, '{}'],
  [`PUT ${DEALS}/2/hold`, JSON_TYPE, '{"reason":"a","unknown":1}'],
  [`PUT ${DEALS}/2/hold`, JSON_TYPE, '{"reason":"b"}'],
  [`GET ${DEALS}/2`],
  [`POST ${DEALS}/2/holds`, JSON_TYPE, '{"reason":"c"}'],
  [`PUT ${DEALS}/2/commands/one`, JSON_TYPE, '{"action":"UnholdDeal","params":{}}'],
  [`PUT ${DEALS}/2/commands/one`, JSON_TYPE, '{"action":"UnholdDeal","params":{}}'],
  [`PUT ${DEALS}/2`, JSON_TYPE, deal({ price: 7, reason: 'r', held: true, holdReason: 'd' })],
  [`PUT ${DEALS}/2`, JSON_TYPE, deal({ price: 8, held: true, holdReason: 'd' })],
  [`PUT ${DEALS}/2`, JSON_TYPE, deal({ price: 7, name: 'another' })],
  [`GET ${DEALS}/2`],
  ['GET /users.xml'],
  ['GET /users?format=xml'],
  [`DELETE ${DEALS}/1`],
  [`GET ${DEALS}/1`],
];

/** Rounds of all of them, for what happens now and then only. */
const ROUNDS = 10;
const NOW = Date.UTC(2026, 0, 1);

/** What a mock behind a variation sends, answer by answer, without what differs from one mock to the next. */
export async function* answersOf(variation?: Variation): AsyncGenerator<string> {
  const options = variation?.options ?? {};
  const wrap = together(variation === undefined ? [] : [variation]);
  await using mock = await startMock({ ...options, port: 0, now: () => NOW, wrap });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const asked of REQUESTS) yield stripped(await ask(mock.port, asked), mock.port);
  }
}

// Port and epoch of the store are another each time.
function stripped(bytes: Buffer, port: number): string {
  const text = bytes.toString('latin1').replaceAll(`:${port}`, ':PORT');
  return text.replace(/"[a-z0-9]{1,6}-(\d+-(?:json|xml|html))/gu, '"EPOCH-$1');
}

/** Sends a request and one more behind it on the same connection, so that one that is closed in between shows. */
function ask(port: number, [line, fields = {}, body]: Asked): Promise<Buffer> {
  const content = Buffer.from(body ?? '');
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    ...fields,
    ...(body === undefined ? {} : { 'Content-Length': String(content.length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${line} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const last = `GET /users/2 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    // A server that closes after its first answer may refuse the second request.
    socket.on('error', (cause) => (chunks.length > 0 ? undefined : reject(cause)));
    socket.write(Buffer.concat([Buffer.from(head), content, Buffer.from(last)]));
  });
}
