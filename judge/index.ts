export type { Claims } from '../core/claims.ts';
export type { Outcome } from '../core/outcome.ts';
export type { Coverage, Result, Results, Selection, Verdict } from '../core/results.ts';
export type { Level, Rule } from '../core/rule.ts';
export { RULES, type RuleId } from '../suites/index.ts';
export { defineTarget, type TargetFile } from '../target-file/file.ts';
export { type JudgeOptions, judge, UsageProblem } from './judge.ts';
export { mergeShards } from './merge.ts';
export { loadWaivers, WAIVER_FILE } from './waiver-file.ts';
