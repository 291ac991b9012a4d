import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';
import { deletesWith } from '../deletes-with.ts';
import { temporaryFolder } from './assayer.ts';
import { blocksOf, commandsIn, expectAsShown, type Shown } from './page.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A mock that answers every deletion in a way of its own. */
function deleting(answer: (deleted: () => Promise<Response>) => Promise<Response>): Promise<StartedMock> {
  return startMock({
    wrap: (fetch) => async (request) => (request.method === 'DELETE' ? answer(() => fetch(request)) : fetch(request)),
  });
}

async function commandsOf(page: string): Promise<readonly Shown[]> {
  return (await blocksOf(page, 'console')).flatMap(commandsIn);
}

async function expectPage(page: string, mock: StartedMock, between: (i: number) => void = () => {}): Promise<void> {
  await using folder = await temporaryFolder();
  const shown = await commandsOf(page);
  expect(shown.length).toBeGreaterThan(0);
  for (const [i, command] of shown.entries()) {
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
    between(i);
  }
}

test.concurrent('docs/drift.md shows what happens', { tags: ['night'] }, async () => {
  await using service = await deleting(async (deleted) => {
    const answer = await deleted();
    return answer.status === 204 ? Response.json({ deleted: true }) : answer;
  });
  await expectPage('docs/drift.md', service);
});

test.concurrent('docs/safety.md shows what happens: a service that deletes nothing at first', {
  tags: ['night'],
}, async () => {
  let isRefused = true;
  await using service = await deleting(async (deleted) =>
    isRefused ? new Response(null, { status: 403 }) : deleted(),
  );
  await expectPage('docs/safety.md', service, () => {
    isRefused = false;
  });
});

test.concurrent('docs/report.md shows what happens', { tags: ['night'] }, async () => {
  await using mock = await startMock();
  await expectPage('docs/report.md', mock);
});

test.concurrent('docs/fast.md shows what happens', { tags: ['night'] }, async () => {
  await using faulty = await deletesWith(202);
  await expectPage('docs/fast.md', faulty);
});

test('each command is shown on a page that is run, and each page that shows commands is run', async () => {
  const pages = (await readdir(join(ROOT, 'docs')))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const shown = await Promise.all(pages.map(async (page) => ({ page, commands: await commandsOf(page) })));
  // A page that starts a mock, which goes on, is none of them.
  const withCommands = shown.filter(
    ({ commands }) => commands.length > 0 && !commands.some(({ args }) => args[0] === 'mock'),
  );
  const names = new Set(withCommands.flatMap(({ commands }) => commands.map(({ args }) => args[0])));
  // A mock that goes on has pages of its own, whose recipes and requests are run; what prove measures is written by a release.
  const others = ['mock', 'prove'];
  expect([...COMMANDS.keys()].filter((name) => !others.includes(name) && !names.has(name))).toEqual([]);
  const files = await readdir(join(ROOT, 'tests'), { recursive: true });
  const tests = files.filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'));
  const texts = (await Promise.all(tests.map((name) => readFile(join(ROOT, 'tests', name), 'utf8')))).join('\n');
  expect(withCommands.map(({ page }) => page).filter((page) => !texts.includes(`'${page}'`))).toEqual([]);
});
