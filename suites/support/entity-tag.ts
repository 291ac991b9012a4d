const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\u{10ffff}]*"$/u;

/** Whether a field value is one entity-tag, weak or strong (RFC 9110 8.8.3). */
export function isEntityTag(value: string): boolean {
  return ENTITY_TAG.test(value);
}
