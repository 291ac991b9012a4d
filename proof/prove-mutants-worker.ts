import { parentPort, workerData } from 'node:worker_threads';
import { judgeMutant } from './judge-mutant.ts';
import { mutantsAt } from './mutants/index.ts';
import type { SharedWithWorkers } from './prove-mutants.ts';

// One core's share of the mutants: an id comes, what became of the mutant goes back.
const { cells, reach } = workerData as SharedWithWorkers; // prove-mutants.ts gives this
const mutants = new Map(mutantsAt(cells).map((mutant) => [mutant.id, mutant]));

parentPort?.on('message', async ({ id, seed }: { id: string; seed: number }) => {
  try {
    const mutant = mutants.get(id);
    if (mutant === undefined) throw new Error('no mutant has this id');
    parentPort?.postMessage({ done: await judgeMutant(mutant, reach, seed) });
  } catch (cause) {
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    parentPort?.postMessage({ failed: `mutant ${id}: ${text}` });
  }
});
