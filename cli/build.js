// `npm run build`: makes `dist`. tsc writes a file for each module into `.build`, which tests load; out of these come few files of code,
// since Node takes longer to find 600 modules than to run them, and the declarations that the package's entries reach.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const WRITTEN = join(ROOT, '.build');
const DIST = join(ROOT, 'dist');

/** What users import: each has declarations. */
const ENTRIES = Object.values(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).exports)
  .map((entry) => /^\.\/dist\/(.*)\.js$/u.exec(entry.default ?? '')?.[1])
  .filter((name) => name !== undefined);

/** What is loaded by its path. The program by itself too, for who runs many command lines in one process. */
const BY_PATH = ['cli/main', 'cli/program', 'proof/prove-worker', 'proof/prove-mutants-worker', 'target-file/file'];

compile();
await bundle();
for (const file of declarations()) copy(file);

function compile() {
  rmSync(WRITTEN, { recursive: true, force: true });
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

async function bundle() {
  const names = [...ENTRIES, ...BY_PATH];
  await build({
    input: Object.fromEntries(names.map((name) => [name, join(WRITTEN, `${name}.js`)])),
    platform: 'node',
    // Dependencies stay where they are installed.
    external: /^[^./]/u,
    // At the depth of the folders that it is made of, since some modules read the package's own files by a relative path.
    output: { dir: DIST, cleanDir: true, entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
  });
}

/** The declarations of the entries and all that they name, as paths below `.build`. */
function declarations() {
  const found = new Set(ENTRIES.map((name) => `${name}.d.ts`));
  for (const file of found) {
    const text = readFileSync(join(WRITTEN, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/\b(?:from |import\(|import )["'](\.[^"']*)\.[jt]s["']/gu))
      found.add(relative(WRITTEN, join(WRITTEN, dirname(file), `${name}.d.ts`)));
  }
  return found;
}

function copy(file) {
  const from = join(WRITTEN, file);
  const to = join(DIST, file);
  if (!existsSync(from)) throw new Error(`a declaration names ${file}, which tsc did not write`);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
