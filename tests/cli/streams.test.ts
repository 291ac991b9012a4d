import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { survivePipes } from '../../cli/streams.ts';
import { startMock } from '../../mock/node.ts';
import { type Ended, start, temporaryFolder } from './assayer.ts';
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

test('a standard error that cannot be written ends no process', () => {
  const [out, err] = [new PassThrough(), new PassThrough()];
  survivePipes(out, err);
  // Without a listener, or with one that ends the process, this throws.
  expect(err.emit('error', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))).toBe(true);
});

test('where standard error cannot be written, an interrupted run cleans up, prints its report and ends with 130', {
  tags: ['night'],
}, async (context) => {
  if (!existsSync('/dev/full')) context.skip('no device is here that is always full');
  await using folder = await temporaryFolder();
  let child: ChildProcess | undefined;
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      const answer = await fetch(request);
      if (request.method === 'POST') child?.kill('SIGINT');
      return answer;
    },
  });
  const deals = async (): Promise<string> => (await fetch(`${mock.url}/rest/1/deals/`)).text();
  const before = await deals();
  const full = openSync('/dev/full', 'w');
  child = spawn(process.execPath, [MAIN, 'check', mock.url], { cwd: folder.path, stdio: ['ignore', 'pipe', full] });
  closeSync(full);
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  await once(child, 'close');
  expect(stdout).toContain('not judged: the run was interrupted (SIGINT)');
  expect(child.exitCode).toBe(130);
  expect(await deals()).toBe(before);
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

/** Runs `assayer` where no file can become longer than so many blocks of the shell, as on a disk that is full. */
async function onFullDisk(cwd: string, blocks: number, args: readonly string[]): Promise<Ended> {
  const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
  const child = spawn('bash', ['-c', limited, process.execPath, MAIN, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, stdout, stderr };
}

test('what cannot be written hides neither the verdict nor the left reports, and is exit status 2', async () => {
  await using folder = await temporaryFolder();
  const args = [...CHECK, '--quiet', '--reporter', 'markdown=small.md', '--out', 'out'];
  const { status, stdout, stderr } = await onFullDisk(folder.path, 8, args);
  expect(stdout).toMatch(/^conformant in what was selected: /u);
  expect(stderr).toMatch(
    /^error: out\/results\.json cannot be written: EFBIG.*\nerror: out\/report\.html cannot.*\n$/u,
  );
  expect(status).toBe(2);
  expect(await readdir(folder.path)).toContain('small.md');
  expect(await readdir(join(folder.path, 'out'))).toEqual(['junit.xml']);
});

test('a transcript and a ledger on a full disk: told, exit status 2, and no ledger is named that holds nothing', {
  tags: ['night'],
}, async () => {
  await using folder = await temporaryFolder();
  await using mock = await startMock();
  const args = [...CHECK, mock.url, '--quiet', '--ledger', 'l.jsonl', '--transcript', 't.jsonl'];
  const { status, stdout, stderr } = await onFullDisk(folder.path, 0, args);
  expect(stdout).toMatch(/^conformant in what was selected: /u);
  expect(stderr).toMatch(/the transcript t\.jsonl cannot be written any further, and cannot be judged again: EFBIG/u);
  expect(stderr).toMatch(/the ledger .*l\.jsonl cannot be written, so that .* nothing of this run: EFBIG/u);
  expect(stderr).not.toContain('tries again to delete');
  expect(await readdir(folder.path)).not.toContain('l.jsonl');
  expect(status).toBe(2);
});

// Reads so many bytes of what the command writes to its terminal, closes it, and tells by which signal the command ended.
const IN_TERMINAL = `import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
seen = b''
while b' judged' not in seen: seen += os.read(terminal, 65536)
os.close(terminal)
_, status = os.waitpid(pid, 0)
print(os.WTERMSIG(status) if os.WIFSIGNALED(status) else f'status {os.WEXITSTATUS(status)}')
`;

test('a terminal that is closed ends the run as SIGHUP does: what was created is deleted', {
  tags: ['night'],
}, async (context) => {
  if (spawnSync('python3', ['-c', 'import pty']).status !== 0)
    context.skip('python3, which makes a terminal, is not here');
  await using folder = await temporaryFolder();
  let made = 0;
  await using mock = await startMock({
    wrap: (fetch) => (request) => {
      if (request.method === 'POST') made += 1;
      return fetch(request);
    },
  });
  const state = async (): Promise<unknown> =>
    Promise.all(['/rest/1/deals/', '/users'].map(async (path) => (await fetch(mock.url + path)).json()));
  const before = await state();
  const args = ['-c', IN_TERMINAL, process.execPath, MAIN, 'check', mock.url, '--rule', 'create', '--rule', 'delete'];
  const child = spawn('python3', args, { cwd: folder.path, stdio: ['ignore', 'pipe', 'inherit'] });
  expect(await textOf(child.stdout)).toBe('1\n');
  expect(made).toBeGreaterThan(0);
  expect(await state()).toEqual(before);
  expect(await readdir(folder.path)).toEqual([]);
});
