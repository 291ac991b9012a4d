import { withoutCommands } from '../core/redaction/visible.ts';

/** Writes a line, or several, to standard error; what came from a target commands no runner of CI jobs there. */
export function say(line: string): void {
  process.stderr.write(`${withoutCommands(line)}\n`);
}
