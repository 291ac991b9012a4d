import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing. One by one: `mkdir` with `recursive` never returns where the system
 * says of a folder that is there that it is not, as /proc does. Throws what the system says.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (cause) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw cause;
  }
}
