import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { assayer } from './assayer.ts';

/** One command of a page, what it prints there, and the status that the page tells. */
export interface Shown {
  readonly args: readonly string[];
  readonly lines: readonly string[];
  readonly status: number;
}

/** The blocks of a language in a page, in order. */
export async function blocksOf(page: string, language: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gmsu)].flatMap(([, of, block = '']) =>
    of === language ? [block] : [],
  );
}

/** The commands of a `console` block: `$ assayer …`, some of its output, and `(exit status 1)` where it is not 0. */
export function commandsIn(block: string): readonly Shown[] {
  return block
    .split(/^\$ assayer /mu)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.trimEnd().split('\n');
      const status = Number(/^\(exit status (\d+)\)$/mu.exec(part)?.[1] ?? 0);
      const lines = output.filter((line) => line.trim() !== '' && line !== '…' && !line.startsWith('(exit status'));
      return { args: command.split(' '), lines, status };
    });
}

/** Runs a command of a page in a folder, and expects what the page shows: each line, with anything in the place of `…`. */
export async function expectAsShown(shown: Shown, cwd: string, replace: (arg: string) => string): Promise<void> {
  const { stdout, stderr, status } = await assayer(shown.args.map(replace), { cwd });
  const told = stdout + stderr;
  for (const line of shown.lines) {
    const pattern = replace(line).trim().split('…').map(escaped).join('.*');
    expect(told, shown.args.join(' ')).toMatch(new RegExp(pattern, 'u'));
  }
  expect(status, `${shown.args.join(' ')}\n${told}`).toBe(shown.status);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}
