/**
 * What a page loads that has the mock in it: `npm run bench:page`, and with `-- --write` into docs/page-size.md. Bytes, not times:
 * the same on every machine.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MSW = `export { setupWorker } from 'msw/browser'; export { http, HttpResponse } from 'msw';`;
const MOCK = `${MSW} export { handlers } from './mock/msw.ts';`;

/** Bytes as a browser parses them, and as a server sends them. */
interface Size {
  readonly bytes: number;
  readonly gzip: number;
}

/** A bundle's chunks, minified. */
async function chunksOf(entry: string): Promise<readonly Rolldown.OutputChunk[]> {
  const built = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [entryOf(entry)],
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput; // what a build gives that does not watch and has one output
  return built.output.filter((file) => file.type === 'chunk');
}

function entryOf(code: string): Plugin {
  const id = `${ROOT}entry.ts`;
  return {
    name: 'entry',
    resolveId: (source) => (source === 'entry' ? id : undefined),
    load: (asked) => (asked === id ? code : undefined),
  };
}

/** A chunk and all that it loads with it, less what is there already. */
function loadedWith(
  chunks: readonly Rolldown.OutputChunk[],
  names: readonly string[],
  there: readonly Rolldown.OutputChunk[] = [],
): readonly Rolldown.OutputChunk[] {
  const loaded = new Set<Rolldown.OutputChunk>();
  const visit = (name: string): void => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (chunk === undefined || loaded.has(chunk) || there.includes(chunk)) return;
    loaded.add(chunk);
    for (const imported of chunk.imports) visit(imported);
  };
  for (const name of names) visit(name);
  return [...loaded];
}

const sizeOf = (chunks: readonly Rolldown.OutputChunk[]): Size => ({
  bytes: sum(chunks.map(({ code }) => Buffer.byteLength(code))),
  gzip: sum(chunks.map(({ code }) => gzipSync(code).length)),
});
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const kb = (bytes: number): string => (bytes / 1000).toFixed(1);

/** Where a module belongs: its package, or its folder of ours. */
function partOf(id: string): string {
  if (id.startsWith('\0')) return 'the bundler';
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(id) ?? [];
  if (name !== undefined) return name;
  const [folder = '', below = ''] = id.replace(ROOT, '').split('/');
  return folder === 'mock' && !below.endsWith('.ts') ? `mock/${below}` : folder;
}

function partsOf(chunks: readonly Rolldown.OutputChunk[]): readonly (readonly [string, number])[] {
  const parts = new Map<string, number>();
  for (const { modules } of chunks)
    for (const [id, { renderedLength }] of Object.entries(modules))
      parts.set(partOf(id), (parts.get(partOf(id)) ?? 0) + renderedLength);
  return [...parts].sort(([, a], [, b]) => b - a);
}

async function report(): Promise<string> {
  const alone = await chunksOf(MSW);
  const chunks = await chunksOf(MOCK);
  const entry = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const start = loadedWith(chunks, entry);
  const later = (part: string): readonly Rolldown.OutputChunk[] => {
    const names = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(part)).map(({ fileName }) => fileName);
    if (names.length === 0) throw new Error(`no part of the bundle begins with ${part}`);
    return loadedWith(chunks, names, start);
  };
  const [msw, whole] = [sizeOf(alone), sizeOf(start)];
  const rows: readonly (readonly [string, Size])[] = [
    ['MSW alone', msw],
    ['what the mock adds at the start', { bytes: whole.bytes - msw.bytes, gzip: whole.gzip - msw.gzip }],
    ['the checks of payloads, with the first request that writes', sizeOf(later('payload-checks.ts'))],
    [
      'the control API, with the first request below `/_mock/`',
      sizeOf([...later('control/index.ts'), ...later('together.ts')]),
    ],
    ['the checks of what is sent to the control API, with the first body', sizeOf(later('body-validation.ts'))],
    ['the inspector, when it is opened', sizeOf(later('inspector-page.ts'))],
    ['the words about rules, with the first *Why*', sizeOf(later('rule-texts.ts'))],
    ['the deviations, when they are listed or switched on', sizeOf(later('deviations/index.ts'))],
  ];
  const shared = new Map(partsOf(alone));
  const added = partsOf(start).map(([part, bytes]) => [part, bytes - (shared.get(part) ?? 0)] as const);
  return [
    '| what is loaded | minified, kB | gzip, kB |',
    '|---|---|---|',
    ...rows.map(([what, { bytes, gzip }]) => `| ${what} | ${kb(bytes)} | ${kb(gzip)} |`),
    '',
    'What the mock adds at the start, by where it comes from (kB before they are minified; under 1 kB left out):',
    '',
    '| part | kB |',
    '|---|---|',
    ...added.filter(([, bytes]) => bytes >= 1000).map(([part, bytes]) => `| ${part} | ${kb(bytes)} |`),
    '',
  ].join('\n');
}

const BEGIN = '<!-- begin: npm run bench:page -- --write -->\n';
const END = '<!-- end -->\n';

const text = await report();
console.log(text);
if (process.argv.includes('--write')) {
  const page = new URL('../docs/page-size.md', import.meta.url);
  const before = await readFile(page, 'utf8');
  const [head = ''] = before.split(BEGIN);
  const [, tail = ''] = before.split(END);
  await writeFile(page, `${head}${BEGIN}\n${text}\n${END}${tail}`);
}
