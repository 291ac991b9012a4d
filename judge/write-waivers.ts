import { readFile } from 'node:fs/promises';
import type { Results } from '../core/results/results.ts';
import { signatureOf } from '../core/results/signature.ts';
import { binds } from '../core/results/verdict.ts';
import { isAbout, type Waiver } from '../core/results/waivers.ts';
import { readWaivers } from './waiver-file.ts';

/** A file of waivers to write, and what is new in it. */
export interface WrittenWaivers {
  readonly text: string;
  readonly added: number;
  /** How many entries were there before; each is kept as it was. */
  readonly kept: number;
}

/**
 * The file with an entry for each failure that counts and has none. Reason, owner and last day stay empty for a person to fill in;
 * entries that are there already are kept as they are.
 */
export async function waiversToWrite(path: string, results: Results): Promise<WrittenWaivers> {
  const before = await contentOf(path);
  const missing = results.results
    .filter((result) => result.outcome === 'fail' && binds(result, results.run.selection.level))
    .filter((result) => !before.waivers.some((waiver) => isAbout(waiver, result)));
  const since = results.run.startedAt.slice(0, 10);
  const added = missing.map((result) => {
    const { rule, subject } = result;
    return { rule, subject, signature: signatureOf(result), reason: '', owner: '', expires: '', since };
  });
  const content = { ...before.others, waivers: [...before.waivers, ...added] };
  return { text: `${JSON.stringify(content, null, 2)}\n`, added: added.length, kept: before.waivers.length };
}

async function contentOf(path: string): Promise<{ waivers: readonly Waiver[]; others: object }> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return { waivers: [], others: {} };
  const read = await readWaivers(path);
  // The line belongs to the place, not to the entry.
  const waivers = read.map(({ entry: _, ...waiver }) => waiver);
  // It was read as a file of waivers just now.
  const content = JSON.parse(text.replace(/^\uFEFF/u, '')) as object;
  return { waivers, others: Array.isArray(content) ? {} : content };
}
