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

/** How the mutants fared: faults that operators made, which nobody fitted to a rule. */
export interface MutationScore {
  /** Judged, and seen by the driver: killed, survived and equivalent together. */
  readonly total: number;
  /** A binding rule failed, or one that should hold, which does not fail on the plain mock. */
  readonly killed: number;
  readonly survived: number;
  /** The document allows what they do, or no client that follows it can tell; not judged. */
  readonly equivalent: number;
  /** They changed no answer, so that they are no faults; not judged. */
  readonly inert: number;
}

/** A mutant that no rule caught. */
export interface Survivor {
  readonly id: string;
  readonly clause: string;
  /** What the server does wrong, in a sentence. */
  readonly title: string;
  /** A rule of level may that fails: it is told, and binds nobody. */
  readonly told?: string;
}

/** A mutant that was killed, and the first rule that did it. */
export interface CaughtMutant {
  readonly id: string;
  readonly rule: string;
}

/** How often a diagnosis names the fault that is there, as shares from 0 to 1. */
export interface DiagnosisScore {
  /** The seed of the runs: another one than that of the dictionary. */
  readonly seed: number;
  /** Servers with one fault. */
  readonly faults: number;
  /** Servers with two. */
  readonly pairs: number;
  /** One fault: it is named first. Faults that no rule tells apart count as one. */
  readonly top1: number;
  /** One fault: it is among the three that are named first. */
  readonly top3: number;
  /** Two faults: both are among the three. */
  readonly pairsTop3: number;
  /** One fault, and nothing known of its family: a fault that has no rule in common with it is named with confidence. */
  readonly confidentlyWrong: number;
}

/** How often it was predicted rightly whether a run catches a fault. */
export interface AssuranceScore {
  /** Ways in which runs were made to differ: claims, selection, cases. */
  readonly settings: number;
  /** Faults that were predicted and judged, under all of them together. */
  readonly faults: number;
  /** Predictions that were wrong. */
  readonly mismatches: number;
}

/** The kill matrix and what goes with it: what the rules are worth, in figures. */
export interface Proof {
  readonly format: 'assayer-proof/1';
  readonly tool: { readonly name: 'assayer'; readonly version: string };
  /** When it was begun, as ISO 8601 in UTC. */
  readonly startedAt: string;
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
  readonly conformant: {
    readonly requests: number;
    readonly must: Counts;
    readonly should: Counts;
    /** Requests by rule. Evidence that rules share counts for the one that came first. */
    readonly costs: Readonly<Record<string, number>>;
  };
  /** Rules that no deviation breaks, though they can fail. */
  readonly unproven: readonly string[];
  readonly kills: readonly MutantResult[];
  readonly calms: readonly VariationResult[];
  /** The combinations. */
  readonly together: readonly VariationResult[];
  readonly nothings: readonly NullServerResult[];
  /** Only where runs were judged again from their transcripts: how many, and how many results were not as they were. */
  readonly rejudge?: { readonly runs: number; readonly differences: number };
  /** Those differences, in words. */
  readonly rejudgedOtherwise?: readonly string[];
  /** Only where diagnoses were measured. */
  readonly diagnosis?: DiagnosisScore;
  /** What was not named, in words. */
  readonly misdiagnosed?: readonly string[];
  /** Only where predictions were held against what was caught. */
  readonly assurance?: AssuranceScore;
  /** Predictions that were wrong, in words. */
  readonly mispredicted?: readonly string[];
  /** Only where mutants were judged. */
  readonly mutants?: MutationScore;
  /** Mutants that operators make, of which those that were judged are a sample. */
  readonly generated?: number;
  readonly survivors?: readonly Survivor[];
  readonly caught?: readonly CaughtMutant[];
}

/** Whether the proof holds: everything is killed and attributed, nothing legal raises an alarm, nothing passes on nothing. */
export function holds(proof: Proof): boolean {
  const { deviations, killed, misattributed, falseAlarms, nullPasses, unproven, rejudge } = proof;
  if ((rejudge?.differences ?? 0) > 0) return false;
  return killed === deviations && misattributed === 0 && falseAlarms === 0 && nullPasses === 0 && unproven.length === 0;
}
