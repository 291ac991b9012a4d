import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPORTERS } from '../../reports/registry.ts';
import { failure, resultsOf } from '../reports/sample.ts';
import { assayer, temporaryFolder } from './assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from './page.ts';

test('docs/formats.md shows what happens, and names every format', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'results.json'), JSON.stringify(resultsOf([failure()])));
  const shown = (await blocksOf('docs/formats.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(4);
  for (const command of shown) await expectAsShown(command, folder.path, (text) => text);
  const page = await readFile(new URL('../../docs/formats.md', import.meta.url), 'utf8');
  expect([...REPORTERS.keys()].filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});

test('the summary of a job is added to what is there', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'results.json'), JSON.stringify(resultsOf([failure()])));
  await writeFile(join(folder.path, 'summary.md'), 'before\n');
  const { status } = await assayer(['report', 'results.json', '--reporter', 'github=summary.md'], { cwd: folder.path });
  expect(status).toBe(0);
  expect(await readFile(join(folder.path, 'summary.md'), 'utf8')).toMatch(/^before\n### Not conformant/u);
});
