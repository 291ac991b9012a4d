import { readFile } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import type { TargetSource } from '../judge/source-lines.ts';

/** The target file for reports that point at its lines; undefined where it lies outside the repository. */
export async function targetSource(path: string | undefined): Promise<TargetSource | undefined> {
  if (path === undefined) return undefined;
  const { GITHUB_WORKSPACE = '' } = process.env;
  const root = GITHUB_WORKSPACE === '' ? process.cwd() : GITHUB_WORKSPACE;
  const within = relative(root, path);
  if (within.startsWith('..') || isAbsolute(within)) return undefined;
  return { path: within.split(sep).join('/'), text: await readFile(path, 'utf8') };
}
