import type { Json, JsonObject } from '../../fixtures/json.ts';

/** A conversion that loses something: its name, what becomes of a value, and the conversion. */
export type Write<T> = readonly [args: string, says: string, write: (value: T) => Json];

/** What encodings, filters, escapers and columns make of a text. */
export const TEXTS: readonly Write<string>[] = [
  ['lower', 'capital letters become small ones', (text) => text.toLowerCase()],
  ['title', 'each word gets a capital letter', (text) => text.replace(/\b[a-z]/gu, (letter) => letter.toUpperCase())],
  ['compatible', 'letters become those that are compatible, as ﬁ becomes fi', (text) => text.normalize('NFKC')],
  ['accents', 'accents are lost', (text) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')],
  ['astral', 'characters of four bytes become “?”', (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')],
  ['quotes', 'curved quotation marks become straight ones', (text) => text.replace(/[“”]/gu, '"').replaceAll('’', "'")],
  ['entities', 'what looks like a reference of HTML is resolved', (text) => text.replaceAll('&amp;', '&')],
  ['percent', 'what looks percent-encoded is decoded', decoded],
  ['plus', '“+” becomes a blank', (text) => text.replaceAll('+', ' ')],
  ['backslash', 'backslashes are lost', (text) => text.replaceAll('\\', '')],
  ['apostrophe', 'apostrophes are doubled', (text) => text.replaceAll("'", "''")],
  ['first-line', 'only the first line is left', (text) => text.split('\n')[0] ?? ''],
  ['cut-255', 'only 255 characters are left', (text) => text.slice(0, 255)],
  ['as-number', 'a text of digits becomes a number', (text) => (/^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : text)],
  ['as-word', 'the texts true, false and null become what they spell', spelt],
];

/** What columns, casts and formats make of a number. */
export const NUMBERS: readonly Write<number>[] = [
  ['single', 'numbers are kept in four bytes', (value) => Math.fround(value)],
  ['tenth', 'only one digit after the point is left', (value) => Math.round(value * 10) / 10],
  ['cents', 'a fraction makes it cents', (value) => (Number.isInteger(value) ? value : Math.round(value * 100))],
  ['integer', 'numbers are cut at the point and at the exponent', (value) => Number.parseInt(String(value), 10)],
  ['positive', 'the sign is lost', (value) => Math.abs(value)],
  ['unsigned', 'what is below zero becomes very large', (value) => (value < 0 ? value + 2 ** 32 : value)],
  ['two-bytes', 'at most 32767 is kept', (value) => Math.min(value, 32767)],
  ['comma', 'a fraction becomes a text with a comma', (value) => comma(value)],
];

/** What serializers and columns make of flags, lists, objects and null. */
export const VALUES: readonly Write<Json>[] = [
  [
    'flag-number',
    'true and false become 1 and 0',
    deeply((value) => (typeof value === 'boolean' ? Number(value) : value)),
  ],
  ['flag-text', 'true and false become texts', deeply((value) => (typeof value === 'boolean' ? String(value) : value))],
  ['flag-true', 'any flag becomes true', deeply((value) => typeof value === 'boolean' || value)],
  ['null-text', 'null becomes the text null', deeply((value) => value ?? 'null')],
  ['null-zero', 'null becomes 0', deeply((value) => value ?? 0)],
  ['list-text', 'a list becomes a text', deeply((value) => (isList(value) ? value.join(',') : value))],
  [
    'list-first',
    'only the first entry of a list is left',
    deeply((value) => (isList(value) ? value.slice(0, 1) : value)),
  ],
  [
    'list-one',
    'a list of one entry becomes that entry',
    deeply((value) => (isList(value) && value.length === 1 ? (value[0] ?? null) : value)),
  ],
  ['list-sorted', 'the entries of a list are sorted', deeply((value) => (isList(value) ? [...value].sort() : value))],
  [
    'list-once',
    'entries that come twice in a list are there once',
    deeply((value) => (isList(value) ? [...new Set(value)] : value)),
  ],
  [
    'list-numbered',
    'a list becomes an object with numbers for names',
    deeply((value) => (isList(value) ? { ...value } : value)),
  ],
  [
    'list-without-null',
    'null is lost from lists',
    deeply((value) => (isList(value) ? value.filter((one) => one !== null) : value)),
  ],
  [
    'object-text',
    'an object becomes the text [object Object]',
    (value) => (isJsonObject(value) ? String(value) : value),
  ],
  [
    'object-json',
    'an object becomes its JSON as a text',
    (value) => (isJsonObject(value) ? JSON.stringify(value) : value),
  ],
  ['object-empty', 'an object becomes an empty one', (value) => (isJsonObject(value) ? {} : value)],
  ['object-inner', 'objects inside objects become null', (value) => (isJsonObject(value) ? innerCut(value) : value)],
  [
    'object-list',
    'an empty object becomes an empty list',
    deeply((value) => (isJsonObject(value) && Object.keys(value).length === 0 ? [] : value)),
  ],
];

/** Whether a value is an object and no list. */
export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** A value with everything inside it written otherwise, from the inside. */
export function mapDeep(value: Json, write: (value: Json) => Json): Json {
  if (isList(value)) return write(value.map((one) => mapDeep(one, write)));
  if (!isJsonObject(value)) return write(value);
  return write(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapDeep(one, write)])));
}

function deeply(write: (value: Json) => Json): (value: Json) => Json {
  return (value) => mapDeep(value, write);
}

// Array.isArray does not tell lists that are readonly from objects.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function innerCut(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isJsonObject(one) ? null : one]));
}

function decoded(text: string): string {
  return text.replace(/%([2-7][\dA-Fa-f])/gu, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function spelt(text: string): Json {
  if (text === 'null') return null;
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

function comma(value: number): Json {
  return Number.isInteger(value) ? value : String(value).replace('.', ',');
}
