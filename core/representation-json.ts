import { isObject } from './json-value.ts';
import { messageOf } from './message-of.ts';
import { type Content, type Named, none } from './representation-content.ts';

/** How many arrays and objects may be nested. RFC 8259 9 lets a reader set a limit, so a body beyond it is no fault. */
const JSON_DEPTH = 1000;

/** Reads a text as JSON. */
export function readJson(text: string): Content {
  const parsed = parseJson(text);
  if ('problem' in parsed) return { problem: parsed.problem, named: none };
  const { value } = parsed;
  // Each level takes a character, so a short text needs no look.
  if (text.length <= JSON_DEPTH || !isDeeper(value, JSON_DEPTH)) return { value, named: () => jsonStrings('', value) };
  return { limit: `JSON nested deeper than ${JSON_DEPTH} levels, which is as far as assayer reads`, named: none };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** The value of a JSON text, or why it is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    return { problem: `a body that is not JSON: ${messageOf(cause)}` };
  }
}

// Every string, number and boolean of a JSON value, as text, with the nearest member name, in the order of the text.
function jsonStrings(name: string, value: unknown, found: Named[] = []): Named[] {
  if (typeof value === 'string') found.push([name, value]);
  else if (typeof value === 'number' || typeof value === 'boolean') found.push([name, String(value)]);
  else if (Array.isArray(value)) for (const entry of value) jsonStrings(name, entry, found);
  else if (isObject(value)) for (const [member, inner] of Object.entries(value)) jsonStrings(member, inner, found);
  return found;
}
