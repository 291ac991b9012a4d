import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url).pathname;
const EXAMPLE = join(ROOT, 'examples/deals-board');

/** Runs the example's own `npm run mock` in a folder, and asks what it serves. */
async function nameOfFirstUser(folder: string): Promise<string> {
  // What the script is, without npm between: npm passes no signal on.
  const child = spawn(process.execPath, ['mock.js', '--port', '4010', '--port', '0'], { cwd: folder });
  try {
    const [first] = (await once(child.stdout, 'data')) as [Buffer]; // what a readable stream tells of
    const url = /^listening on (\S+)/u.exec(first.toString())?.[1] ?? '';
    return (await (await fetch(`${url}/users/1`)).json()).name;
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

test('npm run mock starts in the checkout', { tags: ['night'] }, async () => {
  expect(await nameOfFirstUser(EXAMPLE)).toBe('Ada Lovelace');
});

test('npm run mock starts in a copy that has the package installed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deals-board-copy-'));
  try {
    const copy = join(folder, 'deals-board');
    await cp(EXAMPLE, copy, { recursive: true, filter: (source) => !source.includes('node_modules') });
    await mkdir(join(copy, 'node_modules'));
    await symlink(ROOT, join(copy, 'node_modules/assayer'));
    expect(await nameOfFirstUser(copy)).toBe('Ada Lovelace');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
