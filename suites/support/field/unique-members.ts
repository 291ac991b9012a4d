import type { Answer } from '../../../core/answer.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** A longer body is left alone: it takes too long to read again. */
const LONG = 2 ** 20;

/**
 * Demands that no JSON object has two members of one name: which of them counts is up to the reader (RFC 8259 4). `read` keeps what was
 * looked into already, as equal bodies come often.
 */
export function hasUniqueMembers(answer: Answer, read: WeakSet<object>): void {
  const { response } = answer.exchange;
  if (response === null || answer.size < 2 || answer.size > LONG) return;
  const { asRead } = answer;
  if (asRead.syntax !== 'json') return;
  const key = response.sameBody ?? response.body;
  if (read.has(key)) return;
  read.add(key);
  // What is no JSON is the matter of negotiate/truthful.
  if (asRead.limit !== undefined || asRead.problem !== undefined) return;
  const name = nameTwice(asRead.text);
  answer.owes(
    name === undefined,
    'members of different names in each JSON object (RFC 8259 4)',
    () => `“${name ?? ''}” twice in one object on ${exchangeInWords(answer)}`,
  );
}

/** A name that one object of a JSON text has twice; undefined where none is. Names are compared as they are read, whatever is escaped. */
export function nameTwice(json: string): string | undefined {
  // The names of each object that is open, and null for an array.
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') {
      const begin = at;
      at = endOfString(json, at);
      const names = open.at(-1) ?? null;
      if (!isName || names === null) continue;
      isName = false;
      const name = unescaped(json.slice(begin, at + 1));
      if (names.has(name)) return name;
      names.add(name);
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null);
      isName = char === '{';
    } else if (char === '}' || char === ']') {
      open.pop();
      isName = false;
    } else if (char === ',') isName = (open.at(-1) ?? null) !== null;
  }
  return undefined;
}

function endOfString(json: string, begin: number): number {
  let at = begin + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

function unescaped(written: string): string {
  return written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1);
}
