import { isObject } from './json-value.ts';
import { messageOf } from './message-of.ts';
import { type Content, type Named, none } from './representation-content.ts';

/** How many arrays and objects may be nested. RFC 8259 9 lets a reader set a limit, so a body beyond it is no fault. */
const JSON_DEPTH = 1000;

/** Reads a text as JSON. */
export function readJson(text: string): Content {
  // Before it is parsed: the values of a million levels take hundreds of megabytes.
  if (isDeeper(text, JSON_DEPTH)) {
    return { limit: `JSON nested deeper than ${JSON_DEPTH} levels, which is as far as assayer reads`, named: none };
  }
  const parsed = parseJson(text);
  if ('problem' in parsed) return { problem: parsed.problem, named: none };
  const { value } = parsed;
  return { value, named: () => jsonStrings('', value) };
}

/** Whether more arrays and objects are open at once, somewhere in a JSON text, than so many. */
function isDeeper(text: string, levels: number): boolean {
  // Each level takes a character, so a short text needs no look.
  if (text.length <= levels) return false;
  let open = 0;
  for (let at = 0; at < text.length && open <= levels; at += 1) {
    const char = text[at];
    if (char === '[' || char === '{') open += 1;
    else if (char === ']' || char === '}') open -= 1;
    else if (char === '"') at = endOfString(text, at);
  }
  return open > levels;
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
    return { value: JSON.parse(text) };
  } catch (cause) {
    return { problem: `a body that is not JSON: ${withoutQuote(messageOf(cause))}` };
  }
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
