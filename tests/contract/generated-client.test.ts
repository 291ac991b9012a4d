import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '../../fixtures/openapi.ts';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WORKSPACE = fileURLToPath(new URL('../generated-client/', import.meta.url));
const run = promisify(execFile);

const { resolve: resolved } = createRequire(join(WORKSPACE, 'package.json'));
const OAZAPFTS = join(resolved('oazapfts'), '../cli.js');
const JITI = join(ROOT, 'node_modules/jiti/lib/jiti-cli.mjs');

/** The project's TypeScript, which is quick; the one of the generators is another major version, so all is tried by both. */
const COMPILERS = inGate([join(ROOT, 'node_modules/typescript'), join(WORKSPACE, 'node_modules/typescript')], 2);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-client-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(describeApi()));
  await writeFile(join(folder, 'json.json'), JSON.stringify(describeApi({ representations: ['json'] })));
  await project('tsconfig.json', ['program.js', 'agreement.js', 'json-alone.js']);
  // What the second generator writes is not made for exact optional properties.
  await project('functions.json', ['functions.js'], { exactOptionalPropertyTypes: false });
  await node(join(WORKSPACE, 'generate.js'), folder);
  // What the second generator makes imports its own runtime.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await node(OAZAPFTS, join(folder, 'json.json'), join(folder, 'functions.ts'));
});

afterAll(() => rm(folder, { recursive: true }));

function project(file: string, programs: readonly string[], options: object = {}): Promise<void> {
  const content = {
    extends: join(WORKSPACE, 'tsconfig.json'),
    compilerOptions: { paths: { 'generated/*': ['./*'] }, ...options },
    files: programs.map((program) => resolve(WORKSPACE, program)),
  };
  return writeFile(join(folder, file), JSON.stringify(content));
}

/** Runs a program to its end and gives what it printed; rejects with that. */
async function node(...args: readonly string[]): Promise<string> {
  try {
    return (await run(process.execPath, args)).stdout;
  } catch (cause) {
    const printed = cause instanceof Error && 'stdout' in cause ? String(cause.stdout) : '';
    throw new Error(`${args.join(' ')} failed:\n${printed}`, { cause });
  }
}

describe('a client that others generate from the description', () => {
  describe.each(COMPILERS)('by %s', (typescript) => {
    const check = (projectFile: string): Promise<string> =>
      node(join(typescript, 'bin/tsc'), '--project', join(folder, projectFile));

    it('type-checks, and has the types of fixtures/resources.ts', { tags: ['night'] }, async () => {
      await check('tsconfig.json');
    });

    it('type-checks as functions too', async () => {
      await check('functions.json');
    });

    it('is found wrong where it is', { tags: ['night'] }, async () => {
      const wrong = join(folder, 'wrong.js');
      await writeFile(
        wrong,
        `/** @type {import('./api.ts').components['schemas']['Deal']} */\nexport const deal = { held: 'yes' };`,
      );
      await project('wrong.json', [wrong]);
      await expect(check('wrong.json')).rejects.toThrow(/wrong\.js\(2,\d+\): .* not assignable/u);
    });
  });

  it('works against the mock', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    const stdout = await node(join(WORKSPACE, 'program.js'), mock.url);
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

  it('works as functions, from another generator', { tags: ['night'] }, async () => {
    await using mock = await startMock();
    // What it makes is TypeScript, so it is run by what understands that.
    const stdout = await node(JITI, join(WORKSPACE, 'functions.js'), mock.url, join(folder, 'functions.ts'));
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
