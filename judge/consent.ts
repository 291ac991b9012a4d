import { isLoopbackHost } from '../core/http/loopback.ts';
import type { TargetFile } from '../target-file/file.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';

/**
 * Whether a run may only read. A run creates, changes and deletes: on somebody's server that needs consent, in the file or on
 * the command line. Where nobody said anything it only reads, and `problem` says what to do.
 */
export function consentTo(
  options: JudgeOptions,
  file: TargetFile,
  baseUrl: string,
): { readonly readOnly: boolean; readonly problem?: UsageProblem } {
  if (options.readOnly === true || file.writes === 'forbidden') return { readOnly: true };
  if (options.allowWrites === true || file.writes === 'allowed') return { readOnly: false };
  if (isLoopbackHost(new URL(baseUrl).hostname)) return { readOnly: false };
  const problem = new UsageProblem(
    `This run would create, change and delete records at ${baseUrl}. ` +
      'Say --allow-writes (or writes: "allowed" in the target file) if it may, or --read-only to judge by reading alone.',
  );
  return { readOnly: true, problem };
}
