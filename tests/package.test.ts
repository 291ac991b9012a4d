import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRIES_ALL } from './in-gate.ts';

const run = promisify(execFile);
const ROOT = new URL('../', import.meta.url).pathname;

/** The rules are bundled into one file: what a few show of the package, all would. */
const SELECTED = TRIES_ALL ? [] : ['--rule', 'delete'];
const VERDICT = TRIES_ALL
  ? /^partly judged: \d+ of \d+ applicable must checks hold, .*judged with --fast$/mu
  : /^conformant in what was selected: \d+ must and \d+ should checks hold; .*judged with --fast$/mu;

let folder: string;
let files: readonly string[];

// What a user has: an empty folder, and the package from its tarball.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-package-'));
  // The built files are there (tests/cli/build.ts), so that packing need not build them again beside other tests.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
  });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]; // the shape that npm documents for --json
  files = packed?.files.map(({ path }) => path) ?? [];
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${packed?.filename ?? ''}`], {
    cwd: folder,
  });
}, 300_000);

afterAll(() => rm(folder, { recursive: true }));

async function at(command: string, ...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  try {
    return { status: 0, ...(await run(command, args, { cwd: folder })) };
  } catch (failure) {
    const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string }; // what execFile rejects with
    return { status: code, stdout, stderr };
  }
}

describe('the package, installed in an empty folder', () => {
  // .ci/run judges it by a whole run. What a fast run would miss is told by the dictionary of the package.
  test('npx assayer check judges the embedded mock', { tags: ['night'] }, async () => {
    const { status, stdout } = await at('npx', 'assayer', 'check', '--fast', ...SELECTED);
    expect(stdout).toMatch(VERDICT);
    expect(stdout).toMatch(/^This run would have caught \d+ of \d+ known faults/mu);
    expect(status).toBe(0);
  });

  test('holds the built code once: the files that are imported or run, and what they share', () => {
    const code = files.filter((path) => path.startsWith('dist/') && path.endsWith('.js'));
    expect(code).toEqual(expect.arrayContaining(['dist/cli/main.js', 'dist/judge/index.js', 'dist/mock/msw.js']));
    const single = code.filter((path) => !path.startsWith('dist/shared/'));
    expect(single.length).toBeLessThan(20);
    expect(files.filter((path) => /^dist\/(?:cli|doctor|init)\/.*\.d\.ts$/u.test(path))).toEqual([]);
  });

  test('holds what its pages link to', async () => {
    const isThere = (path: string): boolean => files.some((one) => one === path || one.startsWith(`${path}/`));
    const dead: string[] = [];
    for (const page of files.filter((path) => path.endsWith('.md'))) {
      const text = await readFile(join(folder, 'node_modules/assayer', page), 'utf8');
      for (const [, link = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/gu)) {
        if (!/^[a-z]+:/u.test(link) && !isThere(posix.join(posix.dirname(page), link))) dead.push(`${page}: ${link}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test('brings neither vitest nor msw along', async () => {
    const { stdout } = await at('npm', 'ls', '--all', '--parseable');
    expect(stdout).not.toMatch(/node_modules\/(?:vitest|msw)$/mu);
  });

  test('a TypeScript target file finds defineTarget', { tags: ['night'] }, async () => {
    await writeFile(
      join(folder, 'assayer.config.ts'),
      `import { defineTarget } from 'assayer';\nexport default defineTarget({ baseUrl: 'http://127.0.0.1:1', name: 'mine' });\n`,
    );
    const { status, stderr, stdout } = await at('node_modules/.bin/assayer', 'check');
    await rm(join(folder, 'assayer.config.ts'));
    expect(`${stdout}${stderr}`).toMatch(/mine/u);
    expect(`${stdout}${stderr}`).toMatch(/refused/u);
    expect(status).toBe(2);
  });

  test('the mock answers in-process and on a port', { tags: ['night'] }, async () => {
    await writeFile(
      join(folder, 'use.js'),
      `import { createMock } from 'assayer/mock';
import { startMock } from 'assayer/mock/node';
const mock = createMock();
const here = await mock.fetch(new Request('http://mock.test/users/1'));
const started = await startMock({ port: 0 });
const there = await fetch(started.url + '/users/1');
console.log(here.status, there.status, (await here.text()) === (await there.text()));
await started.close();
`,
    );
    const { stdout } = await at(process.execPath, 'use.js');
    expect(stdout.trim()).toMatch(/^200 200/u);
  });

  test('the mock as a process: control API, inspector, contract, sessions, state, chaos, tenants', {
    tags: ['night'],
  }, async () => {
    const flags = ['--port', '0', '--persist', 'state.jsonl', '--chaos-rule', 'GET /users/2 failFirst=1 status=503'];
    const child = spawn('node_modules/.bin/assayer', ['mock', ...flags], { cwd: folder });
    try {
      const [first] = (await once(child.stdout, 'data')) as [Buffer]; // what a readable stream tells of
      const url = /^listening on (\S+)/u.exec(first.toString())?.[1] ?? '';
      const get = async (path: string): Promise<Response> => fetch(url + path);
      const type = async (path: string): Promise<string | null> => (await get(path)).headers.get('content-type');
      expect(await type('/_mock/')).toMatch(/^text\/html/u);
      expect((await (await get('/_mock/openapi.json')).json()).openapi).toMatch(/^3\.1/u);
      expect((await (await get('/_mock/control.json')).json()).openapi).toMatch(/^3\.1/u);
      expect([(await get('/users/2')).status, (await get('/users/2')).status]).toEqual([503, 200]);
      const session = await fetch(`${url}/_mock/sessions`, { method: 'POST' });
      const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect([session.status, (await fetch(`${url}/`, { headers: { cookie } })).status]).toEqual([201, 200]);
      const deal = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"a","price":1}' };
      expect((await fetch(`${url}/_tenant/acme/rest/1/deals/`, deal)).status).toBe(201);
      expect((await (await get('/_tenant/acme/_mock/state')).json()).deals).toHaveLength(4);
      expect((await (await get('/_mock/state')).json()).deals).toHaveLength(3);
      expect((await get('/_mock/log')).status).toBe(200);
      expect(await readFile(join(folder, 'state.jsonl'), 'utf8')).toContain('acme');
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });

  test('the published schemas are there', async () => {
    for (const name of ['target', 'results', 'seed', 'chaos']) {
      const path = join(folder, `node_modules/assayer/fixtures/schemas/${name}.schema.json`);
      expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('$schema');
    }
  });
});
