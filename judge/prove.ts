import type * as core from '../core/proof.ts';
import type { Result } from '../core/results.ts';
import type { Deviation } from '../mock/deviations/deviation.ts';
import type { MockOptions } from '../mock/index.ts';
import type { TargetFile } from '../target/file.ts';
import { judgeWrapped } from './judge-wrapped.ts';

/** How one deliberate fault fared, and the failures themselves. */
export interface Kill extends Pick<core.Kill, 'deviation' | 'struck' | 'survived' | 'misattributed'> {
  readonly requests: number;
  readonly failures: readonly Result[];
}

/** Made-up cases per property in a proof: faults are meant to be caught by what is always tried, not by luck. */
const RUNS = 3;

/** Forms enough for a fault that no operation is about: one by path and one by command document. */
const FEW_FORMS: MockOptions = { operationForms: ['A', 'F'] };

/**
 * Judges the mock with one fault, and compares what failed with what the fault says that it breaks. With `few`, a fault that
 * is not about operations is judged with two of their seven forms, which halves the work.
 */
export async function proveOne(deviation: Deviation, seed = 1, few = false): Promise<Kill> {
  const { wrap, options, file, oneByOne } = deviation;
  const results = await judgeWrapped({
    wrap,
    options: few && !isAboutOperations(deviation) ? { ...FEW_FORMS, ...options } : options,
    file: (whole) => (file === undefined ? whole : patched(whole, file)),
    how: { seed, runs: RUNS, ...(oneByOne === true ? { concurrency: 1 } : {}) },
  });
  const failures = results.results.filter(({ outcome }) => outcome === 'fail');
  const struck = [...new Set(failures.map(({ rule }) => rule))];
  const named = [...deviation.breaks, ...Object.keys(deviation.alsoStrikes ?? {})];
  return {
    deviation: deviation.id,
    struck,
    survived: deviation.breaks.filter((rule) => !struck.includes(rule)),
    misattributed: [...new Set(failures.filter((result) => !isNamed(result, named)).map(({ rule }) => rule))],
    requests: results.run.requests,
    failures,
  };
}

function isAboutOperations({ breaks }: Deviation): boolean {
  return breaks.some((rule) => /^(?:operation|command|query|model)\//u.test(rule));
}

// The state machine plays every clause, so it meets faults of each of them; what it finds it tells with the rule that is broken.
function isNamed({ rule, expected = '' }: Result, named: readonly string[]): boolean {
  if (named.includes(rule)) return true;
  const told = rule === 'model/sequence' ? /\(([a-z-]+\/[a-z0-9-]+)\)$/u.exec(expected)?.[1] : undefined;
  return told !== undefined && named.includes(told);
}

// A fault's patch is plain JSON to the mock, which knows no target files; what the loader refuses shows as a failed proof.
function patched(file: TargetFile, patch: NonNullable<Deviation['file']>): TargetFile {
  return { ...file, ...patch };
}
