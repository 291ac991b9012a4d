import type { JsonObject } from '../../../fixtures/json.ts';
import { writeJson } from '../../state/exact-json.ts';
import type { Links, Syntax } from './syntax.ts';

/** JSON (RFC 8259). Links stand under `_links`, which no member of a deal is likely to be called. */
export const json: Syntax = {
  mediaType: 'application/json',
  contentType: 'application/json',
  // Put together at once: an object that is spread into the next costs more than writing it.
  fragment: (_element, id, data, links) => writeJson({ id, ...data, _links: linked(links) }),
  one: (_element, fragment) => fragment,
  many: (_element, fragments) => `[${fragments.join(',')}]`,
};

function linked(links: Links): JsonObject {
  const objects: Record<string, JsonObject> = {};
  for (const relation in links) objects[relation] = { href: links[relation] ?? '' };
  return objects;
}
