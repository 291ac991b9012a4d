import type { Counts } from './results.ts';

/** How one deliberate fault of the mock fared. */
export interface MutantResult {
  readonly deviation: string;
  readonly title: string;
  /** The rules that it says it breaks. */
  readonly breaks: readonly string[];
  /** The rules that failed. */
  readonly struck: readonly string[];
  /** Rules that it breaks and that did not fail. */
  readonly survived: readonly string[];
  /** Rules that failed and that it does not name. */
  readonly misattributed: readonly string[];
  /** The failures that nobody expected, in words. */
  readonly surprises: readonly string[];
}

/** How one unusual but legal behaviour fared. */
export interface VariationResult {
  readonly variation: string;
  readonly title: string;
  /** False alarms, in words. */
  readonly alarms: readonly string[];
}

/** How one server that knows nothing fared. */
export interface NullServerResult {
  readonly server: string;
  /** Binding rules that passed on it, in words. */
  readonly passes: readonly string[];
}

/** The kill matrix and what goes with it: what the rules are worth, in figures. */
export interface Proof {
  readonly format: 'assayer-proof/1';
  readonly tool: { readonly name: 'assayer'; readonly version: string };
  readonly seed: number;
  /** Rules of the catalogue. */
  readonly rules: number;
  readonly deviations: number;
  /** Deviations whose every named rule failed. */
  readonly killed: number;
  /** Deviations that struck rules which they do not name. */
  readonly misattributed: number;
  readonly variations: number;
  /** Random combinations of variations. */
  readonly combinations: number;
  /** Under variations, alone and combined. */
  readonly falseAlarms: number;
  /** Binding rules that passed on a server which knows nothing. */
  readonly nullPasses: number;
  /** Requests of a whole run on the conformant mock, by results that were a pass or a failure. */
  readonly requestsPerVerdict: number;
  /** Requests and outcomes of that run. */
  readonly conformant: { readonly requests: number; readonly must: Counts; readonly should: Counts };
  /** Rules that no deviation breaks, though they can fail. */
  readonly unproven: readonly string[];
  readonly kills: readonly MutantResult[];
  readonly calms: readonly VariationResult[];
  /** The combinations. */
  readonly together: readonly VariationResult[];
  readonly nothings: readonly NullServerResult[];
}

/** Whether the proof holds: everything is killed and attributed, nothing legal raises an alarm, nothing passes on nothing. */
export function holds(proof: Proof): boolean {
  const { deviations, killed, misattributed, falseAlarms, nullPasses, unproven } = proof;
  return killed === deviations && misattributed === 0 && falseAlarms === 0 && nullPasses === 0 && unproven.length === 0;
}
