import { readFileSync } from 'node:fs';

/** The version of this package, from its own package.json: beside the sources, or one level above the built files. */
export const VERSION: string = readVersion();

function readVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const read: unknown = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
      if (typeof read === 'object' && read !== null && 'version' in read) return String(read.version);
    } catch {
      // Not there: the other place has it.
    }
  }
  return '0.0.0';
}
