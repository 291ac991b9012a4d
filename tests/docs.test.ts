import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../cli/commands.ts';
import { assayer } from './cli/assayer.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...(await markdownIn('docs')),
  ...(await markdownIn('docs/field')),
  ...(await markdownIn('docs/decisions')),
  'examples/deals-board/README.md',
];
const NAMES = [...COMMANDS.keys()];
const HELP: ReadonlyMap<string, string> = new Map(
  await Promise.all(NAMES.map(async (name) => [name, await helpOf(name)] as const)),
);

async function helpOf(command: string): Promise<string> {
  return (await assayer([command, '--help'])).stdout;
}

async function markdownIn(folder: string): Promise<string[]> {
  if (!existsSync(join(ROOT, folder))) return [];
  return (await readdir(join(ROOT, folder))).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
}

describe.each(PAGES)('%s', (page) => {
  test('links to files that there are', async () => {
    const text = await readFile(join(ROOT, page), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/gu)].map(([, link = '']) => link);
    const local = links.filter((link) => !/^[a-z]+:/u.test(link));
    expect(local.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });

  test('names flags that the command has', async () => {
    const text = await readFile(join(ROOT, page), 'utf8');
    // `assayer mock --seed …`, with or without npx, as a line of its own or within a sentence.
    const lines = [...text.matchAll(new RegExp(`assayer (${NAMES.join('|')})\\b([^\\n\`]*)`, 'gu'))];
    for (const [line, command = '', rest = ''] of lines) {
      // What follows a pipe or a hash is no part of the command.
      const flags = rest.split(/[|#]/u, 1)[0]?.match(/--[a-z][a-z-]*/gu) ?? [];
      for (const flag of flags) expect(HELP.get(command), line).toContain(flag);
    }
  });
});

test.each([...HELP])('the help of %s shows an example', (_, help) => {
  expect(help).toMatch(/^Examples?:/mu);
});

test('flags that the README names by themselves are flags of some command', async () => {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8');
  const helps = [...HELP.values()];
  const flags = [...text.matchAll(/`(--[a-z][a-z-]*)/gu)].map(([, flag = '']) => flag);
  expect(flags.length).toBeGreaterThan(5);
  expect(flags.filter((flag) => !helps.some((help) => help.includes(flag)))).toEqual([]);
});

test('modules that the README imports are exports of the package', async () => {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8');
  const { exports } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { exports: object }; // our own file
  const imported = [...text.matchAll(/from 'assayer(\/[a-z/]+)?'/gu)].map(([, path = '']) => `.${path}`);
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((path) => !Object.hasOwn(exports, path))).toEqual([]);
});

test('the README tells of every command', async () => {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8');
  expect(NAMES.filter((name) => !text.includes(`| \`assayer ${name}\` |`))).toEqual([]);
});
