/** An entity-tag that no representation has. */
export const TAG_OF_NOBODY = '"assayer-none"';

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\u{10ffff}]*"$/u;

/** Whether a field value is one entity-tag, weak or strong (RFC 9110 8.8.3). */
export function isEntityTag(value: string): boolean {
  return ENTITY_TAG.test(value);
}

/** The tag as a weak one. */
export function weakly(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`;
}

/** A field of several longer ones may be too large for a server (RFC 9110 5.4). */
const LONG = 100;

/**
 * Tags that are not this one, though they begin, end or go on with it: a tag is compared as a whole (RFC 9110 8.8.3.2). One has
 * commas, which end no member of a list inside of quotes (5.6.1).
 */
export function nearly(tag: string): readonly string[] {
  const opaque = tag.replace(/^W\//u, '').slice(1, -1);
  return opaque.length > LONG ? [] : [`"${opaque}x"`, `"x${opaque}"`, `"x,${opaque},x"`];
}
