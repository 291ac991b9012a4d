import type { JsonObject } from '../target.ts';
import { isObject } from './json-value.ts';

/**
 * The members of a payload that a text of JSON shows neither by their names nor by their values. What says nothing (an empty text, zero, a
 * flag) is not looked for.
 */
export function membersLost(payload: JsonObject, text: string): readonly string[] {
  return Object.entries(payload).flatMap(([member, value]) => {
    const leaves = leavesOf(value);
    if (leaves.length === 0 || text.includes(`"${member}"`)) return [];
    return leaves.some((leaf) => text.includes(leaf)) ? [] : [member];
  });
}

/** Texts as JSON writes them, and numbers. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [JSON.stringify(value).slice(1, -1)];
  if (typeof value === 'number') return value === 0 ? [] : [String(value)];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : [];
}
