import { isSelective } from '../run/selection.ts';
import type { Result, Results } from './results.ts';
import { signatureOf } from './signature.ts';

/** How a check may differ between two runs, in the order in which it is told. */
export const CHANGES = ['regressed', 'changed', 'lost', 'gone', 'exercised', 'fixed'] as const;

/**
 * - `regressed`: it fails and did not fail before.
 * - `changed`: it failed before and fails now, in another way.
 * - `lost`: it passed or failed before, and is not exercised, not selected or not judged now.
 * - `gone`: there is no such rule any more, or no such subject of it.
 * - `exercised`: it passes, and was not exercised or not there before.
 * - `fixed`: it failed before and passes now.
 */
export type Change = (typeof CHANGES)[number];

/** One check that differs between two runs. */
export interface Difference {
  readonly change: Change;
  readonly rule: string;
  readonly subject: string;
  /** How it ended before and ends now, in a phrase each. */
  readonly before: string;
  readonly after: string;
  /** The failure now is waived. */
  readonly waived?: true;
}

/** Which run it was. */
export interface Compared {
  readonly baseUrl: string;
  readonly startedAt: string;
  /** What its owner said of it. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Why it was not judged; absent where it was. Without any result, what differs says nothing of the target. */
  readonly notJudged?: string;
}

/** Two runs, compared. */
export interface Comparison {
  readonly format: 'assayer-comparison/1';
  readonly base: Compared;
  readonly head: Compared;
  readonly differences: readonly Difference[];
}

/** Compares two runs check by check. Values that change from run to run make no difference: failures differ by their signatures. */
export function compareResults(base: Results, head: Results): Comparison {
  const before = byName(base);
  const after = byName(head);
  const names = [...new Set([...after.keys(), ...before.keys()])];
  const differences = names.flatMap((name) => differenceOf(before.get(name), after.get(name), head) ?? []);
  return {
    format: 'assayer-comparison/1',
    base: placeOf(base),
    head: placeOf(head),
    differences: differences.toSorted((a, b) => CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change)),
  };
}

function byName({ results }: Results): Map<string, Result> {
  return new Map(results.map((result) => [JSON.stringify([result.rule, result.subject]), result]));
}

function placeOf(results: Results): Compared {
  const { baseUrl } = results.target;
  const { startedAt, labels } = results.run;
  const notJudged = whyNotJudged(results);
  return {
    baseUrl,
    startedAt,
    ...(labels === undefined ? {} : { labels }),
    ...(notJudged === undefined ? {} : { notJudged }),
  };
}

/** Why a run came to no end; undefined where it did, even if what it found is too little for a verdict. */
function whyNotJudged({ results, run, summary }: Results): string | undefined {
  const hasEnded = results.length > 0 && run.interrupted === undefined;
  return summary.verdict !== 'not-judged' || hasEnded ? undefined : (summary.cause ?? run.interrupted);
}

function differenceOf(before: Result | undefined, after: Result | undefined, head: Results): Difference | undefined {
  const of = after ?? before;
  if (of === undefined) return undefined;
  const change = changeOf(before, after, head);
  if (change === undefined) return undefined;
  const { rule, subject } = of;
  const isUnjudged = head.results.length === 0 && whyNotJudged(head) !== undefined;
  const missing = isUnjudged ? 'not judged' : isLeftOut(rule, head) ? 'not selected' : 'not there';
  return {
    ...{ change, rule, subject },
    before: before === undefined ? 'not there' : endingOf(before),
    after: after === undefined ? missing : endingOf(after),
    ...(after?.waiver === undefined ? {} : { waived: true }),
  };
}

function changeOf(before: Result | undefined, after: Result | undefined, head: Results): Change | undefined {
  if (after === undefined) {
    if (before === undefined) return undefined;
    if (!isLeftOut(before.rule, head)) return 'gone';
    return wasJudged(before) ? 'lost' : undefined;
  }
  if (after.outcome === 'fail') {
    if (before?.outcome !== 'fail') return 'regressed';
    return signatureOf(before) === signatureOf(after) ? undefined : 'changed';
  }
  if (after.outcome === 'pass') {
    if (before?.outcome === 'pass') return undefined;
    return before?.outcome === 'fail' ? 'fixed' : 'exercised';
  }
  return before !== undefined && wasJudged(before) ? 'lost' : undefined;
}

// Where the selection left rules out, or the run never began, a rule without any result is still a rule of the catalogue.
function isLeftOut(rule: string, { run, results }: Results): boolean {
  if (run.selection.lastFailed === true) return true;
  const isPartial = isSelective(run.selection) || run.shard !== undefined || results.length === 0;
  return isPartial && !results.some((result) => result.rule === rule);
}

function wasJudged({ outcome }: Result): boolean {
  return outcome === 'pass' || outcome === 'fail';
}

function endingOf(result: Result): string {
  const { outcome, reason } = result;
  if (outcome === 'pass') return 'passed';
  return outcome === 'fail' ? `failed: ${signatureOf(result)}` : `${outcome}: ${reason}`;
}
