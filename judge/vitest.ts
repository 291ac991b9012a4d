import pc from 'picocolors';
import { describe, test } from 'vitest';
import type { Result, Results } from '../core/results/results.ts';
import { binds } from '../core/results/verdict.ts';
import { failureLines } from '../reports/text-failure.ts';
import { CLAUSES } from '../suites/index.ts';
import { configOf } from './config.ts';
import { type JudgeOptions, judge, type Planned } from './judge.ts';

/** What to judge: as for `judge`, which calls back for itself. */
export type ConformanceOptions = Omit<JudgeOptions, 'onPlan' | 'onResult' | 'signal'>;

/** Added to the run's own time limit, so that vitest never cuts off a run that is about to say why it stopped. */
const GRACE_MS = 60_000;

/**
 * Registers every rule on every subject of the target as a test, grouped by clause. What is not applicable or could not be
 * exercised shows as skipped, with its reason; inconclusive results and errors fail, since nothing is known. The last test
 * fails where the run as a whole could not be judged, or a limit such as `minCoverage` is not met.
 */
export function conformance(options: ConformanceOptions = {}): void {
  const { level, maxTimeMs } = configOf(options);
  const timeout = maxTimeMs + GRACE_MS;
  describe('conformance', async () => {
    const { planned, finished } = await begin(options);
    for (const { title, rules } of CLAUSES) {
      const members = planned.filter(({ rule }) => rules.some(({ id }) => id === rule));
      if (members.length === 0) continue;
      describe(title, () => {
        for (const one of members) register(one, finished, level, timeout);
      });
    }
    // Limits such as `minCoverage` are of the run as a whole, and a run that never began has no other test.
    test('the target can be judged', { timeout }, async () => {
      const { summary } = await finished;
      if (summary.verdict === 'not-judged') throw new Error(summary.cause ?? 'no cause was given');
      if (summary.failedOn !== undefined) throw new Error(summary.failedOn.join('\n'));
      const { problems = [] } = summary.waivers ?? {};
      if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
    });
  });
}

function register(one: Planned, finished: Promise<Results>, level: 'must' | 'should', timeout: number): void {
  test(`${one.rule} · ${one.subject}: ${one.title}`, { timeout }, async ({ skip }) => {
    const results = await finished;
    const result = results.results.find(({ rule, subject }) => rule === one.rule && subject === one.subject);
    if (result === undefined) throw new Error(results.summary.cause ?? 'the run ended before this rule was tried');
    if (result.outcome === 'not-applicable' || result.outcome === 'not-exercised') skip(result.reason);
    // What a level leaves open is told and skipped, as the exit status of the command line does not count it either.
    if (result.outcome === 'fail' && !binds(result, level)) skip(wordFailure(result, results));
    if (result.waiver !== undefined) skip(wordFailure(result, results));
    if (result.outcome !== 'pass') throw new Error(wordFailure(result, results));
  });
}

function wordFailure(result: Result, results: Results): string {
  if (result.outcome !== 'fail') return `${result.outcome}: ${result.reason}`;
  return failureLines(result, results, pc.createColors(false), false).join('\n');
}

async function begin(
  options: ConformanceOptions,
): Promise<{ planned: readonly Planned[]; finished: Promise<Results> }> {
  let planned: readonly Planned[] = [];
  let tellPlan: () => void = () => undefined;
  const plan = new Promise<void>((resolve) => {
    tellPlan = resolve;
  });
  const finished = judge({
    ...options,
    onPlan: (all) => {
      planned = all;
      tellPlan();
    },
  });
  await Promise.race([plan, finished]);
  return { planned, finished };
}
