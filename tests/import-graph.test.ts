import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['core', 'client', 'target-file', 'suites', 'mock', 'proof', 'fixtures', 'reports', 'judge', 'cli'];

/** Files that import one another in a circle may be this many: two halves of one idea, such as an answer and its outcome. */
const LARGEST_CIRCLE = 3;

/** Every import of a file, type imports and `import(…)` counted. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/gu;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, path = '']) => relative(ROOT, join(ROOT, dirname(file), path)));
}

const graph = new Map(FOLDERS.flatMap(sources).map((file) => [file, importsOf(file)] as const));

/** Files that reach one another, by Tarjan's algorithm. */
function circles(): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.toSorted());
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}

test('every import names a file that is there', () => {
  const missing = [...graph].flatMap(([file, imports]) =>
    imports.filter((to) => !existsSync(join(ROOT, to))).map((to) => `${file}: ${to}`),
  );
  expect(graph.size).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});

test(`no circle of imports holds more than ${LARGEST_CIRCLE} files`, () => {
  expect(circles().filter((circle) => circle.length > LARGEST_CIRCLE)).toEqual([]);
});

/** All that is loaded with a file: its imports that stay when types are gone, and theirs. `import(…)` waits until it is needed. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(ROOT, file), 'utf8');
  const imports = text.matchAll(/^(?:import|export) (?!type\b)(?:[^;']*? from )?'(\.{1,2}\/[^']+\.ts)';$/gmu);
  for (const [, path = ''] of imports) loadedWith(relative(ROOT, join(ROOT, dirname(file), path)), seen);
  return seen;
}

test('what judges an address loads nothing of the mock until a rule compares with it', () => {
  const loaded = loadedWith('judge/judge.ts');
  expect(loaded.size).toBeGreaterThan(200);
  expect([...loaded].filter((file) => file.startsWith('mock/'))).toEqual([]);
});
