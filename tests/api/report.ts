import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Declared, exportsOf, namedIn } from './declarations.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** What users of the package see: what each entry exports, and the names of the types of ours that it leads to. Made of the declarations in dist. */
export function apiReport(): string {
  const shown = new Set<string>();
  const sections = entries().flatMap(([entry, file]) => {
    const all = exportsOf(join(ROOT, file));
    for (const one of all) shown.add(idOf(one));
    return [`## \`${entry}\``, '', ...block(all)];
  });
  const others = reached([...entries()].flatMap(([, file]) => exportsOf(join(ROOT, file)))).filter(
    (one) => !shown.has(idOf(one)),
  );
  return [
    '# What the package exports',
    '',
    'Written by `npm run api` from the declarations of the build. A test compares it, so a change of what users see is seen in a diff.',
    'What may change in which release: [policy.md](policy.md).',
    '',
    ...sections,
    '## Types that these name, directly or not, and that no entry exports',
    '',
    'Nobody can import them, so their names may change in any release.',
    '',
    ...[...new Set(others.map(({ name }) => `- \`${name}\``))],
    '',
  ].join('\n');
}

/** The entries of package.json that have types. */
function entries(): readonly (readonly [string, string])[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly types: string }>; // as it is written there
  };
  return Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'string' ? [] : [[`assayer${name.slice(1)}`, target.types] as const],
  );
}

function reached(from: readonly Declared[]): readonly Declared[] {
  const found = new Map<string, Declared>();
  const visit = (one: Declared): void => {
    if (found.has(idOf(one))) return;
    found.set(idOf(one), one);
    for (const other of namedIn(one)) visit(other);
  };
  from.forEach(visit);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function idOf({ file, name }: Declared): string {
  return `${file} ${name}`;
}

function block(all: readonly Declared[]): readonly string[] {
  return all.length === 0 ? [] : ['```ts', ...all.map(({ text }) => text), '```', ''];
}
