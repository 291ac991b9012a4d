#!/usr/bin/env node
// The command as npm installs it. The package holds the built files; a checkout is built here first, where that is due, so that
// `npm ci` runs no script of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const MAIN = join(ROOT, 'dist/cli/main.js');

if (isCheckout() && isStale()) build();
await import(pathToFileURL(MAIN).href);

function isCheckout() {
  return existsSync(join(ROOT, 'tsconfig.build.json'));
}

function isStale() {
  if (!existsSync(MAIN)) return true;
  const built = statSync(MAIN).mtimeMs;
  return sources().some((file) => statSync(file).mtimeMs > built);
}

function sources() {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|dist$|docs$|examples$|node_modules$|tests$)/u.test(entry.name))
    .flatMap(({ name }) =>
      readdirSync(join(ROOT, name), { recursive: true }).map((file) => join(ROOT, name, String(file))),
    )
    .filter((file) => file.endsWith('.ts'));
}

function build() {
  const path = join(ROOT, 'cli/build.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { cwd: ROOT, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(
    `error: this checkout does not build; run \`npm ci\`, then \`npm run build\` to see why\n${stdout ?? ''}${stderr ?? ''}`,
  );
  process.exit(2);
}
