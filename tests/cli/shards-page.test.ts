import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { temporaryFolder } from './assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from './page.ts';

test('docs/shards.md shows what happens', async () => {
  await using folder = await temporaryFolder();
  await using mock = await startMock({ port: 0 });
  const shown = (await blocksOf('docs/shards.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(5);
  for (const command of shown)
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
});
