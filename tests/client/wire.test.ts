import { afterEach, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../client/client.ts';
import type { Exchange } from '../../core/http/exchange.ts';
import { cannedServer, closedPort, type RawServer, rawServer } from '../servers.ts';

const clients: Client[] = [];
const servers: RawServer[] = [];

afterEach(async () => {
  await Promise.all([...clients.splice(0), ...servers.splice(0)].map((one) => one.close()));
});

async function probe(
  answer: string | Parameters<typeof rawServer>[0],
  method = 'GET',
  options: Partial<ClientOptions> = {},
): Promise<Exchange> {
  const server = typeof answer === 'string' ? await cannedServer(answer) : await rawServer(answer);
  servers.push(server);
  const one = createClient({ baseUrl: server.url, ...options });
  clients.push(one);
  return one.probe({ method, address: '/x' });
}

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('latin1');
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

describe('the wire probe sees what a client hides', () => {
  it.each([
    ['204 with Content-Length and a body', 'DELETE', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', 'hello'],
    ['204 with stray bytes', 'DELETE', 'HTTP/1.1 204 No Content\r\n\r\n', 'stray'],
    [
      '204 with an empty chunked body',
      'DELETE',
      'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n',
      '0\r\n\r\n',
    ],
    ['a body after HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n', '{}'],
    ['a body after 304', 'GET', 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', '{}'],
  ])('%s', async (_name, method, head, after) => {
    const { response, wire } = await probe(head + after, method);
    expect(response?.body).toHaveLength(0);
    expect(text(wire?.afterHeaders)).toBe(after);
  });

  it('bytes that come a little later', async () => {
    const exchange = await probe((socket) => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      setTimeout(() => socket.write('late'), 50);
    }, 'DELETE');
    expect(text(exchange.wire?.afterHeaders)).toBe('late');
  });

  it('nothing where there is nothing', async () => {
    const exchange = await probe('HTTP/1.1 204 No Content\r\nDate: x\r\n\r\n', 'DELETE');
    expect(exchange.response?.status).toBe(204);
    expect(exchange.wire).toEqual({ afterHeaders: Buffer.alloc(0), interim: [] });
  });

  it('a Content-Length on a 204 that nothing follows, without waiting for the bytes', async () => {
    const exchange = await probe('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', 'DELETE');
    expect(exchange.response?.headers).toEqual([['Content-Length', '5']]);
  });

  it('bytes beyond the length', async () => {
    const exchange = await probe(`${OK}more`);
    expect(text(exchange.response?.body)).toBe('{}');
    expect(text(exchange.wire?.afterHeaders)).toBe('{}more');
  });

  it('interim responses, repeated lines and their bytes', async () => {
    const exchange = await probe(
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\nX-A: \xe9 \r\nx-a:2\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(exchange.wire?.interim).toEqual([100, 103]);
    expect(exchange.response?.headers).toEqual([
      ['X-A', '\u00e9'],
      ['x-a', '2'],
      ['Content-Length', '0'],
    ]);
  });
});

describe('the wire probe reads a message as RFC 9112 has it', () => {
  it('chunks with extensions and trailers', async () => {
    const raw = '2;a=b\r\n{"\r\n05\r\na":1}\r\n0\r\nX-T: t\r\n\r\n';
    const exchange = await probe(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${raw}`);
    expect(text(exchange.response?.body)).toBe('{"a":1}');
    expect(text(exchange.wire?.afterHeaders)).toBe(raw);
  });

  it('a message that comes byte by byte', async () => {
    const whole = `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
    const exchange = await probe(async (socket) => {
      for (const byte of whole) {
        socket.write(byte);
        await new Promise(setImmediate);
      }
    });
    expect(text(exchange.response?.body)).toBe('{}');
  });

  it('a body until the connection ends, with and without HTTP/1.0', async () => {
    for (const version of ['1.1', '1.0']) {
      const exchange = await probe((socket) => socket.end(`HTTP/${version} 200 OK\r\nX: y\r\n\r\nto the end`));
      expect(text(exchange.response?.body)).toBe('to the end');
    }
  });

  it('a status line without a reason, bare line feeds, a folded line', async () => {
    const exchange = await probe('HTTP/1.1 404\nX-A: 1\n  and 2\nContent-Length: 0\n\n');
    expect(exchange.response).toMatchObject({ status: 404, statusText: '' });
    expect(exchange.response?.headers[0]).toEqual(['X-A', '1 and 2']);
  });

  it('a length said twice alike', async () => {
    const exchange = await probe('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}');
    expect(text(exchange.response?.body)).toBe('{}');
  });

  it('a reset after a complete message', async () => {
    const exchange = await probe((socket) => {
      socket.write(OK);
      // Not before the probe has read, however busy this process is: between a timer and what is immediate it reads.
      setTimeout(() => setImmediate(() => socket.resetAndDestroy()), 30);
    });
    expect(exchange.response?.status).toBe(200);
  });
});

describe('the wire probe tells what went wrong', () => {
  it.each([
    ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['an impossible status', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['a field without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'],
    ['a blank before the colon', 'HTTP/1.1 200 OK\r\nX : y\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} '],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}'],
    ['a chunk size that is not valid', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a chunk of another size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabcdef\r\n0\r\n\r\n'],
  ])('malformed: %s', async (_name, answer) => {
    expect((await probe(answer)).failure?.kind).toBe('malformed');
  });

  it.each([
    ['inside the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}'],
    ['inside the head', 'HTTP/1.1 200 OK\r\nConte'],
    ['inside a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'],
  ])('malformed: the connection ends %s', async (_name, answer) => {
    expect((await probe((socket) => socket.end(answer))).failure?.kind).toBe('malformed');
  });

  it('reset, when nothing came at all', async () => {
    expect((await probe((socket) => socket.end())).failure?.kind).toBe('reset');
    expect((await probe((socket) => socket.resetAndDestroy())).failure?.kind).toBe('reset');
  });

  it('timeout, for a hang and for a length that is never reached', async () => {
    const options = { timeoutMs: 150 };
    expect((await probe(() => {}, 'GET', options)).failure?.kind).toBe('timeout');
    const short = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}';
    expect((await probe(short, 'GET', options)).failure?.kind).toBe('timeout');
  });

  it('too-large, for an endless body and an endless head', async () => {
    const endless =
      (head: string): Parameters<typeof rawServer>[0] =>
      (socket) => {
        socket.write(head);
        const more = (): void => {
          while (!socket.destroyed && socket.write('x'.repeat(65_536)));
        };
        socket.on('drain', more);
        more();
      };
    const options = { sizes: { body: 500_000 } };
    expect((await probe(endless('HTTP/1.1 200 OK\r\n\r\n'), 'GET', options)).failure?.kind).toBe('too-large');
    expect((await probe(endless('HTTP/1.1 200 OK\r\nX: '), 'GET', options)).failure?.kind).toBe('too-large');
  });

  it('cuts off bytes without end after a message that is complete', async () => {
    const exchange = await probe(
      (socket) => {
        socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        const more = (): void => {
          while (!socket.destroyed && socket.write('x'.repeat(65_536)));
        };
        socket.on('drain', more);
        more();
      },
      'DELETE',
      { sizes: { body: 500_000 } },
    );
    expect(exchange.response?.status).toBe(204);
    // Some of them, and never much more than the limits of body and head: how many depends on how fast they come.
    expect(exchange.wire?.afterHeaders.length).toBeGreaterThan(0);
    expect(exchange.wire?.afterHeaders.length).toBeLessThan(1_000_000);
  });

  it('refused and aborted', async () => {
    const one = createClient({ baseUrl: `http://127.0.0.1:${await closedPort()}` });
    clients.push(one);
    expect((await one.probe({ method: 'GET', address: '/' })).failure?.kind).toBe('refused');
    const run = new AbortController();
    const answer = (): void => run.abort(new Error('over'));
    expect((await probe(answer, 'GET', { deadline: run.signal })).failure?.kind).toBe('aborted');
  });
});

it('sends the same bytes as the client does', async () => {
  const server = await cannedServer(OK);
  servers.push(server);
  const one = createClient({ baseUrl: server.url });
  clients.push(one);
  const request = { method: 'PUT', address: '/a%2Fb?ż', json: { a: 'ż' }, headers: { 'X-Own': 'é' } };
  await one.send({ ...request, alone: true });
  await one.probe(request);
  // Each has a trace of its own.
  const untraced = (text = ''): string => text.replace(/traceparent: \S+\r\n/u, '');
  expect(untraced(server.requests[1])).toBe(untraced(server.requests[0]));
  expect(server.requests[0]).toMatch(
    /^PUT \/a%2Fb\?\u00c5\u00bc HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\nconnection: close\r\n/u,
  );
});
