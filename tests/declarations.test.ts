import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = new URL('../', import.meta.url).pathname;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-types-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the declarations of the mock compile as they are, in a project of es2023 that leaves nothing out', {
  tags: ['night'],
}, async () => {
  await writeFile(
    join(folder, 'use.ts'),
    `import { createMock, type Deal, type DealData, type UserData } from '${ROOT}dist/mock/index.js';
import { startMock } from '${ROOT}dist/mock/node.js';
import { handlers } from '${ROOT}dist/mock/msw.js';
export const deal: DealData = { id: '1', name: 'a deal', price: 5, colour: 'red' };
export const user: UserData = { id: '1', name: 'Ada' };
export const read: Deal = { ...deal, _links: { self: { href: '/rest/1/deals/1' } } };
export const plain: DealData = read;
export const made = [createMock(), startMock, handlers];
`,
  );
  const options = ['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable', '--module', 'nodenext', '--types', 'node'];
  const flags = ['--strict', '--noEmit', '--skipLibCheck', 'false', ...options];
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const told = await run(tsc, [...flags, 'use.ts'], { cwd: folder }).catch((cause: { stdout: string }) => cause);
  // Those of other packages are theirs.
  expect(told.stdout.split('\n').filter((line) => line.includes('/dist/') || line.startsWith('use.ts'))).toEqual([]);
});
