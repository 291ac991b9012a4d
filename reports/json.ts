import type { Results } from '../core/results.ts';
import { INVISIBLE } from '../core/visible.ts';

/**
 * The results themselves, as `results.schema.json` describes them: what is saved can be rendered again later. Control
 * characters and those that change the order of reading are escaped, since the text may go to a terminal.
 */
export function reportJson(results: Results): string {
  const text = JSON.stringify(results, null, 2);
  return `${text.replace(INVISIBLE, (char) => (char === '\n' ? char : escapeUnits(char)))}\n`;
}

function escapeUnits(char: string): string {
  return char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
