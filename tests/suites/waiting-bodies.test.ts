import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Result } from '../../core/results/results.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock } from '../../mock/index.ts';
import { nodeListener } from '../../mock/node/listener.ts';
import { inGate } from '../in-gate.ts';

const RULE = 'validator/every';

/** What becomes of a request whose body waits for a word. */
type Meet = (incoming: IncomingMessage, outgoing: ServerResponse, pass: () => void) => void;

async function judgedOnSockets(meet: Meet): Promise<readonly Result[]> {
  const mock = createMock({ operationForms: ['A'], representations: ['json'] });
  const pass = nodeListener(mock);
  const server = createServer(pass);
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    meet(incoming, outgoing, () => pass(incoming, outgoing)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  try {
    const how = { rules: [RULE, 'create/any-valid'], settleMs: 0, runs: 1, seed: 7, allowWrites: true };
    const { results } = await judgeFile(how, fileOf(mock.options, `http://127.0.0.1:${port}`));
    return results.filter(({ outcome }) => outcome === 'fail');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('found: nothing is said to a body that waits', { tags: ['night'] }, async () => {
  const [failed] = await judgedOnSockets((_, __, pass) => pass());
  expect(failed).toMatchObject({ rule: RULE, expected: '100 for Expect: 100-continue, or a final status' });
});

test.each<[string, Meet]>(
  inGate([
    [
      'says 100',
      (_, outgoing, pass) => {
        outgoing.writeContinue();
        pass();
      },
    ],
    [
      'says 100 late',
      (_, outgoing, pass) => {
        setTimeout(() => {
          outgoing.writeContinue();
          pass();
        }, 1200);
      },
    ],
    ['refuses every expectation', (_, outgoing) => outgoing.writeHead(417).end()],
  ]),
)('legal: a service that %s', { tags: ['night'] }, async (_, meet) => {
  expect(await judgedOnSockets(meet)).toEqual([]);
});
