/** Whether a text is a token, as the name of a field is (RFC 9110 5.6.2). */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u.test(text);
}
