import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { assayer, temporaryFolder } from './assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from './page.ts';

test('docs/gate.md shows what happens, and each request has a trace of its own', async () => {
  await using folder = await temporaryFolder();
  const traces: string[] = [];
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      traces.push(request.headers.get('traceparent') ?? 'none');
      const isList = new URL(request.url).pathname === '/users';
      return isList
        ? new Response('[]', { status: 202, headers: { 'content-type': 'application/json' } })
        : fetch(request);
    },
  });
  const shown = (await blocksOf('docs/gate.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(2);
  for (const command of shown) {
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
  }
  expect(traces.filter((value) => !/^00-[\da-f]{32}-[\da-f]{16}-01$/u.test(value))).toEqual([]);
  expect(new Set(traces).size).toBe(traces.length);
  const few = ['--rule', 'read/collection', '--reporter', 'json'];
  const { stdout } = await assayer(['check', mock.url, ...few]);
  const { exchanges } = JSON.parse(stdout);
  const sent = JSON.stringify(exchanges).match(/00-[\da-f]{32}-[\da-f]{16}-01/gu) ?? [];
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((value) => !traces.includes(value))).toEqual([]);
});
