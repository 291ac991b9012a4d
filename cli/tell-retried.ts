import { type Retried, retriedChecks } from '../core/results/last-failed.ts';
import type { Results } from '../core/results/results.ts';
import { retriedLines, retriedSummary } from '../reports/retried.ts';
import { RULES } from '../suites/index.ts';
import { STATUS } from './status.ts';

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
