import type { Json, JsonObject } from '../../../core/target.ts';

/** A way to break the text of a JSON object. */
export interface Breakage {
  readonly how: string;
  /** Where in the text, as a share of its length. Only some ways use it. */
  readonly at: number;
}

/** The one way that gives bytes and no text. */
export const NOT_UTF8 = 'bytes that are not UTF-8';

/** Ways by which a complete JSON text comes first. */
const TEXT_BEHIND = 'a text behind it';
const TWO_VALUES = 'two values';
export const FOLLOWED: readonly string[] = [TWO_VALUES, TEXT_BEHIND];

const COMMENT = 'a comment';
const BARE_NAMES = 'bare member names';
const SINGLE_QUOTES = 'single quotes';
const NOT_A_NUMBER = 'NaN';
const UNKNOWN_ESCAPE = 'an unknown escape';

/**
 * What parsers in use read as if it were JSON, with one meaning: Ruby's takes comments and unknown escapes, Python's takes NaN, Gson's and
 * JSON5 take all of them. What reads bodies by the Encoding Standard, as Deno and most frameworks of Node do, puts U+FFFD in the place of a
 * wrong byte. RFC 8259 9 lets a parser accept more than JSON.
 */
export const EXTENSIONS: readonly string[] = [
  COMMENT,
  BARE_NAMES,
  SINGLE_QUOTES,
  NOT_A_NUMBER,
  UNKNOWN_ESCAPE,
  NOT_UTF8,
];

type Break = (payload: JsonObject, at: number) => string | Uint8Array;

/**
 * Every way. None of the results is a JSON text (RFC 8259), whatever the payload: `tests/suites/malformed.test.ts` reads them
 * with a strict parser. Apart from the one fault the payload stays whole where that is possible, so that a lenient reader
 * has no second reason to refuse it.
 */
const WAYS: Readonly<Record<string, Break>> = {
  // A prefix of an object's text lacks its closing brace.
  'cut short': (payload, at) => {
    const json = JSON.stringify(payload);
    return json.slice(0, 1 + Math.floor(at * (json.length - 2)));
  },
  'without the closing brace': (payload) => JSON.stringify(payload).slice(0, -1),
  'a comma too many': (payload) => `${JSON.stringify(payload).slice(0, -1)},}`,
  'a comma missing': withoutComma,
  'a bare word': () => 'nonsense',
  'a form': asForm,
  [BARE_NAMES]: withBareName,
  [SINGLE_QUOTES]: (payload) => respelt(payload, isText, 'x', singleQuoted),
  'a brace too many': (payload) => `${JSON.stringify(payload)}}`,
  [TWO_VALUES]: (payload) => `${JSON.stringify(payload)}${JSON.stringify(payload)}`,
  // Who reads up to the end of the first text sees no fault in these two.
  [TEXT_BEHIND]: (payload) => `${JSON.stringify(payload)} as agreed`,
  [COMMENT]: (payload) => `/* a comment */${JSON.stringify(payload)}`,
  'a number with a leading zero': (payload) => respelt(payload, isCount, 1, (number) => `0${number}`),
  [NOT_A_NUMBER]: (payload) => respelt(payload, isCount, 1, () => 'NaN'),
  'a raw line break in a string': (payload) => respelt(payload, isText, 'x', startedWith('\n')),
  [UNKNOWN_ESCAPE]: (payload) => respelt(payload, isText, 'x', startedWith('\\q')),
  'only white space': () => '   ',
  'nothing at all': () => '',
  [NOT_UTF8]: withWrongBytes,
};

/** The names of all ways. */
export const BREAKAGES: readonly string[] = Object.keys(WAYS);

/** The payload's text, broken. */
export function breakJson(payload: JsonObject, { how, at }: Breakage): string | Uint8Array {
  const way = WAYS[how];
  if (way === undefined) throw new Error(`no way to break JSON is called ${how}`);
  return way(payload, at);
}

function withoutComma(payload: JsonObject): string {
  const members = Object.entries(payload).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const [first = '"a":1', second = '"b":2', ...rest] = members;
  return `{${[`${first} ${second}`, ...rest].join(',')}}`;
}

// What an HTML form sends, with all members of the payload. Some readers take it whatever the Content-Type says.
function asForm(payload: JsonObject): string {
  const fields = Object.entries(payload).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(fields.length === 0 ? [['name', 'a']] : fields).toString();
}

// Lenient readers take a name without quotes where it is an identifier, so one of those is chosen where there is one.
function withBareName(payload: JsonObject): string {
  const names = Object.keys(payload);
  const found = names.findIndex((name) => /^[A-Za-z_$][\w$]*$/u.test(name));
  const chosen = Math.max(0, found);
  const members = Object.entries(payload).map(([name, value], i) => {
    const quoted = JSON.stringify(name);
    return `${i === chosen ? quoted.slice(1, -1) : quoted}:${JSON.stringify(value)}`;
  });
  return `{${members.length === 0 ? 'name:"x"' : members.join(',')}}`;
}

/**
 * The payload's text with its first value of a kind written in another way. A payload that has none gets one member more, so
 * that it stays whole.
 */
function respelt(
  payload: JsonObject,
  isMeant: (value: Json) => boolean,
  otherwise: Json,
  write: (text: string) => string,
): string {
  const own = Object.entries(payload);
  const found = own.findIndex(([, value]) => isMeant(value));
  const entries: (readonly [string, Json])[] = found === -1 ? [...own, [EXTRA, otherwise]] : own;
  const meant = found === -1 ? own.length : found;
  const members = entries.map(([name, value], i) => {
    const text = JSON.stringify(value);
    return `${JSON.stringify(name)}:${i === meant ? write(text) : text}`;
  });
  return `{${members.join(',')}}`;
}

const EXTRA = 'assayer';

function isText(value: Json): boolean {
  return typeof value === 'string' && value !== '';
}

function isCount(value: Json): boolean {
  return typeof value === 'number' && value >= 1;
}

function singleQuoted(text: string): string {
  return `'${text.slice(1, -1).replaceAll("'", ' ')}'`;
}

function startedWith(start: string): (text: string) => string {
  return (text) => `"${start}${text.slice(1)}`;
}

// The first byte begins a character of two bytes that never ends, the second one stands in no character at all (RFC 3629 3).
const WRONG_BYTES = [0xc3, 0xff];

/** The whole payload with wrong bytes at the start of its first text: a reader that replaces them takes it for valid. */
function withWrongBytes(payload: JsonObject): Uint8Array {
  const [before = '', after = ''] = respelt(payload, isText, 'x', startedWith(MARK)).split(MARK);
  const encoder = new TextEncoder();
  return Uint8Array.of(...encoder.encode(before), ...WRONG_BYTES, ...encoder.encode(after));
}

// JSON.stringify writes control characters as escapes, so this one stands nowhere else in the text.
const MARK = '\u0001';
