import type { Json, JsonObject } from '../target.ts';

/** A copy of a sample in which each `{unique}` is the given value. */
export function fillUnique<T extends Json>(sample: T, unique: string): T {
  return fillTexts(sample, { unique });
}

/**
 * A copy of a sample in whose strings each `{name}` is the value of that name, and each `{{name}}` is literally `{name}`. Names
 * without a value, and other braces, stay as they are.
 */
export function fillTexts<T extends Json>(sample: T, values: Readonly<Record<string, string>>): T {
  const fill = (whole: string, literal: string | undefined, name = ''): string => {
    if (literal !== undefined) return `{${literal}}`;
    return Object.hasOwn(values, name) ? (values[name] ?? whole) : whole;
  };
  // The copy has the sample's own shape: only characters within strings change.
  return mapStrings(sample, (text) => text.replace(BRACES, fill)) as T;
}

const BRACES = /\{\{(\w+)\}\}|\{(\w+)\}/gu;

/** A copy of a value whose texts are sent as they stand: words in braces are in double ones. */
export function withLiteralBraces<T extends Json>(value: T): T {
  // The copy has the value's own shape, as above.
  return mapStrings(value, (text) => text.replace(/\{(\w+)\}/gu, '{{$1}}')) as T;
}

/** Whether a value is a placeholder as a whole, such as `"{reason}"`. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && /^\{\w+\}$/u.test(value);
}

/** The names that a text has in single braces. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(BRACES)].flatMap(([, , name]) => name ?? []);
}

/**
 * Replaces members that are a placeholder as a whole, such as `"{reason}"`, by the values that they name, of any type; in all other
 * strings the texts are filled in.
 */
export function fillPlaceholders(
  template: JsonObject,
  values: JsonObject,
  texts: Readonly<Record<string, string>> = {},
): JsonObject {
  const filled = Object.entries(template).map(([member, value]): [string, Json] => {
    const name = typeof value === 'string' ? /^\{(\w+)\}$/u.exec(value)?.[1] : undefined;
    const known = name === undefined ? undefined : values[name];
    return [member, known ?? fillTexts(value, texts)];
  });
  return Object.fromEntries(filled);
}

function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (isJsonArray(value)) return value.map((entry) => mapStrings(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapStrings(entry, change)]));
}

// Array.isArray does not narrow readonly arrays.
function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
