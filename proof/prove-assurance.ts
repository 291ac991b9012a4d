import type { AssuranceScore } from '../core/results/proof.ts';
import { SETTINGS } from './assure-one.ts';
import { inProveWorkers, type SeededTask, type Working } from './in-prove-workers.ts';

/** How to hold predictions against what is caught. */
export interface AssuranceOptions extends Working {
  /** How many faults under each setting, drawn by the seed. */
  readonly sample?: number;
  readonly seed?: number;
}

/** The figures, and each prediction that was wrong, in words. */
export interface AssuranceProof {
  readonly assurance: AssuranceScore;
  readonly mispredicted: readonly string[];
}

/** Faults under each setting, where nothing else is asked for. */
const SAMPLE = 5;
/** The dictionary was made with other seeds, and so of other cases. */
const OTHER_SEED = 2000;

/** Predicts under every setting which faults a run catches, and judges the mock with each of them. */
export async function proveAssurance(options: AssuranceOptions = {}): Promise<AssuranceProof> {
  const { sample = SAMPLE, seed = 1 } = options;
  const tasks = SETTINGS.map(
    ({ name }, i): SeededTask => ({
      task: { kind: 'assurance', id: `${sample} under ${name}` },
      seed: seed + OTHER_SEED + i,
    }),
  );
  const done = await inProveWorkers(tasks, options);
  const all = done.flatMap((one) => (one.kind === 'assurance' ? [one.assured] : []));
  const mispredicted = all.flatMap(({ mismatches }) => mismatches);
  const faults = all.reduce((sum, one) => sum + one.faults, 0);
  return { assurance: { settings: SETTINGS.length, faults, mismatches: mispredicted.length }, mispredicted };
}
