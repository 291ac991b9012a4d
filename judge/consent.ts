import { isLoopbackHost } from '../core/loopback.ts';
import type { TargetFile } from '../target-file/file.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';

/**
 * Whether a run may only read. A run creates, changes and deletes: on somebody's server that takes a word of consent, in the
 * file or on the command line. Throws a UsageProblem where nobody said anything.
 */
export function mayOnlyRead(options: JudgeOptions, file: TargetFile, baseUrl: string): boolean {
  if (options.readOnly === true || file.writes === 'forbidden') return true;
  if (options.allowWrites === true || file.writes === 'allowed') return false;
  if (isLoopbackHost(new URL(baseUrl).hostname)) return false;
  throw new UsageProblem(
    `This run would create, change and delete records at ${baseUrl}. ` +
      'Say --allow-writes (or writes: "allowed" in the target file) if it may, or --read-only to judge by reading alone.',
  );
}
