import { Worker } from 'node:worker_threads';

/** What a worker of a proof sends back for each task that it is given. */
export type WorkerAnswer<Done> = { readonly done: Done } | { readonly failed: string };

/** How tasks are shared between worker threads. */
export interface Sharing {
  /** The worker's own file, beside this one. */
  readonly file: string;
  /** What every worker is given once. */
  readonly shared: unknown;
  /** Workers at the same time. */
  readonly jobs: number;
  readonly onTask?: ((done: number, of: number) => void) | undefined;
}

/** Each worker takes the next task as it gets free; the results keep the order of the tasks. */
export async function inWorkers<Task, Done>(all: readonly Task[], how: Sharing): Promise<Done[]> {
  const { file, shared, jobs, onTask = () => undefined } = how;
  const results: Done[] = [];
  let next = 0;
  let finished = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData: shared });
    try {
      for (let i = next++; i < all.length; i = next++) {
        const task = all[i];
        if (task === undefined) return;
        results[i] = await ask<Task, Done>(worker, task);
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
