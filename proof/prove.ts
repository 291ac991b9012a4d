import type * as core from '../core/results/proof.ts';
import type { Result } from '../core/results/results.ts';
import type { TargetFile } from '../target-file/file.ts';
import type { Deviation } from './deviations/deviation.ts';
import { judgesAsWell } from './general-rules.ts';
import { judgeWrapped, type Wrapped } from './judge-wrapped.ts';

/** How one deliberate fault fared, and the failures themselves. */
export interface MutantResult extends Pick<core.MutantResult, 'deviation' | 'struck' | 'survived' | 'misattributed'> {
  readonly requests: number;
  readonly failures: readonly Result[];
}

/** Generated cases per property in a proof: faults are meant to be caught by what is always tried, not by luck. */
const RUNS = 3;

/**
 * Judges the mock with one fault, and compares what failed with what the fault says that it breaks. With `alone`, only the
 * rules that it names are tried: that shows whether it is caught, and not whether it strikes others.
 */
export async function proveOne(deviation: Deviation, seed = 1, alone = false): Promise<MutantResult> {
  const results = await judgeWrapped(deviated(deviation, seed, alone));
  const failures = results.results.filter(({ outcome }) => outcome === 'fail');
  const struck = [...new Set(failures.map(({ rule }) => rule))];
  const named = [...deviation.breaks, ...Object.keys(deviation.alsoStrikes ?? {})];
  const others = deviation.serviceWide === true ? [] : failures.filter((result) => !isNamed(result, named));
  return {
    deviation: deviation.id,
    struck,
    survived: deviation.breaks.filter((rule) => !struck.includes(rule)),
    misattributed: [...new Set(others.map(({ rule }) => rule))],
    requests: results.run.requests,
    failures,
  };
}

/** The mock with one fault, and how it is judged. */
export function deviated({ wrap, options, file, oneByOne, breaks }: Deviation, seed: number, alone = false): Wrapped {
  return {
    wrap,
    options,
    file: (whole) => (file === undefined ? whole : patched(whole, file)),
    how: {
      seed,
      runs: RUNS,
      ...(oneByOne === true ? { concurrency: 1 } : {}),
      ...(alone ? { rules: breaks } : {}),
    },
  };
}

/** Whether the rules that a fault breaks show it by themselves, with what drives those that only watch. */
export function isShownAlone({ oneByOne, inWholeRun }: Deviation): boolean {
  return oneByOne !== true && inWholeRun !== true;
}

// The state machine plays every clause, so it meets faults of each of them; what it finds it tells with the rule that is broken.
function isNamed({ rule, expected = '' }: Result, named: readonly string[]): boolean {
  if (named.includes(rule) || judgesAsWell(rule, named)) return true;
  const told = rule === 'model/sequence' ? /\(([a-z-]+\/[a-z0-9-]+)\)$/u.exec(expected)?.[1] : undefined;
  return told !== undefined && named.includes(told);
}

// A fault's patch is plain JSON to the mock, which knows no target files; what the loader refuses shows as a failed proof.
function patched(file: TargetFile, patch: NonNullable<Deviation['file']>): TargetFile {
  return { ...file, ...patch };
}
