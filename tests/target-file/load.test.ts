import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTargetFile } from '../../target-file/load.ts';
import { TargetProblem } from '../../target-file/problem.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-target-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function problem(loading: Promise<unknown>): Promise<string> {
  const thrown: unknown = await loading.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(thrown instanceof TargetProblem)) throw new Error(`expected a TargetProblem, got ${String(thrown)}`);
  return thrown.message;
}

const TYPESCRIPT = `import { defineTarget } from 'assayer';
const version: string = 'v2';
export default defineTarget({ version });
`;

describe('a target file is found', () => {
  it('under no name when there is none', async () => {
    expect(await loadTargetFile(undefined, folder)).toBeUndefined();
  });

  it.each([
    ['assayer.config.ts', TYPESCRIPT],
    ['assayer.config.mts', TYPESCRIPT],
    ['assayer.config.js', "export default { version: 'v2' };"],
    ['assayer.config.mjs', "export default { version: 'v2' };"],
    ['assayer.config.json', '\uFEFF{ "version": "v2" }'],
  ])('as %s', async (name, text) => {
    const path = await write(name, text);
    expect(await loadTargetFile(undefined, folder)).toEqual({ file: { version: 'v2' }, path });
  });

  it('as TypeScript before JSON', async () => {
    await write('assayer.config.json', '{ "version": "1" }');
    await write('assayer.config.ts', TYPESCRIPT);
    expect((await loadTargetFile(undefined, folder))?.file).toEqual({ version: 'v2' });
  });

  it('by its path, relative to the folder', async () => {
    const path = await write('mine.json', '{ "version": "3" }');
    expect(await loadTargetFile('mine.json', folder)).toEqual({ file: { version: '3' }, path });
  });

  it('with its cookie file resolved against its own folder', async () => {
    await write('mine.json', '{ "session": { "cookieFile": "cookies.txt" } }');
    const loaded = await loadTargetFile(join(folder, 'mine.json'), '/');
    expect(loaded?.file.session?.cookieFile).toBe(join(folder, 'cookies.txt'));
  });
});

describe('a target file that cannot be used is refused with its path, the reason and what to do', () => {
  it.each([
    ['JSON with a mistake', 'a.json', '{\n  "version": 1,,\n}', /a\.json is not JSON: Quoted.*line 2, column 16/u],
    [
      'JSON cut short',
      'a.json',
      '{ "version":',
      /a\.json is not JSON: Object value expected .*\(line 1, column 13\)$/u,
    ],
    ['a member twice', 'a.json', '{\n"tls":{"ca":"a",\n"ca":"b"}}', /a\.json holds "ca" twice .*line 3, column 2/u],
    ['a file that breaks the schema', 'a.json', '{ "versoin": "1" }', /a\.json is not .*\n {2}versoin .*"version"/u],
    ['TypeScript with a mistake', 'a.ts', 'export default {', /a\.ts cannot be run: /u],
    ['a file that throws', 'a.ts', "throw new Error('no key in the environment');", /no key in the environment/u],
    ['no default export', 'a.ts', 'export const target = {};', /no default export.*defineTarget/u],
    ['a default export that is no target', 'a.mjs', 'export default 17;', /no default export/u],
    ['another kind of file', 'a.yaml', 'version: 1', /use \.json, \.ts/u],
  ])('%s', async (_, name, text, message) => {
    const path = await write(name, text);
    const told = await problem(loadTargetFile(name, folder));
    expect(told).toMatch(message);
    expect(told).toContain(path);
  });

  it.each([
    '{"session":{"cookie":hunter2secret}}',
    '{"session":{"cookie":"\\hunter2secret"}}',
    '{"session":{"cookie":"\\uhunter2secret"}}',
    '{"session":{"cookie":"hunter2secret\n"}}',
    "{'hunter2secret'}",
    '{"session":{"cookie":1.hunter2secret}}',
    'hunter2secret',
    '{"session":{"cookie":"hunter2secret","cookie":"hunter2secret2"}}',
  ])('without a word of its text, which may be a secret: %j', async (text) => {
    await write('a.json', text);
    const told = await problem(loadTargetFile('a.json', folder));
    expect(told).not.toMatch(/hunt|1\.h/u);
    expect(told).toMatch(/line 1, column \d+/u);
  });

  it.each([
    [
      'links that lead to each other',
      () => symlink('a.json', join(folder, 'a.json')),
      /cannot be read: .*symbolic links/u,
    ],
    ['a folder', () => mkdir(join(folder, 'a.json')), /is a folder: give/u],
    ['a pipe, which may never be written', () => promisify(execFile)('mkfifo', [join(folder, 'a.json')]), /is a pipe/u],
  ])('%s', async (_, make, message) => {
    await make();
    expect(await problem(loadTargetFile('a.json', folder))).toMatch(message);
  });

  it('one that is not there', async () => {
    expect(await problem(loadTargetFile('gone.json', folder))).toMatch(/no target file .*gone\.json.*assayer\.config/u);
  });
});
