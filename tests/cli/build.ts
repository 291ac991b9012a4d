import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The command line as users run it. */
export const MAIN: string = join(ROOT, 'dist/cli/main.js');

/** Vitest's global set-up: builds `dist` once before the tests that run it as a process. The command does so where it is due. */
export default function build(): void {
  const { stderr } = spawnSync(process.execPath, [join(ROOT, 'bin/assayer.js'), '--version'], { encoding: 'utf8' });
  // Type errors are the business of `npm run typecheck`; what matters here is that there is something to run.
  if (!existsSync(MAIN)) throw new Error(`the build failed:\n${stderr}`);
}
