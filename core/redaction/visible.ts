// Controls, format characters (bidi overrides, zero-width marks, tags), lone surrogates, line and paragraph separators, non-characters:
// everything that could move a cursor, hide text or make it read in another order.
/** Characters that a report shows as escapes. */
export const INVISIBLE: RegExp = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Makes control and escape characters visible as `\x1b` or `\u{202e}`: text of a target must not steer a terminal. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (char) => SHORT[char] ?? escapeOf(char));
}

/** The same, keeping the line breaks of a text that may have several lines. */
export function visibleLines(text: string): string[] {
  return text.split(/\r\n|\n/u).map(visible);
}

/**
 * A text for a terminal in which nothing is a command to the runner of a CI job: GitHub's reads `::name` where a line begins, blanks
 * before it passed over, and `##[name]` anywhere.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gmu, '$1\\x3a').replaceAll('##[', '#\\x23[');
}

/** Whether a text holds a character that `visible` would replace. */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) !== -1;
}

/** At most `length` characters of a text; what was left out is told by an ellipsis. */
export function shorten(text: string, length: number): string {
  const points = [...text];
  return points.length > length ? `${points.slice(0, length - 1).join('')}…` : text;
}

function escapeOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
