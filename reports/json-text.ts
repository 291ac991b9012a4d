import { INVISIBLE } from '../core/redaction/visible.ts';

/** The same but for line breaks, of which a long text has hundreds of thousands. */
const NOT_SHOWN = new RegExp(`(?!\n)${INVISIBLE.source}`, 'gu');

/**
 * A value as JSON over several lines. Control characters and those that change the order of reading are escaped, since the text may
 * go to a terminal.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(NOT_SHOWN, escapeUnits)}\n`;
}

function escapeUnits(char: string): string {
  return char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
