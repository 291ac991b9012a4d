import { diagnose } from '../core/results/diagnose.ts';
import type { Diagnosis } from '../core/results/diagnosis.ts';
import type { Results } from '../core/results/results.ts';
import { dictionary } from './dictionary.ts';

/** What most likely lies behind the failures of a run, as its results hold it; nothing where nothing failed. */
export function diagnosisOf(run: Pick<Results, 'target' | 'results' | 'rules'>): { readonly diagnosis?: Diagnosis } {
  // The known faults are read from a file, and most runs need none of them.
  if (!run.results.some(({ outcome }) => outcome === 'fail')) return {};
  const diagnosis = diagnose(run, dictionary());
  return diagnosis === undefined ? {} : { diagnosis };
}
