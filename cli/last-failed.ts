import { failedChecks, type Retried, retriedChecks } from '../core/last-failed.ts';
import type { Results } from '../core/results.ts';
import { type JudgeOptions, UsageProblem } from '../judge/options.ts';
import { retriedLines, retriedSummary } from '../reports/retried.ts';
import { RULES } from '../suites/index.ts';
import type { CheckFlags } from './check-flags.ts';
import { STATUS } from './status.ts';

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
  return loadResults(lastFailed);
}

/** How a run is asked to try again what failed before: the same cases of the same target. */
export function askingAgain(options: JudgeOptions, before: Results): JudgeOptions {
  const { seed, runs } = before.run;
  const baseUrl = options.baseUrl ?? options.target?.baseUrl ?? before.target.baseUrl;
  return { seed, runs, ...options, baseUrl, only: failedChecks(before) };
}

/** What became of each failure. */
export function retriedIn(before: Results, now: Results): readonly Retried[] {
  const watching = new Set(RULES.filter(({ watches }) => watches !== undefined).map(({ id }) => id));
  return retriedChecks(before, now, watching);
}

/** Prints what became of each failure, and gives the exit status: 0 where all is fixed, 1 where something fails still. */
export function tellRetried(before: Results, now: Results, stream: NodeJS.WriteStream, quiet: boolean): number {
  const retried = retriedIn(before, now);
  const lines = quiet ? [] : retriedLines(retried);
  stream.write(`${[...lines, retriedSummary(retried, now.run.durationMs)].join('\n')}\n`);
  if (retried.some(({ state }) => state === 'failing')) return STATUS.broken;
  return retried.some(({ state }) => state === 'unknown') ? STATUS.unjudged : STATUS.kept;
}
