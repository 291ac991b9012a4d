import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '../../fixtures/openapi.ts';
import { startMock } from '../../mock/node.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WORKSPACE = fileURLToPath(new URL('../generated-client/', import.meta.url));
const run = promisify(execFile);

const { resolve: resolved } = createRequire(join(WORKSPACE, 'package.json'));
const OAZAPFTS = join(resolved('oazapfts'), '../cli.js');
const JITI = join(ROOT, 'node_modules/jiti/lib/jiti-cli.mjs');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-client-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(describeApi()));
  await project('tsconfig.json', ['program.js', 'agreement.js', 'json-alone.js']);
  // What the second generator writes is not made for exact optional properties.
  await project('functions.json', ['functions.js'], { exactOptionalPropertyTypes: false });
  await generate('api.ts');
  await writeFile(join(folder, 'json.json'), JSON.stringify(describeApi({ representations: ['json'] })));
  await workspace('openapi-typescript', join(folder, 'json.json'), '--output', join(folder, 'json.ts'));
  // What the second generator makes imports its own runtime.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await run(process.execPath, [OAZAPFTS, join(folder, 'json.json'), join(folder, 'functions.ts')]);
  await generate('read-only.ts', '--immutable');
});

afterAll(() => rm(folder, { recursive: true }));

function project(file: string, programs: readonly string[], options: object = {}): Promise<void> {
  const content = {
    extends: join(WORKSPACE, 'tsconfig.json'),
    compilerOptions: { paths: { 'generated/*': ['./*'] }, ...options },
    files: programs.map((program) => join(WORKSPACE, program)),
  };
  return writeFile(join(folder, file), JSON.stringify(content));
}

function generate(file: string, ...flags: readonly string[]): Promise<void> {
  return workspace('openapi-typescript', join(folder, 'openapi.json'), ...flags, '--output', join(folder, file));
}

/** Runs a command of the workspace, which has a TypeScript of its own; rejects with what it printed. */
async function workspace(command: string, ...args: readonly string[]): Promise<void> {
  try {
    await run(process.execPath, [join(WORKSPACE, 'node_modules/.bin', command), ...args], { cwd: WORKSPACE });
  } catch (cause) {
    const printed = cause instanceof Error && 'stdout' in cause ? String(cause.stdout) : '';
    throw new Error(`${command} failed:\n${printed}`, { cause });
  }
}

describe('a client that others generate from the description', () => {
  it('type-checks, and has the types of fixtures/resources.ts', async () => {
    await workspace('tsc', '--project', folder);
  });

  it('type-checks as functions too', async () => {
    await workspace('tsc', '--project', join(folder, 'functions.json'));
  });

  it('works against the mock', async () => {
    await using mock = await startMock();
    const { stdout } = await run(process.execPath, [join(WORKSPACE, 'program.js'), mock.url]);
    const { id, ...seen } = JSON.parse(stdout);
    const deal = { name: 'Harbour crane', price: 90_000 };
    expect(seen).toEqual({
      created: [201, `/rest/1/deals/${id}`],
      read: [200, deal],
      held: [204, { ...deal, held: true, holdReason: 'waiting for papers' }],
      unheld: 204,
      hold: [201, id, 'once more'],
      canceled: 200,
      removed: 204,
      gone: [404, 404, 'Not Found'],
      users: ['Ada Lovelace', 'Grace Hopper', 'Zoë Ångström', 'Alan Turing', 'Grace Hopper'],
      named: ['2', '5'],
      nobody: [],
      key: 'ssh-ed25519',
      asXml: ['application/xml; charset=utf-8', true],
      stranger: [401, 'not authorized'],
      guest: [200, 'OK'],
    });
  });

  it('works as functions, from another generator', async () => {
    await using mock = await startMock();
    // What it makes is TypeScript, so it is run by what understands that.
    const { stdout } = await run(process.execPath, [
      ...[JITI, join(WORKSPACE, 'functions.js'), mock.url, join(folder, 'functions.ts')],
    ]);
    expect(JSON.parse(stdout)).toEqual({
      created: 201,
      held: 204,
      read: ['Harbour crane', true, 'waiting for papers'],
      wrong: [404, 'Not Found'],
      removed: 204,
      gone: 404,
      named: ['2', '5'],
      key: 'ssh-ed25519',
      stranger: 401,
    });
  });
});
