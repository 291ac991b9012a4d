import { placeholdersIn } from '../core/ids/placeholders.ts';
import { nearest } from '../core/nearest.ts';
import type { Json } from '../core/target.ts';
import type { OperationFile, ResourceFile, TargetFile } from './file.ts';
import type { Problem } from './problem.ts';

/** What is filled in at a place: anywhere in its strings, and only where it is a whole value. */
interface Known {
  readonly anywhere: readonly string[];
  readonly whole?: readonly string[];
  /** How a brace is written that is no placeholder. */
  readonly literal: (word: string) => string;
}

/**
 * Words in braces that are filled in nowhere. They would be sent as they stand, and what they were meant for would be judged by a
 * value that nobody meant. JSON text and braces around anything but letters are no placeholders.
 */
export function misspeltIn(file: TargetFile): Problem[] {
  return [
    ...headersOf(file.headers, 'headers'),
    ...addressOf(file.session?.path, 'session.path'),
    ...addressOf(file.unavailable, 'unavailable'),
    ...(file.resources ?? []).flatMap((resource, i) => ofResource(resource, `resources[${i}]`)),
    ...(file.operations ?? []).flatMap((operation, i) => ofOperation(operation, `operations[${i}]`, file)),
    ...(file.commands ?? []).flatMap(({ address, payload }, i) => [
      ...addressOf(address, `commands[${i}].address`),
      ...inValues(payload, `commands[${i}].payload`, texts(['unique'], ['deal'])),
    ]),
    ...(file.queries ?? []).flatMap(({ address, found }, i) => [
      ...addressOf(address, `queries[${i}].address`, 'parameter'),
      ...(found === undefined ? [] : nearOnly(found, `queries[${i}].found`, ['unique'])),
    ]),
  ];
}

/** What is wrong with the first unknown word in braces of an address that has to hold these; undefined where there is none. */
export function misspeltAddress(address: string, known: readonly string[]): string | undefined {
  return problemOf(address, addresses(known));
}

function ofResource(resource: ResourceFile, path: string): Problem[] {
  const { create, list, item, update, query, nested = [], sample, invalid = {}, headers } = resource;
  const payload = typeof update === 'object' ? update.payload : undefined;
  return [
    ...addressOf(resource.collection, `${path}.collection`),
    ...addressOf(create, `${path}.create`, 'unique'),
    ...addressOf(list, `${path}.list`),
    ...addressOf(item, `${path}.item`, 'id'),
    ...addressOf(resource.delete, `${path}.delete`, 'id'),
    ...addressOf(update, `${path}.update`, 'id'),
    ...addressOf(query, `${path}.query`, 'value'),
    ...nested.flatMap((one, i) => addressOf(one, `${path}.nested[${i}]`, 'id', 'index')),
    ...inValues(sample, `${path}.sample`, texts(['unique'])),
    ...inValues(payload, `${path}.update.payload`, texts(['id', 'unique'])),
    ...inValues(invalid, `${path}.invalid`, texts(['unique'])),
    ...headersOf(headers, `${path}.headers`),
  ];
}

function ofOperation(
  { name, parameters = {}, effect, forms }: OperationFile,
  path: string,
  file: TargetFile,
): Problem[] {
  // A command of the operation's name has the operation's effect, by the members of its own payload.
  const command = file.commands?.find((one) => one.name === name);
  const shown = texts([], [...new Set([...Object.keys(parameters), ...Object.keys(command?.payload ?? {})])]);
  return [
    ...Object.entries(parameters).flatMap(([parameter, own]) => {
      const place = joined(`${path}.parameters`, parameter);
      return typeof own === 'object'
        ? inValues(own.sample, `${place}.sample`, texts(['unique']))
        : inValues(own, place, texts(['unique']));
    }),
    ...inValues(effect, `${path}.effect`, shown),
    ...Object.entries(forms).flatMap(([form, spelling]) => {
      const payload =
        typeof spelling === 'object' && typeof spelling.payload === 'object' ? spelling.payload : undefined;
      return [
        ...addressOf(spelling, `${path}.forms.${form}`, 'id', 'commandId'),
        ...inValues(payload?.attributes, `${path}.forms.${form}.payload.attributes`, shown),
      ];
    }),
  ];
}

type Place = string | false | { readonly address?: string } | undefined;

function addressOf(place: Place, path: string, ...names: readonly string[]): Problem[] {
  if (place === undefined || place === false) return [];
  const address = typeof place === 'string' ? place : place.address;
  const reason = address === undefined ? undefined : misspeltAddress(address, [...names, 'version']);
  return reason === undefined ? [] : [{ path: typeof place === 'string' ? path : `${path}.address`, reason }];
}

function addresses(anywhere: readonly string[]): Known {
  return { anywhere, literal: (word) => `%7B${word}%7D` };
}

function texts(anywhere: readonly string[], whole: readonly string[] = []): Known {
  return { anywhere, whole, literal: (word) => `{{${word}}}` };
}

/** Goes through the strings of a value; their members are not filled in. */
function inValues(value: Json | undefined, path: string, known: Known, depth = 0): Problem[] {
  if (typeof value === 'string') {
    // Only members of the value itself are filled in as a whole.
    const reason = problemOf(value, known, depth === 1 || known.whole === undefined);
    return reason === undefined ? [] : [{ path, reason }];
  }
  if (Array.isArray(value)) return value.flatMap((entry, i) => inValues(entry, `${path}[${i}]`, known, depth + 1));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => inValues(entry, joined(path, key), known, depth + 1));
}

function joined(path: string, key: string): string {
  return `${path}.${/^[\w$]+$/u.test(key) ? key : JSON.stringify(key)}`;
}

function problemOf(text: string, { anywhere, whole = [], literal }: Known, isMember = true): string | undefined {
  const known = [...anywhere, ...whole];
  for (const { word, isWhole } of wordsIn(text)) {
    if (anywhere.includes(word)) continue;
    if (whole.includes(word) && isWhole && isMember) continue;
    const told = whole.includes(word)
      ? `holds {${word}} where it is not filled in: it has to be the whole value of a member`
      : unknown(word, known);
    return `${told}. Braces that are no placeholder are written ${literal(word)}`;
  }
  return undefined;
}

function unknown(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  const list = known.length === 0 ? 'there is none here' : `known here: ${known.map((name) => `{${name}}`).join(', ')}`;
  return `holds {${word}}, which is no placeholder; ${near === undefined ? '' : `did you mean {${near}}? `}${list}`;
}

/** Words of letters in single braces. */
function wordsIn(text: string): { word: string; isWhole: boolean }[] {
  return placeholdersIn(text)
    .filter((name) => /^[A-Za-z_]+$/u.test(name))
    .map((word) => ({ word, isWhole: text === `{${word}}` }));
}

/** All that is filled in anywhere in a file. */
const EVERY: readonly string[] = ['unique', 'id', 'version', 'value', 'index', 'commandId', 'parameter', 'deal'];

// A value may be a credential, of which nothing is told but what is nearly a placeholder.
function headersOf(headers: Readonly<Record<string, string>> = {}, path: string): Problem[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const meant = wordsIn(value).find(({ word }) => nearest(word, EVERY) !== undefined);
    if (meant === undefined) return [];
    const reason = `holds {${meant.word}}, and no placeholder is filled in in header fields: write the value itself`;
    return [{ path: joined(path, name), reason }];
  });
}

/** Where a word may be meant as it is, and cannot be written otherwise, only what is nearly a placeholder is taken for one. */
function nearOnly(text: string, path: string, known: readonly string[]): Problem[] {
  const wrong = wordsIn(text).find(({ word }) => !known.includes(word) && nearest(word, known) !== undefined);
  return wrong === undefined ? [] : [{ path, reason: unknown(wrong.word, known) }];
}
