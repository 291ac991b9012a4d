import { isLosslessNumber, LosslessNumber, type ParseOptions, parse, stringify } from 'lossless-json';
import type { Json } from '../../fixtures/json.ts';

// Of members with one name the last one counts.
const AS_JSON_PARSE: ParseOptions = { onDuplicateKey: ({ newValue }) => newValue };

/** What JSON.parse made of a text, with the numbers that it rounded kept digit by digit. */
export function keepDigits(text: string, plain: Json): Json {
  if (!mayBeRounded(text)) return plain;
  return parse(text, null, {
    parseNumber(digits) {
      const number = Number(digits);
      return isSameNumber(digits, number) ? number : new LosslessNumber(digits);
    },
    ...AS_JSON_PARSE,
  }) as Json; // JSON.parse read the same text
}

/** Reads JSON that was written here or checked before. Throws a SyntaxError where the text is not JSON. */
export function readJson(text: string): Json {
  return keepDigits(text, JSON.parse(text) as Json); // JSON.parse gives what JSON can write and nothing else
}

/** Where in a text that is no JSON that shows: the line and the column, from 1; undefined where it cannot be told. */
export function placeOfMistake(text: string): { readonly line: number; readonly column: number } | undefined {
  const position = /at position (\d+)/u.exec(messageOf(() => parse(text, null, AS_JSON_PARSE)))?.[1];
  if (position === undefined) return undefined;
  const before = text.slice(0, Number(position)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function messageOf(attempt: () => unknown): string {
  try {
    attempt();
    return '';
  } catch (cause) {
    return cause instanceof Error ? cause.message : '';
  }
}

// A kept number is an object with its digits, and this member of it is how JSON.stringify shows that there is one.
// What has such a member of its own is written the slower way too, which does it no harm.
const KEPT_DIGITS = '"isLosslessNumber":true';

/** Writes a value, numbers with the digits that they came with. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(KEPT_DIGITS) ? (stringify(value) ?? 'null') : text;
}

/** Whether two values are the same JSON: in whatever order their members are. */
export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (!isContainer(a) || !isContainer(b)) return false;
  if (isLosslessNumber(a) || isLosslessNumber(b)) return String(a) === String(b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [of, other] = [a as Members, b as Members]; // an array's members are its places
  const names = Object.keys(of);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && isSameJson(of[name], other[name]));
}

type Members = { readonly [name: string]: Json };

function isContainer(value: Json | undefined): value is Members | readonly Json[] {
  return typeof value === 'object' && value !== null;
}

// Up to 15 digits and a small exponent survive in a double; only what might not is read again, slowly. A number follows
// on the text's begin, a bracket, a colon, a comma or a space; what stands so within a string costs time and nothing else.
function mayBeRounded(text: string): boolean {
  return /(?:^|[\s:,[])-?(?:\d[\d.]{15}|\d[\d.]*[eE][+-]?\d{3})/u.test(text);
}

function isSameNumber(digits: string, number: number): boolean {
  if (!Number.isFinite(number)) return false;
  // The shortest text that reads back as this double has the digits that were sent, zeros aside.
  return significant(digits) === significant(String(number));
}

function significant(digits: string): string {
  const mantissa = digits.split(/[eE]/u, 1)[0] ?? '';
  return mantissa.replace(/[-.]/gu, '').replace(/^0+|(?<!0)0+$/gu, '');
}
