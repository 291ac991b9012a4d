import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['core', 'client', 'target-file', 'suites', 'mock', 'proof', 'fixtures', 'reports', 'judge', 'cli'];

/** The command line as users run it. */
export const MAIN: string = join(ROOT, 'dist/cli/main.js');

/** Vitest's global set-up: builds `dist` once before the tests that run it as a process, unless it is up to date. */
export default function build(): void {
  const built = existsSync(MAIN) ? statSync(MAIN).mtimeMs : 0;
  if (SOURCES.every((folder) => newest(join(ROOT, folder)) < built)) return;
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  // Type errors are the business of `npm run typecheck`; what matters here is that there is something to run.
  if (!existsSync(MAIN)) throw new Error(`the build failed (${status}):\n${stdout}`);
}

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(0, ...times);
}
