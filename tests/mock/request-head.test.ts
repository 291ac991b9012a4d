import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';

/** Asks on the agent's one connection and gives the Content-Type of the answer. */
function ask(url: string, agent: Agent, headers: Record<string, string>): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.headers['content-type']));
    }).on('error', reject);
  });
}

test('requests of one connection are each read by their own fields, and those with the same fields share them in the log', async () => {
  await using started = await startMock();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = `${started.url}/users/1`;
  const types = [];
  for (const accept of ['application/json', 'application/json', 'application/xml', 'application/json'])
    types.push(await ask(url, agent, { accept }));
  // One field more than before.
  types.push(await ask(url, agent, { accept: 'application/json', 'if-none-match': '*' }));
  agent.destroy();
  expect(types).toEqual([
    'application/json',
    'application/json',
    'application/xml; charset=utf-8',
    'application/json',
    undefined,
  ]);
  const asks = started.mock.log.list().map((logged) => logged.ask);
  expect(asks.map((logged) => logged.header('accept'))).toEqual([
    'application/json',
    'application/json',
    'application/xml',
    'application/json',
    'application/json',
  ]);
  expect(asks.map((logged) => logged.header('if-none-match'))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    '*',
  ]);
  expect(asks[1]?.fields()).toBe(asks[0]?.fields());
});
