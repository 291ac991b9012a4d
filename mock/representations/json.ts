import { isLosslessNumber, stringify } from 'lossless-json';
import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { Links, Syntax } from './syntax.ts';

/** JSON (RFC 8259). Links stand under `_links`, which no member of a deal is likely to be called. */
export const json: Syntax = {
  mediaType: 'application/json',
  contentType: 'application/json',
  fragment: (_element, record, links) => write({ ...record, _links: linked(links) }),
  one: (_element, fragment) => fragment,
  many: (_element, fragments) => `[${fragments.join(',')}]`,
};

function linked(links: Links): JsonObject {
  return Object.fromEntries(Object.entries(links).map(([relation, href]) => [relation, { href }]));
}

// JSON.stringify is the fast way; only numbers that JavaScript would round, kept as their digits, need the other one.
function write(record: JsonObject): string {
  return holdsDigits(record) ? (stringify(record) ?? 'null') : JSON.stringify(record);
}

function holdsDigits(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isLosslessNumber(value) || Object.values(value).some(holdsDigits);
}
