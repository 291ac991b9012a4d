import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Proof } from '../core/proof.ts';
import { judge } from '../judge/judge.ts';
import { VERSION } from '../judge/version.ts';
import { RULES } from '../suites/index.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { type Done, type Task, tasks } from './prove-task.ts';

/** How to prove. */
export interface ProveOptions {
  /** Which deviations, variations and null servers, by id; all by default. */
  readonly wanted?: (id: string) => boolean;
  readonly seed?: number;
  /** Random combinations of variations. */
  readonly combinations?: number;
  /** Servers judged at the same time; one per core by default. */
  readonly jobs?: number;
  readonly onTask?: (done: number, of: number) => void;
}

/** Rules that cannot fail: they only tell. */
const ONLY_TELLS: readonly string[] = ['status/in-table'];

/** Judges every deliberate fault, every legal variation and every server that knows nothing, and counts. */
export async function prove(options: ProveOptions = {}): Promise<Proof> {
  const { wanted = () => true, seed = 1, jobs = availableParallelism(), combinations } = options;
  const done = await inWorkers(tasks(wanted, combinations), seed, jobs, options.onTask);
  const kills = done.flatMap((one) => (one.kind === 'deviation' ? [one.kill] : []));
  const calms = done.flatMap((one) => (one.kind === 'variation' ? [one.calm] : []));
  const together = done.flatMap((one) => (one.kind === 'combination' ? [one.calm] : []));
  const nothings = done.flatMap((one) => (one.kind === 'nothing' ? [one.nothing] : []));
  const plain = await judge({ seed });
  const { must, should } = plain.summary;
  const verdicts = plain.results.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail').length;
  return {
    format: 'assayer-proof/1',
    tool: { name: 'assayer', version: VERSION },
    seed,
    rules: RULES.length,
    deviations: kills.length,
    killed: kills.filter(({ survived }) => survived.length === 0).length,
    misattributed: kills.filter(({ misattributed }) => misattributed.length > 0).length,
    variations: calms.length,
    combinations: together.length,
    falseAlarms: [...calms, ...together].reduce((sum, { alarms }) => sum + alarms.length, 0),
    nullPasses: nothings.reduce((sum, { passes }) => sum + passes.length, 0),
    requestsPerVerdict: Math.round((plain.run.requests / verdicts) * 10) / 10,
    conformant: { requests: plain.run.requests, must, should },
    unproven: unproven(),
    kills,
    calms,
    together,
    nothings,
  };
}

/** Rules that no deviation names as the one that it breaks. */
export function unproven(): string[] {
  const broken = new Set(DEVIATIONS.flatMap(({ breaks }) => breaks));
  return RULES.map(({ id }) => id).filter((id) => !broken.has(id) && !ONLY_TELLS.includes(id));
}

// Each worker takes the next task as it gets free; the results keep the order of the tasks.
async function inWorkers(
  all: readonly Task[],
  seed: number,
  jobs: number,
  onTask: ProveOptions['onTask'] = () => undefined,
): Promise<Done[]> {
  const results: Done[] = [];
  let next = 0;
  let finished = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./prove-worker.js', import.meta.url));
    try {
      for (let i = next++; i < all.length; i = next++) {
        const task = all[i];
        if (task === undefined) return;
        results[i] = await ask(worker, task, seed);
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

function ask(worker: Worker, task: Task, seed: number): Promise<Done> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer: { done: Done } | { failed: string }) => {
      worker.off('error', reject);
      if ('done' in answer) resolve(answer.done);
      else reject(new Error(answer.failed));
    });
    worker.postMessage({ task, seed });
  });
}
