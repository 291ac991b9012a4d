import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { those } from './outcomes.ts';

const alike =
  (status: number, headers: Record<string, string>, body?: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

const JSON_TYPE = { 'content-type': 'application/json' };

/** Servers that know nothing. A rule that passes on one of them is no rule. */
const NULL_SERVERS: Readonly<Record<string, RequestListener>> = {
  '200 {}': alike(200, JSON_TYPE, '{}'),
  '200 []': alike(200, JSON_TYPE, '[]'),
  '200 "OK"': alike(200, JSON_TYPE, '"OK"'),
  '200 HTML': alike(200, { 'content-type': 'text/html' }, '<!doctype html><title>It works</title><p>It works'),
  '201 with a Location': alike(201, { ...JSON_TYPE, location: '/rest/1/deals/1' }, '{"id":1,"href":"/rest/1/deals/1"}'),
  '204': alike(204, {}),
  '302 to itself': (request, response) => {
    response.writeHead(302, { location: request.url ?? '/' }).end();
  },
  '308 with one more slash': (request, response) => {
    response.writeHead(308, { location: `${request.url ?? ''}/` }).end();
  },
  '400': alike(400, JSON_TYPE, '{"title":"Bad Request"}'),
  '401 with a challenge': alike(401, { ...JSON_TYPE, 'www-authenticate': 'Basic realm="x"' }, '"not authorized"'),
  '404': alike(404, {}),
  '405': alike(405, { allow: 'GET' }),
  '500': alike(500, {}, 'oops'),
  '503': alike(503, { 'retry-after': '0' }),
  'an echo of the request': (request, response) => {
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? 'application/json' });
    request.pipe(response);
  },
  'an echo that answers 201': (request, response) => {
    response.writeHead(201, { 'content-type': 'application/json', location: request.url ?? '/' });
    request.pipe(response);
  },
  'a status at random': (_request, response) => {
    const statuses = [200, 201, 204, 400, 401, 404, 405];
    const status = statuses[Math.floor(Math.random() * statuses.length)] ?? 200;
    response.writeHead(status, JSON_TYPE).end(status === 204 ? undefined : '{}');
  },
};

async function serve(listener: RequestListener): Promise<{ url: string; server: Server } & AsyncDisposable> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has such an address
  const dispose = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, server, [Symbol.asyncDispose]: dispose };
}

const CLAIMS = { operationForms: ['A', 'C', 'E', 'G'], commandQuery: true, representations: ['json', 'xml'] } as const;

describe.each(Object.entries(NULL_SERVERS))('a server that answers everything with %s', (_name, listener) => {
  test.each([
    ['nothing claimed', {}],
    ['everything claimed', { claims: CLAIMS }],
  ])('passes no must, with %s', async (_claims, options) => {
    await using nothing = await serve(listener);
    const results = await judge({ ...options, baseUrl: nothing.url, runs: 3, timeoutMs: 2000 });
    expect(those(results, (r) => r.level === 'must' && r.outcome === 'pass')).toEqual([]);
    expect(results.summary.verdict).not.toBe('conformant');
  });
});

describe('a target that is not there', () => {
  test('is not judged when the port is closed, and the cause is told', async () => {
    const closing = await serve(() => undefined);
    await closing[Symbol.asyncDispose]();
    const results = await judge({ baseUrl: closing.url });
    expect(results.summary.verdict).toBe('not-judged');
    expect(results.summary.cause).toMatch(/refused/u);
  });

  test('is not judged when it never answers, within the time limit', async () => {
    await using hanging = await serve(() => undefined);
    const results = await judge({ baseUrl: hanging.url, timeoutMs: 300 });
    expect(results.summary.verdict).toBe('not-judged');
    expect(results.summary.cause).toMatch(/300 ms|time/u);
  });
});
