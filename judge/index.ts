import type { RuleInfo } from '../core/rule.ts';
import { RULES as ALL } from '../suites/index.ts';

export type { Claims, Form, RepresentationName, Selector } from '../core/claims.ts';
export type { Assurance, ClauseAssurance } from '../core/results/assurance.ts';
export type { Cause, Diagnosis } from '../core/results/diagnosis.ts';
export type { Outcome } from '../core/results/outcome.ts';
export type * from '../core/results/results.ts';
export type { Level, RuleInfo } from '../core/rule.ts';
export { defineTarget, type TargetFile } from '../target-file/file.ts';
export { type JudgeOptions, judge, type Planned, UsageProblem } from './judge.ts';
export { mergeShards } from './merge.ts';
export { judgePassed } from './passed.ts';
export { loadWaivers, WAIVER_FILE } from './waiver-file.ts';

/** What there is to know of every rule, in the document's order. */
export const RULES: readonly RuleInfo[] = ALL.map(({ id, level, clause, title, why, sends, due }) => ({
  ...{ id, level, clause, title },
  ...{ why, sends, due },
}));
