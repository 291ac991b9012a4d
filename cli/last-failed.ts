import { failedChecks, whyNothingKnown } from '../core/results/last-failed.ts';
import type { Results } from '../core/results/results.ts';
import { type JudgeOptions, UsageProblem } from '../judge/options.ts';
import type { CheckFlags } from './check-flags.ts';

/** Reads `--last-failed` before anything is sent; undefined without it. */
export async function readLastFailed(flags: CheckFlags): Promise<Results | undefined> {
  const { lastFailed } = flags;
  if (lastFailed === undefined) return undefined;
  const other = (['replay', 'shard', 'baseline', 'writeWaivers'] as const).find((name) => flags[name] !== undefined);
  if (other !== undefined) {
    const option = other.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageProblem(`--last-failed and --${option} cannot be had together; give one of them`);
  }
  const { loadResults } = await import('../judge/load-results.ts');
  const before = await loadResults(lastFailed);
  const why = whyNothingKnown(before);
  if (why === undefined) return before;
  throw new UsageProblem(
    `--last-failed: nothing failed in ${lastFailed}, but nothing is known: ${why}. Judge everything, without --last-failed`,
  );
}

/** How a run is asked to try again what failed before: the same cases of the same target. */
export function askingAgain(options: JudgeOptions, before: Results): JudgeOptions {
  const { seed, runs } = before.run;
  const baseUrl = options.baseUrl ?? options.target?.baseUrl ?? before.target.baseUrl;
  const { operations } = before.target;
  const found = operations === undefined ? {} : { foundOperations: operations };
  return { seed, runs, ...found, ...options, baseUrl, only: failedChecks(before) };
}
