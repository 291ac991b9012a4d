import pLimit from 'p-limit';
import type { Ending } from '../results/outcome.ts';
import type { Result } from '../results/results.ts';
import type { PlannedCheck } from './catalogue.ts';

/** What a fast run has to know beside the plan. */
export interface Fast {
  /** How many requests a rule sends by itself, about: the cheap ones begin, so that the first failure comes soon. */
  readonly cost: (rule: string) => number;
}

/**
 * Tries each rule on one subject after the other, until it passes or fails on one. Rules that cost little begin, and so many are under
 * way at a time: were all begun at once, those that wait for a control would come after all others.
 */
export async function tryOnce(
  checks: readonly PlannedCheck[],
  { cost }: Fast,
  width: number,
  resultOf: (check: PlannedCheck) => Promise<Result>,
): Promise<void> {
  const groups = new Map<string, PlannedCheck[]>();
  for (const check of checks) groups.set(check.rule.id, [...(groups.get(check.rule.id) ?? []), check]);
  const cheapFirst = [...groups].sort(([a], [b]) => cost(a) - cost(b));
  const underWay = pLimit(width);
  const untilExercised = async (ofRule: readonly PlannedCheck[]): Promise<void> => {
    for (const check of ofRule) if (isExercised(await resultOf(check))) return;
  };
  await Promise.all(cheapFirst.map(([, ofRule]) => underWay(() => untilExercised(ofRule))));
}

/** What is said of a check that a fast run did not try. */
export function leftOut(): Ending {
  return { outcome: 'not-exercised', reason: LEFT_OUT, witness: [] };
}

const LEFT_OUT = 'left out by --fast, which tries each rule on one subject';

function isExercised({ outcome }: Result): boolean {
  return outcome === 'pass' || outcome === 'fail';
}
