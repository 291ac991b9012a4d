import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORD = join(ROOT, 'docs/proof.sha256');
/** What a proof runs, on either side of its workers. */
const ENTRIES: readonly string[] = ['judge/prove-all.ts', 'judge/prove-worker.ts'];

/**
 * The code that a proof depends on: every file that its entries import, each with its SHA-256, in the format of `sha256sum`.
 * Tests try every fault against the rules that it names and some against all; that the rest still holds is known from the
 * last whole proof, as long as the code is the same to the byte.
 */
export async function provenCode(): Promise<string> {
  const found = new Map<string, string>();
  const queue = ENTRIES.map((entry) => join(ROOT, entry));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const name = relative(ROOT, file);
    if (found.has(name)) continue;
    const text = await readFile(file, 'utf8');
    found.set(name, createHash('sha256').update(text).digest('hex'));
    for (const [, path = ''] of text.matchAll(/^(?:import|export|\}) (?!type ).*?from '(\.[^']+\.ts)';$/gmu))
      queue.push(join(dirname(file), path));
  }
  const lines = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash}  ${name}\n`);
  return lines.join('');
}

/** A number below `limit` that is drawn from the code: what a gate leaves out is another with each change. */
export async function drawnFromCode(limit: number): Promise<number> {
  const digest = createHash('sha256')
    .update(await provenCode())
    .digest('hex');
  return Number.parseInt(digest.slice(0, 8), 16) % limit;
}

/** What the last whole proof was made from. */
export async function recordedCode(): Promise<string> {
  return readFile(RECORD, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(RECORD, await provenCode());
