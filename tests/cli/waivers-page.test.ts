import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deletesWith } from '../deletes-with.ts';
import { temporaryFolder } from './assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from './page.ts';

test('docs/waivers.md shows what happens', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  await using mock = await deletesWith(202);
  const path = join(folder.path, 'assayer.waivers.json');
  const shown = (await blocksOf('docs/waivers.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(4);
  for (const [i, command] of shown.entries()) {
    // Between the second and the third command a person fills the entry in.
    if (i === 2) await fillIn(path);
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
    if (i === 0) {
      const [json = ''] = await blocksOf('docs/waivers.md', 'json');
      expect(withoutDay(await readFile(path, 'utf8'))).toBe(withoutDay(json));
    }
  }
});

async function fillIn(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const filled = text
    .replace('"reason": ""', '"reason": "ticket 7"')
    .replace('"owner": ""', '"owner": "deals team"')
    .replace('"expires": ""', '"expires": "2999-12-31"');
  await writeFile(path, filled);
}

function withoutDay(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d/gu, 'a day');
}
