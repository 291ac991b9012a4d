import { parentPort } from 'node:worker_threads';
import { doTask, type Task } from './prove-task.ts';

// One core's share of a proof: a task comes, what came of it goes back.
parentPort?.on('message', async ({ task, seed }: { task: Task; seed: number }) => {
  try {
    parentPort?.postMessage({ done: await doTask(task, seed) });
  } catch (cause) {
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    parentPort?.postMessage({ failed: `${task.kind} ${task.id}: ${text}` });
  }
});
