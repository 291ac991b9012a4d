import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageProblem } from '../judge/options.ts';

/** A file that a command reads or writes. */
export interface NamedFile {
  /** What names it: `--waivers`, `the target file`. */
  readonly as: string;
  readonly path: string;
}

/** The same of an output, which may go to stdout. */
export interface NamedOutput {
  readonly as: string;
  readonly path?: string;
}

/** What is written to a file that is read too, and keeps what that file holds. */
const KEEPS: ReadonlyMap<string, string> = new Map([['--write-waivers', '--waivers']]);

/**
 * Refuses outputs that would take the place of what the command reads, or of one another. Every command that has both asks this before
 * it sends or writes anything.
 */
export function refuseOverwriting(read: readonly NamedFile[], outputs: readonly NamedOutput[]): void {
  const written = outputs.flatMap(({ as, path }) => (path === undefined ? [] : [{ as, path, place: placeOf(path) }]));
  const sources = read.map((file) => ({ ...file, place: placeOf(file.path) }));
  for (const [i, { as, path, place }] of written.entries()) {
    if (place === undefined) continue;
    const source = sources.find((one) => one.place === place && KEEPS.get(as) !== one.as);
    if (source !== undefined)
      throw new UsageProblem(
        `${as}: ${path} is read too, as ${source.as}, and would be lost; name another file to write to`,
      );
    const other = written.slice(0, i).find((one) => one.place === place);
    if (other !== undefined)
      throw new UsageProblem(`${as}: ${path} is where ${other.as} goes too; give each a file of its own`);
  }
}

/**
 * Tells whether two paths lead to one file: by links, by other spellings, or by another case where that makes no difference. Undefined
 * for what is no file, such as a device or a pipe: writing there takes nothing away.
 */
function placeOf(path: string): string | undefined {
  const there = statOf(path);
  if (there === undefined) return placeToBe(resolve(path));
  return there.isFile() ? `${there.dev}:${there.ino}` : undefined;
}

/** Where a file that is not there yet would be. */
function placeToBe(path: string): string {
  const folder = dirname(path);
  if (folder === path) return path;
  const isThere = statOf(folder) !== undefined;
  return join(isThere ? realpathSync.native(folder) : placeToBe(folder), basename(path));
}

// Of what may not be looked at, whoever reads or writes it says why.
function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
