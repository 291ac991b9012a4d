import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { createMock } from '../../mock/index.ts';
import { nodeListener } from '../../mock/node/listener.ts';
import { closedPort } from '../servers.ts';

const FEW = { rules: ['session/unauthorized'], seed: 1, readOnly: true };

test('waits for a service that is not there yet, and for a proxy that says so', async () => {
  const port = await closedPort();
  const mock = nodeListener(createMock(), undefined);
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(503).end();
    else mock(request, response);
  });
  const notices: string[] = [];
  const judging = judge({
    baseUrl: `http://127.0.0.1:${port}`,
    ...FEW,
    waitMs: 120_000,
    onNotice: (line) => {
      notices.push(line);
      // Only when the first attempt was refused does the service begin.
      server.listen(port, '127.0.0.1');
    },
  });
  const results = await judging;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  expect(notices).toEqual([expect.stringMatching(/^waiting for .*the connection was refused/u)]);
  expect(results.run.requests).toBeGreaterThan(1);
  expect(results.summary.verdict).not.toBe('not-judged');
});

test('tells that a service is not there when the time is over', async () => {
  const baseUrl = `http://127.0.0.1:${await closedPort()}`;
  const results = await judge({ baseUrl, ...FEW, waitMs: 300 });
  expect(results.summary.verdict).toBe('not-judged');
  expect(results.run.interrupted).toContain('The target is not reachable');
});

test('a run that is interrupted waits no longer', async () => {
  const baseUrl = `http://127.0.0.1:${await closedPort()}`;
  const stop = new AbortController();
  const onNotice = (): void => stop.abort(new Error('enough'));
  const results = await judge({ baseUrl, ...FEW, waitMs: 600_000, signal: stop.signal, onNotice });
  expect(results.summary.verdict).toBe('not-judged');
});
