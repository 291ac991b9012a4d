import { visible } from '../core/redaction/visible.ts';
import { isObject } from '../core/representation/json-value.ts';
import type { TargetFile } from '../target-file/file.ts';
import type { Finding, Open } from './finding.ts';

/** A target file to be written down. */
export interface Written {
  readonly file: TargetFile;
  readonly findings: readonly Finding[];
  readonly open: readonly Open[];
  /** Places whose value is taken from a variable of the environment, since it is a secret. */
  readonly secrets: ReadonlyMap<string, string>;
  /** What the file begins with. */
  readonly head: readonly string[];
}

const WIDTH = 110;

/** The file as TypeScript, each member below the comment that says where it was read. */
export function printTypeScript({ file, findings, open, secrets, head }: Written): string {
  const notes = notesOf(findings, open);
  const printed = member(file, '', 0, { notes, secrets });
  const helper = secrets.size === 0 ? '' : `\n${SECRET}`;
  const lines = [...head.map((text) => ({ text })), ...(notes.get('') ?? [])].flatMap((note) => noteLines(note, 0));
  return `import { defineTarget } from 'assayer';\n\n${lines.join('\n')}\nexport default defineTarget(${printed});\n${helper}`;
}

const SECRET = `/** A secret of the environment, so that this file holds none. */
function secret(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(\`set the environment variable \${variable}\`);
  return value;
}
`;

/** The file as JSON, which has no comments: \`$comment\` lists them by place. */
export function printJson({ file, findings, open, secrets, head }: Written): string {
  const lines = [...notesOf(findings, open)].flatMap(([place, notes]) =>
    notes.map(({ text, entry }) => {
      const told = entry === undefined ? text : `${text} ${JSON.stringify(entry)}`;
      return place === '' ? told : `${place}: ${told}`;
    }),
  );
  const left = [...secrets].map(([place]) => `${place} is a secret and is not kept here: give it on the command line`);
  const $comment = [...head, ...lines, ...left].map(visible);
  const shown = Object.fromEntries(Object.entries(without(file, secrets)).filter(([, value]) => value !== undefined));
  return `${JSON.stringify({ $schema: SCHEMA, $comment, ...shown }, null, 2)}\n`;
}

const SCHEMA = './node_modules/assayer/fixtures/schemas/target.schema.json';

function without(file: TargetFile, secrets: ReadonlyMap<string, string>): object {
  const drop = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((entry) => drop(entry, `${path}.${nameOf(entry)}`));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([key]) => !secrets.has(join(path, key)));
    return Object.fromEntries(kept.map(([key, entry]) => [key, drop(entry, join(path, key))]));
  };
  return drop(file, '') as object; // an object stays one
}

interface Context {
  readonly notes: ReadonlyMap<string, readonly Note[]>;
  readonly secrets: ReadonlyMap<string, string>;
}

function member(value: unknown, path: string, depth: number, context: Context): string {
  const variable = context.secrets.get(path);
  if (variable !== undefined) return `secret(${quoted(variable)})`;
  const flat = inline(value);
  const isPlain = ![...context.notes.keys(), ...context.secrets.keys()].some((key) => key.startsWith(`${path}.`));
  if (path !== '' && isPlain && flat.length + depth * 2 <= WIDTH - 20) return flat;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => withComment(entry, `${path}.${nameOf(entry)}`, '', depth + 1, context));
    return `[\n${entries.join('')}${'  '.repeat(depth)}]`;
  }
  if (!isObject(value)) return flat;
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .map(([key, entry]) => withComment(entry, join(path, key), `${keyed(key)}: `, depth + 1, context));
  return `{\n${entries.join('')}${'  '.repeat(depth)}}`;
}

function withComment(value: unknown, path: string, key: string, depth: number, context: Context): string {
  const lines = (context.notes.get(path) ?? []).flatMap((note) => noteLines(note, depth));
  const above = lines.map((line) => `${line}\n`).join('');
  return `${above}${'  '.repeat(depth)}${key}${member(value, path, depth, context)},\n`;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function nameOf(entry: unknown): string {
  return isObject(entry) && typeof entry['name'] === 'string' ? entry['name'] : '';
}

/** A value on one line, as TypeScript. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).filter(([, entry]) => entry !== undefined);
    if (members.length === 0) return '{}';
    return `{ ${members.map(([key, entry]) => `${keyed(key)}: ${inline(entry)}`).join(', ')} }`;
  }
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

// Line separators end no string in JavaScript since 2019; escapes keep the file readable anyway.
function quoted(text: string): string {
  const json = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${visible(json)}'`;
}

function keyed(key: string): string {
  // A member of this name would set the prototype.
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/u.test(key) ? key : quoted(key);
}

/** What stands above a member: words, and what may be written there in place of it. */
interface Note {
  readonly text: string;
  readonly entry?: object;
}

function notesOf(findings: readonly Finding[], open: readonly Open[]): Map<string, Note[]> {
  const notes = new Map<string, Note[]>();
  const add = (place: string, note: Note): void => {
    const known = notes.get(place) ?? [];
    if (!known.some(({ text }) => text === note.text)) notes.set(place, [...known, note]);
  };
  for (const { place, evidence } of findings) add(place, { text: evidence });
  for (const { place, question, entry } of open) {
    const text = `TO DECIDE: ${question}`;
    add(place, entry === undefined ? { text } : { text: `${text}, such as`, entry });
  }
  return notes;
}

function noteLines({ text, entry }: Note, depth: number): string[] {
  if (entry === undefined) return comment(text, depth);
  const printed = member(entry, 'entry', 0, { notes: new Map(), secrets: new Map() });
  const indent = `${'  '.repeat(depth)}//   `;
  return [...comment(text, depth), ...`${printed},`.split('\n').map((line) => indent + line)];
}

/** A comment of as many lines as it needs. What a target answered cannot end it. */
function comment(text: string, depth: number): string[] {
  const indent = `${'  '.repeat(depth)}// `;
  const lines: string[] = [];
  let line = '';
  for (const word of visible(text).split(/\s+/u)) {
    if (line !== '' && indent.length + line.length + word.length > WIDTH) {
      lines.push(indent + line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, indent + line];
}
