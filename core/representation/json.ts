import { messageOf } from '../message-of.ts';
import { type Content, type Named, none, wordTooMany } from './content.ts';
import { isObject } from './json-value.ts';

/** How many arrays and objects may be nested. RFC 8259 9 lets a reader set a limit, so a body beyond it is no fault. */
const JSON_DEPTH = 1000;

/** Reads a text as JSON, if none of its arrays and objects has more entries than so many. */
export function readJson(text: string, mostRecords: number = Number.POSITIVE_INFINITY): Content {
  // Before it is parsed: the values of a million levels or entries take hundreds of megabytes.
  const limit = limitIn(text, mostRecords);
  if (limit !== undefined) return { limit, named: none };
  const parsed = parseJson(text);
  if ('problem' in parsed) return { problem: parsed.problem, named: none };
  const { value } = parsed;
  return { value, named: () => jsonStrings('', value) };
}

/** Which limit a JSON text is beyond, in words. */
function limitIn(text: string, mostRecords: number): string | undefined {
  // Each level and each entry takes a character, so a short text needs no look.
  if (text.length <= Math.min(JSON_DEPTH, mostRecords)) return undefined;
  // Entries so far of each array and object that is open.
  const entries = [1];
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === ']' || char === '}') open = Math.max(0, open - 1);
    else if (char === '[' || char === '{') {
      open += 1;
      if (open > JSON_DEPTH) return `JSON nested deeper than ${JSON_DEPTH} levels, which is as far as assayer reads`;
      entries[open] = 1;
    } else if (char === ',') {
      const count = (entries[open] ?? 1) + 1;
      if (count > mostRecords) return wordTooMany(mostRecords);
      entries[open] = count;
    }
  }
  return undefined;
}

/** Where a string that begins here ends; where the text ends, for one that never does. */
function endOfString(text: string, begin: number): number {
  let at = begin + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The value of a JSON text, or why it is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    return { value: LONG_NUMBER.test(text) ? JSON.parse(withExactIntegers(text)) : value };
  } catch (cause) {
    return { problem: `a body that is not JSON: ${withoutQuote(messageOf(cause))}` };
  }
}

/** No shorter integer is beyond what a number of JavaScript holds. */
const LONG_NUMBER = /\d{16}/u;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;

/**
 * The same JSON, with each integer that no number of JavaScript holds as a string of its digits: as an id it names another record when it is
 * rounded. JSON sets no limit to a number (RFC 8259 6).
 */
function withExactIntegers(json: string): string {
  const parts: string[] = [];
  let taken = 0;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === '"') at = endOfString(json, at);
    NUMBER.lastIndex = at;
    const [number] = NUMBER.exec(json) ?? [];
    if (number === undefined) continue;
    if (/^-?\d{16,}$/u.test(number) && isRounded(number)) {
      parts.push(json.slice(taken, at), `"${number}"`);
      taken = at + number.length;
    }
    at += number.length - 1;
  }
  return [...parts, json.slice(taken)].join('');
}

/** Whether an integer is another one as a number of JavaScript. What such a number is written as is none that was rounded here. */
function isRounded(integer: string): boolean {
  const number = Number(integer);
  return String(number) !== integer && (!Number.isFinite(number) || BigInt(number) !== BigInt(integer));
}

// The parser quotes the text around the place: it may cut through a secret there.
function withoutQuote(message: string): string {
  if (!message.endsWith(' is not valid JSON')) return message;
  const at = message.search(/(?:, )?(?:\.\.\.)?"/u);
  return at > 0 ? message.slice(0, at) : 'no value of JSON';
}

// Every string, number and boolean of a JSON value, as text, with the nearest member name, in the order of the text.
function jsonStrings(name: string, value: unknown, found: Named[] = []): Named[] {
  if (typeof value === 'string') found.push([name, value]);
  else if (typeof value === 'number' || typeof value === 'boolean') found.push([name, String(value)]);
  else if (Array.isArray(value)) for (const entry of value) jsonStrings(name, entry, found);
  else if (isObject(value)) for (const [member, inner] of Object.entries(value)) jsonStrings(member, inner, found);
  return found;
}
