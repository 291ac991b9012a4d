import type { Answer } from '../answer.ts';
import type { Exchange } from '../http/exchange.ts';

/**
 * What became of one rule on one subject.
 *
 * - `pass`: the target was seen to keep it, and a witness says where.
 * - `fail`: the target was seen to break it.
 * - `not-applicable`: a claim of the target says that the rule does not concern it.
 * - `not-exercised`: no evidence could be had, such as a positive control that did not succeed.
 * - `inconclusive`: the target was not available: no connection, time-out, 503.
 * - `error`: the checker itself is at fault.
 */
export type Outcome = 'pass' | 'fail' | 'not-applicable' | 'not-exercised' | 'inconclusive' | 'error';

/** Every outcome, in the order in which reports count them. */
export const OUTCOMES: readonly Outcome[] = [
  'pass',
  'fail',
  'not-exercised',
  'inconclusive',
  'error',
  'not-applicable',
];

/** The exchanges that prove a verdict: one answer, or several. */
export type Witness = Answer | readonly Answer[];

/** How a check ended when it did not pass. */
export interface Ending {
  readonly outcome: Exclude<Outcome, 'pass' | 'error'>;
  readonly reason: string;
  /** What was due. Only a failure has it. */
  readonly expected?: string;
  /** What was seen instead. Only a failure has it. */
  readonly actual?: string;
  readonly witness: readonly Answer[];
  /** The exchange that had no answer, where that ended the check. */
  readonly broken?: Exchange;
}

/** Thrown inside a check to end it; the runner alone catches it. */
export class Halt extends Error {
  readonly ending: Ending;
  constructor(ending: Ending) {
    super(ending.reason);
    this.name = 'Halt';
    this.ending = ending;
  }
}

/** Ends the check: the target breaks the rule. `expected` and `actual` are phrases that complete "expected …, got …". */
export function fail(expected: string, actual: string, ...witness: readonly Answer[]): never {
  throw new Halt({ outcome: 'fail', reason: `expected ${expected}, got ${actual}`, expected, actual, witness });
}

/** Ends the check: there is no evidence to judge by. `reason` says what was missing. */
export function notExercised(reason: string, ...witness: readonly Answer[]): never {
  throw new Halt({ outcome: 'not-exercised', reason, witness });
}

/** Ends the check: what the target claims puts it outside the rule. `reason` names the claim. */
export function notApplicable(reason: string): never {
  throw new Halt({ outcome: 'not-applicable', reason, witness: [] });
}

/** Ends the check: the target was not available, so nothing is known. */
export function inconclusive(reason: string, ...witness: readonly Answer[]): never {
  throw new Halt({ outcome: 'inconclusive', reason, witness });
}
