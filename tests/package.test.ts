import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = new URL('../', import.meta.url).pathname;

let folder: string;

// What a user has: an empty folder, and the package from its tarball.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-package-'));
  // The built files are there (tests/cli/build.ts), so that packing need not build them again beside other tests.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[]; // the shape that npm documents for --json
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
  test('npx assayer check judges the embedded mock', async () => {
    const { status, stdout } = await at('npx', 'assayer', 'check', '--runs', '3');
    expect(stdout).toMatch(/^conformant: \d+ must and \d+ should checks hold$/mu);
    expect(status).toBe(0);
  });

  test('brings neither vitest nor msw along', async () => {
    const { stdout } = await at('npm', 'ls', '--all', '--parseable');
    expect(stdout).not.toMatch(/node_modules\/(?:vitest|msw)$/mu);
  });

  test('a TypeScript target file finds defineTarget', async () => {
    await writeFile(
      join(folder, 'assayer.config.ts'),
      `import { defineTarget } from 'assayer';\nexport default defineTarget({ baseUrl: 'http://127.0.0.1:1', name: 'mine' });\n`,
    );
    const { status, stderr, stdout } = await at('npx', 'assayer', 'check');
    await rm(join(folder, 'assayer.config.ts'));
    expect(`${stdout}${stderr}`).toMatch(/mine/u);
    expect(`${stdout}${stderr}`).toMatch(/refused/u);
    expect(status).toBe(2);
  });

  test('the mock answers in-process and on a port', async () => {
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

  test('the published schemas are there', async () => {
    for (const name of ['target', 'results']) {
      const path = join(folder, `node_modules/assayer/fixtures/schemas/${name}.schema.json`);
      expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('$schema');
    }
  });
});
