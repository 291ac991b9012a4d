import { Worker } from 'node:worker_threads';
import type { Kept } from './kept.ts';

/** What a worker of a proof sends back for each task that it is given. */
export type WorkerAnswer<Done> = { readonly done: Done } | { readonly failed: string };

/** How tasks are shared between worker threads. */
export interface Sharing {
  /** The worker's own file, beside this one. */
  readonly file: string;
  /** What every worker is given once. */
  readonly shared: unknown;
  /** What came of tasks in an earlier call, and where to keep what comes of them now. */
  readonly kept?: Kept | undefined;
  /** Workers at the same time. */
  readonly jobs: number;
  readonly onTask?: ((done: number, of: number) => void) | undefined;
}

/** Whole runs leave many short-lived objects: more room for them saves a twelfth of the processor time. */
const ROOMY = { maxYoungGenerationSizeMb: 192 };

/** Each worker takes the next task as it gets free; the results keep the order of the tasks. */
export async function inWorkers<Task, Done>(all: readonly Task[], how: Sharing): Promise<Done[]> {
  const { file, shared, jobs, kept, onTask = () => undefined } = how;
  const results: Done[] = [];
  let next = 0;
  let finished = 0;
  const doneOrAsk = async (worker: Worker, task: Task): Promise<Done> => {
    const known = kept?.find(task);
    if (known !== undefined) return known as Done; // a worker of this very code sent it
    const done = await ask<Task, Done>(worker, task);
    kept?.add(task, done);
    return done;
  };
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData: shared, resourceLimits: ROOMY });
    try {
      for (let i = next++; i < all.length; i = next++) {
        const task = all[i];
        if (task === undefined) return;
        results[i] = await doneOrAsk(worker, task);
        finished += 1;
        onTask(finished, all.length);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, all.length) }, work));
  return results;
}

function ask<Task, Done>(worker: Worker, task: Task): Promise<Done> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer: WorkerAnswer<Done>) => {
      worker.off('error', reject);
      if ('done' in answer) resolve(answer.done);
      else reject(new Error(answer.failed));
    });
    worker.postMessage(task);
  });
}
