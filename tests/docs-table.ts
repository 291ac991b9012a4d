import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';

/**
 * Holds the lines between `<!-- name -->` and `<!-- /name -->` of a page against those that a table of the code makes, for each
 * name. `vitest -u` writes them.
 */
export async function expectMarked(page: string, parts: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const place = new URL(`../docs/${page}`, import.meta.url).pathname;
  let made = await readFile(place, 'utf8');
  for (const [name, lines] of parts) {
    const marked = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`, 'u');
    expect(made, `docs/${page} has a place for ${name}`).toMatch(marked);
    made = made.replace(marked, (_, begin: string, end: string) => `${begin}${lines.join('\n')}\n${end}`);
  }
  await expect(made).toMatchFileSnapshot(place);
}
