/** Whether a value is a JSON object, and neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An id as text, where a value is one: a number, or a text that is not empty and that an address can hold. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  // A lone surrogate has no UTF-8, so no address names a record by it (RFC 3986 2.5).
  return typeof value === 'string' && value !== '' && !/\p{Cs}/u.test(value) ? value : undefined;
}

/** The texts in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
