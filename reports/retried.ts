import { visible } from '../core/redaction/visible.ts';
import type { Retried } from '../core/results/last-failed.ts';
import type { Results } from '../core/results/results.ts';
import { findingsOf, subjectsOf } from './findings.ts';
import { duration } from './wording.ts';

const WORDS: Readonly<Record<Retried['state'], string>> = {
  fixed: '✓ fixed',
  failing: '✗ still failing',
  unknown: '? could not be resent',
};

const SHOWN = 20;

/** The findings of a run, a line each: what somebody mends next. */
export function findingLines(results: Results): string[] {
  const findings = findingsOf(results).filter(({ repeats }) => repeats === undefined);
  const lines = findings
    .slice(0, SHOWN)
    .map((finding) => visible(`✗ ${finding.first.rule} on ${subjectsOf(finding)}: ${finding.first.reason}`));
  const left = findings.length - lines.length;
  return left === 0 ? lines : [...lines, `and ${left} more findings`];
}

/** What became of each failure of an earlier run, a line each. */
export function retriedLines(retried: readonly Retried[]): string[] {
  return retried.map(({ state, rule, subject, counterexample, told }) => {
    const sent = counterexample === undefined ? '' : ` for ${counterexample}`;
    return visible(`${WORDS[state]}: ${rule} on ${subject}${sent}${told === '' ? '' : `: ${told}`}`);
  });
}

/** `2 fixed, 1 still failing, 0 could not be resent (0.4 s)`. */
export function retriedSummary(retried: readonly Retried[], durationMs: number): string {
  const count = (state: Retried['state']): number => retried.filter((one) => one.state === state).length;
  const told = `${count('fixed')} fixed, ${count('failing')} still failing, ${count('unknown')} could not be resent`;
  return `${told} (${duration(durationMs)})`;
}
