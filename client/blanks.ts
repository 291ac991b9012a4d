/** A field value without the blanks around it. RFC 9110 5.5: spaces and tabs alone, so `trim` would take too much. */
export function withoutBlanks(value: string): string {
  return value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/gu, '');
}
