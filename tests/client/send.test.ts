import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../client/client.ts';
import type { SizeLimits } from '../../client/size-limits.ts';
import { cannedServer, closedPort, type RawServer, rawServer } from '../servers.ts';

const clients: Client[] = [];
const servers: { close(): unknown }[] = [];

function client(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const made = createClient({ baseUrl, userAgent: 'assayer/test', ...options });
  clients.push(made);
  return made;
}

async function canned(answer: string): Promise<RawServer> {
  const server = await cannedServer(answer);
  servers.push(server);
  return server;
}

async function raw(answer: Parameters<typeof rawServer>[0]): Promise<RawServer> {
  const server = await rawServer(answer);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all([...clients.splice(0), ...servers.splice(0)].map((one) => one.close()));
});

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('latin1');

describe('what goes out', () => {
  it.each(['/a%2Fb', '/%2E%2E/x', '//double', '/a/../b', '/trailing/', '/q?x=%20&y=a+b', '/%zz', "/a'b|c"])(
    'keeps %s byte for byte, under the prefix of the base address',
    async (address) => {
      const server = await canned(OK);
      const exchange = await client(`${server.url}/api/v2/`).send({ method: 'GET', address });
      expect(server.requests[0]).toContain(`GET /api/v2${address} HTTP/1.1\r\n`);
      expect(exchange.request.url).toBe(`${server.url}/api/v2${address}`);
      expect(exchange.response?.status).toBe(200);
    },
  );

  it('sends characters beyond ASCII as their UTF-8 bytes', async () => {
    const server = await canned(OK);
    await client(server.url).send({ method: 'GET', address: '/ż' });
    expect(server.requests[0]).toMatch(/^GET \/\u00c5\u00bc HTTP/u);
  });

  it('takes an absolute address as it is, without the prefix', async () => {
    const server = await canned(OK);
    await client(`${server.url}/api`).send({ method: 'GET', address: `${server.url}/other/%7Ex#frag` });
    expect(server.requests[0]).toMatch(/^GET \/other\/%7Ex HTTP/u);
  });

  it('records the request as it left', async () => {
    const server = await canned(OK);
    const exchange = await client(server.url, { headers: { 'X-Fixed': 'f' } }).send({
      method: 'POST',
      address: '/x',
      json: { a: 'ż' },
      headers: { 'x-own': 'o' },
      about: 'missing',
    });
    const lines = exchange.request.headers.map(([name, value]) => `${name}: ${value}`);
    const head = server.requests[0]?.split('\r\n\r\n')[0]?.split('\r\n').slice(1);
    expect(lines).toEqual(head);
    expect(lines).toEqual(expect.arrayContaining(['X-Fixed: f', 'x-own: o', 'content-type: application/json']));
    expect(Buffer.from(exchange.request.body ?? []).toString()).toBe('{"a":"ż"}');
    expect(exchange.request.about).toBe('missing');
  });

  it('sends a default Accept that a request may change or take away', async () => {
    const server = await canned(OK);
    const one = client(server.url);
    await one.send({ method: 'GET', address: '/' });
    await one.send({ method: 'GET', address: '/', headers: { Accept: 'text/html' } });
    await one.send({ method: 'GET', address: '/', headers: { accept: undefined } });
    const accepts = server.requests.map((request) => /^accept: (.*)$/imu.exec(request)?.[1]);
    expect(accepts).toEqual(['application/json', 'text/html', undefined]);
  });

  it.each([
    ['/a b', 'percent-encode'],
    ['/a\r\nX: y', 'percent-encode'],
    ['ftp://x/y', 'absolute http'],
  ])('refuses to send %j', async (address, why) => {
    const server = await canned(OK);
    const exchange = await client(server.url).send({ method: 'GET', address });
    expect(exchange.failure).toMatchObject({ kind: 'aborted', message: expect.stringContaining(why) });
    expect(server.requests).toEqual([]);
  });

  it('refuses a field value that no field can carry', async () => {
    const server = await canned(OK);
    const exchange = await client(server.url).send({ method: 'GET', address: '/', headers: { 'x-a': 'a\r\nb: c' } });
    expect(exchange.failure?.kind).toBe('aborted');
    expect(server.connections()).toBe(0);
  });
});

describe('what comes back', () => {
  it('keeps field lines apart, in order, as spelt, and their bytes', async () => {
    const server = await canned(
      'HTTP/1.1 200 Fine\r\nX-B: 1\r\nx-a: \xe9\r\nX-B: 2\r\nX-Empty:\r\nContent-Length: 0\r\n\r\n',
    );
    const { response } = await client(server.url).send({ method: 'GET', address: '/' });
    expect(response?.statusText).toBe('Fine');
    expect(response?.headers).toEqual([
      ['X-B', '1'],
      ['x-a', '\u00e9'],
      ['X-B', '2'],
      ['X-Empty', ''],
      ['Content-Length', '0'],
    ]);
  });

  it.each([
    ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'],
    ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    [
      '102, 100 and 103',
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n',
    ],
  ])('passes over %s', async (_name, interim) => {
    const server = await canned(interim + OK);
    const one = client(server.url);
    for (const method of ['GET', 'POST', 'GET']) {
      const { response } = await one.send({ method, address: '/', ...(method === 'POST' ? { json: {} } : {}) });
      expect(response?.status).toBe(200);
      expect(response?.headers).toHaveLength(2);
      expect(text(response?.body)).toBe('{}');
    }
  });

  it('passes over a 100 that comes in pieces', async () => {
    const server = await raw((socket) => {
      socket.write('HTT');
      setTimeout(() => socket.write('P/1.1 100 Contin'), 20);
      setTimeout(() => socket.write(`ue\r\n\r\n${OK}`), 40);
    });
    const exchange = await client(server.url).send({ method: 'POST', address: '/', json: {} });
    expect(exchange.response?.status).toBe(200);
  });

  it('reads chunks with extensions and trailers', async () => {
    const server = await canned(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2;a=b\r\n{"\r\n5\r\na":1}\r\n0\r\nX-T: t\r\n\r\n',
    );
    const { response } = await client(server.url).send({ method: 'GET', address: '/' });
    expect(text(response?.body)).toBe('{"a":1}');
    expect(response?.headers.map(([name]) => name)).toEqual(['Transfer-Encoding', 'Trailer']);
  });

  it('reads a body that ends with the connection', async () => {
    const server = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nto the end'));
    const { response } = await client(server.url).send({ method: 'GET', address: '/' });
    expect(text(response?.body)).toBe('to the end');
  });

  it.each([
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
    ['that offers another protocol', OK.replace('\r\n', '\r\nUpgrade: h2,h2c\r\nConnection: Upgrade, Keep-Alive\r\n')],
    ['without a reason phrase', OK.replace('200 OK', '200 ')],
    ['that keeps alive for a second', OK.replace('\r\n', '\r\nKeep-Alive: timeout=1, max=2\r\n')],
    ['with a status that nobody knows', OK.replace('200 OK', '299 Fine')],
  ])('takes an answer %s', async (_name, answer) => {
    const server = await canned(answer);
    const one = client(server.url);
    for (const method of ['GET', 'GET', 'POST']) {
      const { response } = await one.send({ method, address: '/' });
      expect(text(response?.body)).toBe('{}');
    }
    expect(text((await one.probe({ method: 'GET', address: '/' })).response?.body)).toBe('{}');
  });

  it('takes a refusal of what is too long', async () => {
    const server = createHttpServer((request, response) => {
      request.resume().on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    // A listening TCP server has such an address.
    const one = client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const long = { method: 'GET', address: `/${'x'.repeat(60_000)}` };
    expect((await one.send(long)).response?.status).toBe(431);
    expect((await one.probe(long)).response?.status).toBe(431);
  });

  it('never follows a redirect', async () => {
    const server = await canned('HTTP/1.1 308 Permanent Redirect\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n');
    const { response } = await client(server.url).send({ method: 'GET', address: '/' });
    expect(response?.status).toBe(308);
    expect(server.requests).toHaveLength(1);
  });

  it('tells times', async () => {
    const server = await raw((socket) => setTimeout(() => socket.write(OK), 30));
    const { timings } = await client(server.url).send({ method: 'GET', address: '/' });
    expect(timings.startedAt).toBeGreaterThanOrEqual(0);
    expect(timings.firstByte).toBeGreaterThan(0);
    expect(timings.total).toBeGreaterThanOrEqual(timings.firstByte ?? Number.POSITIVE_INFINITY);
  });
});

describe('answers without a body that have one', () => {
  const shapes: [string, string, string][] = [
    ['204 with Content-Length and a body', 'PUT', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello'],
    ['204 with stray bytes', 'DELETE', 'HTTP/1.1 204 No Content\r\n\r\nstray bytes'],
    ['204 with Content-Length and none', 'GET', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n'],
    ['204 with chunks', 'GET', 'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
    ['a body after HEAD', 'HEAD', `${OK}`],
    ['HEAD with the length of GET', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n'],
    ['a body after 304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n{}'],
    ['304 with the length of the 200', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\nETag: "a"\r\n\r\n'],
  ];
  it.each(shapes)('%s: fails nothing and spoils nothing', async (_name, method, answer) => {
    const server = await raw((socket, request) => socket.write(request.startsWith('GET /ok') ? OK : answer, 'latin1'));
    const one = client(server.url);
    const status = Number(/\d{3}/u.exec(answer.slice(9))?.[0]);
    for (let round = 0; round < 5; round += 1) {
      const odd = await one.send({ method, address: '/odd' });
      expect(odd.failure).toBeUndefined();
      expect(odd.response?.status).toBe(status);
      expect(odd.response?.body).toHaveLength(0);
      const good = await one.send({ method: 'GET', address: '/ok' });
      expect(text(good.response?.body)).toBe('{}');
    }
  });
});

describe('content codings', () => {
  const coded = (coding: string, body: Buffer): string =>
    `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n${body.toString('latin1')}`;

  it('decodes gzip and leaves the fields as they came', async () => {
    const server = await canned(coded('gzip', gzipSync('{"a":1}')));
    const { response } = await client(server.url).send({ method: 'GET', address: '/' });
    expect(text(response?.body)).toBe('{"a":1}');
    expect(response?.headers[0]).toEqual(['Content-Encoding', 'gzip']);
  });

  it('decodes codings in the reverse of their order', async () => {
    const server = await canned(coded('gzip, gzip', gzipSync(gzipSync('x'))));
    const { response } = await client(server.url).send({ method: 'GET', address: '/' });
    expect(text(response?.body)).toBe('x');
  });

  it('does not swell beyond the limit', async () => {
    const server = await canned(coded('gzip', gzipSync(Buffer.alloc(3_000_000))));
    const exchange = await client(server.url, { sizes: { body: 1_000_000 } }).send({ method: 'GET', address: '/' });
    expect(exchange.failure?.kind).toBe('too-large');
  });

  it('calls a body miscoded that is not in the coding that it names', async () => {
    const server = await canned(coded('gzip', Buffer.from('plain text')));
    const exchange = await client(server.url).send({ method: 'GET', address: '/' });
    expect(exchange.failure?.kind).toBe('miscoded');
  });

  it('takes an empty body for what it is', async () => {
    const server = await canned(coded('gzip', Buffer.alloc(0)));
    const exchange = await client(server.url).send({ method: 'HEAD', address: '/' });
    expect(exchange.response?.status).toBe(200);
  });
});

describe('failures', () => {
  const kindOf = async (one: Client, method = 'GET'): Promise<string | undefined> =>
    (await one.send({ method, address: '/' })).failure?.kind;

  it('refused', async () => {
    expect(await kindOf(client(`http://127.0.0.1:${await closedPort()}`))).toBe('refused');
    expect(await kindOf(client(`http://localhost:${await closedPort()}`))).toBe('refused');
  });

  it('unresolved', async () => {
    expect(await kindOf(client('http://nobody.invalid'))).toBe('unresolved');
  });

  it('tls, when the peer speaks plain HTTP', async () => {
    const server = await raw(() => {});
    const plain = createServer((socket) => socket.on('error', () => {}).end(OK)).listen(0, '127.0.0.1');
    servers.push(plain);
    await once(plain, 'listening');
    // A listening TCP server has such an address.
    const { port } = plain.address() as AddressInfo;
    expect(await kindOf(client(`https://127.0.0.1:${port}`))).toBe('tls');
    expect(await kindOf(client(server.url.replace('http:', 'https:'), { timeoutMs: 200 }))).toBe('timeout');
  });

  it('timeout, when nothing comes', async () => {
    const server = await raw(() => {});
    expect(await kindOf(client(server.url, { timeoutMs: 100 }))).toBe('timeout');
  });

  it('timeout, when it drips for ever', async () => {
    const server = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await kindOf(client(server.url, { timeoutMs: 200 }))).toBe('timeout');
  });

  it.each([
    ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a field without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} '],
    ['a chunk size that is not valid', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ])('malformed: %s', async (_name, answer) => {
    const server = await canned(answer);
    expect(await kindOf(client(server.url), 'POST')).toBe('malformed');
  });

  it('unreadable: a head that breaks RFC 9112, from a server that spoke HTTP before', async () => {
    const BAD = 'HTTP/1.1 200 OK\r\nX-Shard : 1\r\nContent-Length: 2\r\n\r\n{}';
    const server = await raw((socket, request) => socket.write(request.startsWith('POST') ? BAD : OK));
    const one = client(server.url);
    for (let i = 0; i < 3; i += 1) await one.send({ method: 'GET', address: '/' });
    // On a kept connection it may be what an earlier answer left there; the next request gets a new one.
    expect(await kindOf(one, 'POST')).toBe('malformed');
    expect(await kindOf(one, 'POST')).toBe('unreadable');
    await one.send({ method: 'GET', address: '/' });
    expect(await kindOf(one, 'POST')).toBe('unreadable');
  });

  it.each([
    ['short of its length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}'],
    ['short of its length, to be closed', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\n{}'],
    ['in the middle of a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'],
  ])('malformed: the connection ends %s', async (_name, answer) => {
    const server = await raw((socket) => socket.end(answer));
    expect(await kindOf(client(server.url))).toBe('malformed');
  });

  it('reset, when the connection ends before any byte', async () => {
    const closing = await raw((socket) => socket.end());
    expect(await kindOf(client(closing.url))).toBe('reset');
    const resetting = await raw((socket) => socket.resetAndDestroy());
    expect(await kindOf(client(resetting.url), 'POST')).toBe('reset');
    expect(resetting.requests).toHaveLength(1);
  });

  it.each(['send', 'probe'] as const)('too-large, and tells the limit, by %s', async (how) => {
    const told = async (text: string, sizes: Partial<SizeLimits>): Promise<string | undefined> => {
      const server = await canned(text);
      const { failure } = await client(server.url, { sizes })[how]({ method: 'GET', address: '/' });
      return `${failure?.kind}: ${/--max-[a-z]+/u.exec(failure?.message ?? '')?.[0]}`;
    };
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(4);
    const fields = 'A: b\r\n'.repeat(4);
    const whole = `${interim}HTTP/1.1 200 OK\r\n${fields}Content-Length: 4\r\n\r\nbody`;
    expect(await told(whole, { interim: 4, fields: 5, body: 4, head: 200 })).toBe('undefined: undefined');
    expect(await told(whole, { interim: 3 })).toBe('too-large: --max-interim');
    expect(await told(whole, { fields: 4 })).toBe('too-large: --max-fields');
    expect(await told(whole, { head: 30 })).toBe('too-large: --max-head');
    const long = `HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n${'x'.repeat(90_000)}`;
    if (how === 'send') expect(await told(long, { body: 1000 })).toBe('too-large: --max-body');
  });

  it('too-large, in the body and in the head', async () => {
    const body = await canned(`HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n${'x'.repeat(2000)}`);
    expect(await kindOf(client(body.url, { sizes: { body: 1000 } }))).toBe('too-large');
    const head = await canned(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect(await kindOf(client(head.url))).toBe('too-large');
  });

  it('takes a head of 40 KB', async () => {
    const server = await canned(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}\r\nContent-Length: 0\r\n\r\n`);
    expect((await client(server.url).send({ method: 'GET', address: '/' })).response?.status).toBe(200);
  });

  it('aborted, when the run is over', async () => {
    const run = new AbortController();
    const server = await raw(() => run.abort(new Error('the run took longer than --max-time')));
    const one = client(server.url, { deadline: run.signal });
    const under = one.send({ method: 'GET', address: '/' });
    expect((await under).failure).toEqual({
      kind: 'aborted',
      message: expect.stringContaining('longer than --max-time'),
    });
    expect((await one.send({ method: 'GET', address: '/' })).failure?.kind).toBe('aborted');
    expect(server.requests).toHaveLength(1);
  });
});

describe('connections', () => {
  const get = { method: 'GET', address: '/' };

  it('keeps one for all that is answered with a body, and gives HEAD and lone requests their own', async () => {
    const server = await canned(OK);
    const one = client(server.url);
    for (const request of [get, get, get]) await one.send(request);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) await one.send({ method, address: '/' });
    await one.send({ ...get, headers: { 'If-None-Match': '"a"' } });
    expect(server.connections()).toBe(1);
    await one.send({ method: 'HEAD', address: '/' });
    await one.send({ ...get, alone: true });
    expect(server.connections()).toBe(3);
    await one.send(get);
    expect(server.connections()).toBe(3);
    expect(server.requests.filter((text) => text.includes('connection: close'))).toHaveLength(2);
  });

  it('sends a write on a kept one only where that was kept before, and lately', { tags: ['night'] }, async () => {
    const server = await canned(OK);
    const one = client(server.url);
    const put = { method: 'PUT', address: '/' };
    await one.send(get);
    await one.send(put);
    expect(server.connections()).toBe(2);
    await one.send(get);
    await one.send(put);
    expect(server.connections()).toBe(2);
    await new Promise((done) => setTimeout(done, 600));
    await one.send(put);
    expect(server.connections()).toBe(3);
  });

  it.each(['HTTP/1.1 204 No Content\r\n\r\n', 'HTTP/1.1 304 Not Modified\r\n\r\n'])(
    'sends no write behind an answer without a body, and a GET: %j',
    async (bodiless) => {
      const server = await raw((socket, text) => void socket.write(text.startsWith('DELETE') ? bodiless : OK));
      const one = client(server.url);
      await one.send(get);
      await one.send(get);
      await one.send({ method: 'DELETE', address: '/' });
      await one.send({ method: 'DELETE', address: '/' });
      expect(server.connections()).toBe(2);
      await one.send(get);
      await one.send({ method: 'DELETE', address: '/' });
      expect(server.connections()).toBe(2);
    },
  );

  it.each([0, 1, 5, 20])(
    'takes no body behind a 204 for the next answer, %i ms later',
    { tags: ['night'] },
    async (delay) => {
      const server = await raw((socket, request) => {
        if (!request.startsWith('DELETE')) return void setTimeout(() => socket.write(OK), 10);
        socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        return void setTimeout(() => socket.write('{"deleted":true}'), delay);
      });
      const one = client(server.url);
      for (let round = 0; round < 4; round += 1)
        for (const method of ['GET', 'DELETE', 'GET', 'PUT', 'GET'])
          expect((await one.send({ method, address: '/' })).failure, method).toBeUndefined();
    },
  );

  it('gives up a connection whose 204 announces a body', async () => {
    const server = await canned('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n');
    const one = client(server.url);
    for (let round = 0; round < 3; round += 1)
      expect((await one.send({ method: 'PUT', address: '/' })).response?.status).toBe(204);
    expect(server.connections()).toBe(3);
  });

  it('sends a write once, and later ones on new connections, where a kept one was closed under it', async () => {
    const server = await raw((socket, text) => (text.startsWith('PUT') ? socket.destroy() : socket.write(OK)));
    const one = client(server.url);
    await one.send(get);
    await one.send(get);
    const put = { method: 'PUT', address: '/' };
    expect((await one.send(put)).failure?.kind).toBe('reset');
    expect(server.requests.filter((text) => text.startsWith('PUT'))).toHaveLength(1);
    await one.send(get);
    await one.send(get);
    const before = server.connections();
    await one.send(put);
    expect(server.connections()).toBe(before + 1);
  });

  it('waits for a limit, also where a request is about what is not there', async () => {
    const LIMIT = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n';
    const server = await raw((socket) => socket.write(server.requests.length === 1 ? LIMIT : OK));
    const exchange = await client(server.url).send({ method: 'GET', address: '/', about: 'unavailable' });
    expect(exchange.response?.status).toBe(200);
    expect(server.requests).toHaveLength(2);
  });

  it('serves many at once', async () => {
    const server = await raw((socket) => setTimeout(() => socket.write(OK), 20));
    const one = client(server.url);
    const all = await Promise.all(Array.from({ length: 30 }, () => one.send({ method: 'GET', address: '/' })));
    expect(all.map((exchange) => exchange.response?.status)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(one.exchanges.map((exchange) => exchange.id)).toEqual(Array.from({ length: 30 }, (_, n) => `x${n + 1}`));
  });

  it('sends a GET again when the kept connection was closed under it', async () => {
    // The first answer on a connection is good; the second request on it is met with a closed door.
    const server = await raw((socket, _text, nth) => (nth === 1 ? socket.write(OK) : socket.destroy()));
    const one = client(server.url);
    await one.send({ method: 'GET', address: '/first' });
    const second = await one.send({ method: 'GET', address: '/second' });
    expect(second.response?.status).toBe(200);
    expect(server.requests.filter((text) => text.startsWith('GET /second'))).toHaveLength(2);
    expect(server.connections()).toBe(2);
  });

  it('does not send a GET again once an answer began', async () => {
    const server = await raw((socket, _text, nth) => (nth === 1 ? socket.write(OK) : socket.end('HTTP/1.1 2')));
    const one = client(server.url);
    await one.send({ method: 'GET', address: '/first' });
    const second = await one.send({ method: 'GET', address: '/second' });
    expect(second.failure?.kind).toMatch(/reset|malformed/u);
    expect(server.requests.filter((text) => text.startsWith('GET /second'))).toHaveLength(1);
  });

  it('does not lay strays after an answer at the door of the next', async () => {
    for (const delay of [0, 1, 5, 20]) {
      const server = await raw((socket, request) => {
        if (!request.startsWith('GET /stray')) setTimeout(() => socket.write(OK), 10);
        else {
          socket.write(OK);
          setTimeout(() => socket.write('stray bytes'), delay);
        }
      });
      const one = client(server.url);
      for (let round = 0; round < 4; round += 1) {
        await one.send({ method: 'GET', address: '/stray' });
        expect((await one.send({ method: 'GET', address: '/good' })).failure).toBeUndefined();
      }
    }
  });

  it('survives a server that closes every connection without saying so', async () => {
    const server = await raw((socket) => socket.end(OK));
    const one = client(server.url);
    for (let round = 0; round < 30; round += 1) {
      const method = round % 3 === 0 ? 'POST' : 'GET';
      expect((await one.send({ method, address: '/' })).response?.status).toBe(200);
    }
  });

  it('leaves a connection that the server said it would close', async () => {
    const server = await canned(OK.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const one = client(server.url);
    for (let round = 0; round < 10; round += 1) {
      expect((await one.send({ method: 'GET', address: '/' })).response?.status).toBe(200);
    }
    expect(server.connections()).toBe(10);
  });
});
