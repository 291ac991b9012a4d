import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start, temporaryFolder } from './assayer.ts';
import { MAIN } from './build.ts';

const CHECK = ['check', '--rule', 'create/status', '--runs', '1'];

test('a closed stdout is exit status 2 with one line', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  const { child, ended } = start([...CHECK, '--quiet'], { cwd: folder.path });
  child.stdout?.destroy();
  const { status, stderr } = await ended;
  expect(stderr).toBe('error: the output cannot be written: standard output was closed\n');
  expect(status).toBe(2);
});

test('a full disk is exit status 2 with one line', { tags: ['night'] }, async (context) => {
  if (!existsSync('/dev/full')) context.skip('no device is here that is always full');
  await using folder = await temporaryFolder();
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [MAIN, ...CHECK, '--quiet'], {
    cwd: folder.path,
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child, 'close');
  expect(stderr).toMatch(/^error: the output cannot be written: ENOSPC[^\n]*\n$/u);
  expect(child.exitCode).toBe(2);
});

test('a report is written to a named pipe, which stays one', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  const pipe = join(folder.path, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const read = readFile(pipe, 'utf8');
  const { status } = await start([...CHECK, '--quiet', '--reporter', `json=${pipe}`], { cwd: folder.path }).ended;
  expect(status).toBe(0);
  expect(JSON.parse(await read).format).toBe('assayer-results/1');
  expect((await stat(pipe)).isFIFO()).toBe(true);
});
