import type { Bounds } from './file.ts';

/** Something to be done against a host. */
export interface HostTask {
  readonly host: string;
}

/** Does every task: so many at once in all, and so many against one host. What is begun is in the order of the tasks. */
export async function schedule<T extends HostTask>(
  tasks: readonly T[],
  { together, perHost }: Pick<Bounds, 'together' | 'perHost'>,
  run: (task: T) => Promise<void>,
): Promise<void> {
  const waiting = [...tasks];
  const busy = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const isFree = ({ host }: T): boolean => (busy.get(host) ?? 0) < perHost;
  while (waiting.length > 0 || running.size > 0) {
    const at = running.size < together ? waiting.findIndex(isFree) : -1;
    const [task] = at === -1 ? [] : waiting.splice(at, 1);
    if (task === undefined) {
      await Promise.race(running);
      continue;
    }
    busy.set(task.host, (busy.get(task.host) ?? 0) + 1);
    const done = run(task).finally(() => {
      busy.set(task.host, (busy.get(task.host) ?? 1) - 1);
      running.delete(done);
    });
    running.add(done);
  }
}

/** The requests per second of one run, so that all together keep both limits; undefined without a limit. */
export function rateOfOne({ together, perHost, rate, ratePerHost }: Bounds): number | undefined {
  const shares = [
    ...(rate === undefined ? [] : [rate / together]),
    ...(ratePerHost === undefined ? [] : [ratePerHost / perHost]),
  ];
  return shares.length === 0 ? undefined : Math.min(...shares);
}
