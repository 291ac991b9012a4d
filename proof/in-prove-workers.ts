import { availableParallelism } from 'node:os';
import type { Kept } from './kept.ts';
import type { Done, Task } from './prove-task.ts';
import { inWorkers } from './workers.ts';

/** How a part of the proof is worked off. */
export interface Working {
  /** Servers judged at the same time; one for each core. */
  readonly jobs?: number;
  readonly onTask?: (done: number, of: number) => void;
  readonly kept?: Kept;
}

/** A task of the proof, and the seed of its runs. */
export interface SeededTask {
  readonly task: Task;
  readonly seed: number;
}

/** What came of these tasks. The results keep the order of the tasks. */
export function inProveWorkers(
  tasks: readonly SeededTask[],
  { jobs = availableParallelism(), onTask, kept }: Working,
): Promise<Done[]> {
  return inWorkers(tasks, { file: '../proof/prove-worker.js', shared: undefined, jobs, onTask, kept });
}
