import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';

/** Stands in front of a service as nginx does: 400 for a second line of a condition, and all else is passed on. */
async function front(to: string): Promise<{ readonly url: string; readonly refused: () => number } & AsyncDisposable> {
  let refused = 0;
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url, rawHeaders } = request;
    const isTwice = (name: string): boolean =>
      rawHeaders.filter((one, i) => i % 2 === 0 && one.toLowerCase() === name).length > 1;
    if (isTwice('if-match') || isTwice('if-none-match')) {
      refused += 1;
      request.resume();
      response.writeHead(400, { 'content-length': '0' }).end();
      return;
    }
    const onward = ask(to + url, { method, headers: rawHeaders }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    refused: () => refused,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a proxy that refuses a second line of a condition fails no rule about conditions', {
  tags: ['night'],
}, async () => {
  await using mock = await startMock({ operationForms: ['A', 'F'] });
  await using proxy = await front(mock.url);
  const rules = ['validator/if-none-match', 'validator/if-match', 'read/made'];
  const { results } = await judge({ baseUrl: proxy.url, seed: 1, runs: 1, rules });
  const about = results.filter(({ rule }) => rules.includes(rule));
  expect(about.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable')).toEqual([]);
  expect(about.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(3);
  // Once it is known, no more are sent.
  expect(proxy.refused()).toBeGreaterThan(0);
  expect(proxy.refused()).toBeLessThanOrEqual(10);
});
