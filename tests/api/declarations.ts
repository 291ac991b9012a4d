import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A name as some module declares it. */
export interface Declared {
  readonly file: string;
  readonly name: string;
  /** Without comments. */
  readonly text: string;
}

/** Where a name comes from. */
interface Source {
  readonly file: string;
  readonly name: string;
}

interface Module {
  readonly declared: ReadonlyMap<string, Declared>;
  /** Names that it has from other modules of ours, exported or not. */
  readonly taken: ReadonlyMap<string, Source>;
  readonly exported: ReadonlySet<string>;
  /** Modules of which it exports everything. */
  readonly whole: readonly string[];
}

const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|function|const|class) (\w+)/u;
const FROM = /^(import|export) (?:type )?\{([^}]*)\} from '(\.[^']*)';$/u;
const WHOLE = /^export (?:type )?\* from '(\.[^']*)';$/u;

const known = new Map<string, Module>();

/** Every name that a module of declarations exports, sorted. */
export function exportsOf(file: string): readonly Declared[] {
  const { exported, whole } = moduleAt(file);
  const own = [...exported].map((name) => declarationOf({ file, name }));
  const all = [...own, ...whole.flatMap(exportsOf)].filter((one) => one !== undefined);
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The declarations of ours that a declaration names. */
export function namedIn({ file, name, text }: Declared): readonly Declared[] {
  const { declared, taken } = moduleAt(file);
  const words = new Set(text.replaceAll(/'[^'\n]*'/gu, '').match(/\b\w+\b/gu));
  words.delete(name);
  return [...words]
    .filter((word) => declared.has(word) || taken.has(word))
    .map((word) => declarationOf({ file, name: word }))
    .filter((one) => one !== undefined);
}

function declarationOf({ file, name }: Source): Declared | undefined {
  const { declared, taken, whole } = moduleAt(file);
  const source = taken.get(name);
  const own = declared.get(name) ?? (source === undefined ? undefined : declarationOf(source));
  if (own !== undefined) return own;
  return whole.map((other) => declarationOf({ file: other, name })).find((one) => one !== undefined);
}

function moduleAt(file: string): Module {
  const read = known.get(file) ?? parse(file);
  known.set(file, read);
  return read;
}

// The compiler writes one statement after the other, each from the first column on.
function parse(file: string): Module {
  const text = readFileSync(file, 'utf8').replaceAll(/^\s*\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n/gmu, '');
  const statements = text.split(/\n(?=(?:import|export|declare|interface|type|const|function|class)\b)/u);
  const declared = new Map<string, Declared>();
  const taken = new Map<string, Source>();
  const exported = new Set<string>();
  const whole: string[] = [];
  for (const statement of statements.map((one) => one.trim())) {
    const all = WHOLE.exec(statement)?.[1];
    if (all !== undefined) whole.push(fileOf(file, all));
    const [, kind, names = '', path = ''] = FROM.exec(statement) ?? [];
    for (const [inner, outer] of kind === undefined ? [] : namesIn(names)) {
      taken.set(outer, { file: fileOf(file, path), name: inner });
      if (kind === 'export') exported.add(outer);
    }
    const [, name] = DECLARATION.exec(statement) ?? [];
    if (name === undefined) continue;
    declared.set(name, { file, name, text: statement.replace(/^export /u, '').replace(/^declare /u, '') });
    if (statement.startsWith('export ')) exported.add(name);
  }
  return { declared, taken, exported, whole };
}

function namesIn(list: string): readonly (readonly [inner: string, outer: string])[] {
  return list.split(',').flatMap((part) => {
    const [inner = '', outer = inner] = part
      .trim()
      .replace(/^type /u, '')
      .split(' as ');
    return inner === '' ? [] : [[inner, outer] as const];
  });
}

function fileOf(from: string, path: string): string {
  const plain = join(dirname(from), path.replace(/\.[tj]s$/u, ''));
  const found = [`${plain}.d.ts`, `${plain}/index.d.ts`].find(existsSync);
  if (found === undefined) throw new Error(`${from} names ${path}, which is not there: run npm run build`);
  return found;
}
