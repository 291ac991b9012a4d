/** Whether a text is a UUID in its usual notation, of any version (RFC 9562 4). */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text);
}
