import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url).pathname;
// Everything that reads what a target or a client of the mock sent. The faults and variations of proof/ read our own mock alone.
const FOLDERS = ['core', 'suites', 'client', 'target-file', 'reports', 'judge', 'cli', 'mock'];
// In this expression the group after the string is optional, so the engine never goes back into the string for its sake.
const HARMLESS: readonly string[] = [String.raw`/("(?:[^"\\]|\\.)*"?)(\s*:)?|[{}[\],]|[^\s{}[\],:"]+/gsu`];

interface Literal {
  readonly source: string;
  readonly flags: string;
}

test('no expression takes more than linear time over what it reads', () => {
  const found = FOLDERS.flatMap(sources).flatMap((path) =>
    literalsOf(path).flatMap((literal) => {
      const shown = `/${literal.source}/${literal.flags}`;
      return HARMLESS.includes(shown) ? [] : problemsOf(literal).map((problem) => `${path}: ${shown}: ${problem}`);
    }),
  );
  expect(found).toEqual([]);
});

test.each([[/[ \t]+$/u], [/^a:[ \t]*(.*?)[ \t]*$/su], [/\s*,\s*/u], [/^(?:a+)+$/u]])(
  '%s is seen to take more',
  ({ source, flags }) => {
    expect(problemsOf({ source, flags })).not.toEqual([]);
  },
);

function problemsOf(literal: Literal): string[] {
  // `Move`: the engine begins anew at each character of a run that it has just read to its end.
  const { reports } = analyse(literal, { reportTypes: { Move: true } });
  return reports.map(({ type, character }) => `${type} over many “${character.pick}”`);
}

function sources(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
}

function literalsOf(path: string): Literal[] {
  const { program, errors } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'));
  expect(errors, path).toEqual([]);
  return literalsIn(program);
}

function literalsIn(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && node.type === 'Literal' && 'regex' in node) {
    // What the parser gives for a literal of an expression (ESTree).
    const { pattern, flags } = node.regex as { readonly pattern: string; readonly flags: string };
    return [{ source: pattern, flags }];
  }
  return Object.values(node).flatMap(literalsIn);
}
