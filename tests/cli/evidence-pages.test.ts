import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { temporaryFolder } from './assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from './page.ts';

test('docs/evidence.md shows what happens', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  await using mock = await startMock({ port: 0 });
  const shown = (await blocksOf('docs/evidence.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(5);
  for (const [i, command] of shown.entries()) {
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
    if (i > 0) continue;
    const text = await readFile(join(folder.path, 'run.jsonl'), 'utf8');
    await writeFile(join(folder.path, 'changed.jsonl'), text.replace('"status":204', '"status":200'));
  }
});

test('docs/attestation.md shows what happens', async () => {
  await using folder = await temporaryFolder();
  await using mock = await startMock({ port: 0 });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeFile(join(folder.path, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(join(folder.path, 'pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  const shown = (await blocksOf('docs/attestation.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(4);
  for (const command of shown)
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
});
