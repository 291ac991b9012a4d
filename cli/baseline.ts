import { compareResults } from '../core/results/compare.ts';
import type { Results } from '../core/results/results.ts';
import { UsageProblem } from '../judge/options.ts';
import { comparisonText } from '../reports/comparison.ts';
import type { CheckFlags } from './check-flags.ts';
import { failOnChanges } from './fail-on.ts';

/** A run held against an earlier one: what to print, and whether it differs in a way that was to be failed on. */
export type AgainstBaseline = (results: Results) => { readonly text: string; readonly isMet: boolean };

/** Reads `--baseline` before anything is sent; undefined without it. */
export async function readBaseline({ baseline, failOn = [] }: CheckFlags): Promise<AgainstBaseline | undefined> {
  const changes = failOnChanges(failOn);
  if (baseline === undefined) {
    if (changes[0] === undefined) return undefined;
    throw new UsageProblem(`--fail-on ${changes[0]} needs an earlier run to compare with: add --baseline base.json`);
  }
  const { loadResults } = await import('../judge/load-results.ts');
  const base = await loadResults(baseline);
  return (results) => {
    const comparison = compareResults(base, results);
    const isMet = comparison.differences.some(({ change }) => changes.includes(change));
    return { text: comparisonText(comparison), isMet };
  };
}
