import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '../cli/assayer.ts';
import type { Started } from '../hostile/hostile-server.ts';

/** A way in which a run ends. */
export interface Ending {
  readonly id: string;
  /** What `check` is told. */
  readonly args: readonly string[];
  /** What is done to the process after so many changes of what the server keeps. */
  readonly strike?: (running: Running) => void;
}

// Enough on a machine that has much else to do.
const CLEANUP = ['--cleanup-time', '60s'] as const;

const signal = (name: NodeJS.Signals): Ending => ({ id: name, args: CLEANUP, strike: ({ child }) => child.kill(name) });

/** What the first three are answered with. */
const HEARD = ['stopping: ', 'still deleting ', 'giving up: '];

/** Sends Ctrl-C so many times, each when the one before was heard: signals that come at once may arrive as one. */
export async function interrupt({ child, stderr }: Running, times: number): Promise<void> {
  for (const words of HEARD.slice(0, times - 1)) {
    child.kill('SIGINT');
    while (!stderr().includes(words) && child.exitCode === null) await pause(5);
  }
  child.kill('SIGINT');
}

/** Every way in which a run may end and still clean up. */
export const ENDINGS: readonly Ending[] = [
  { id: 'to the end', args: CLEANUP },
  // A claim that does not hold, so that there is a failure to stop at.
  { id: '--bail', args: ['--bail', '--claim', 'indexBase=1', ...CLEANUP] },
  // Half of it is for cleaning up. The pace leaves a busy machine time for it, and the run something to do when it is stopped.
  { id: '--max-time', args: ['--max-time', '20s', '--rate', '150'] },
  signal('SIGINT'),
  signal('SIGTERM'),
  signal('SIGHUP'),
  // One key press may come twice, and somebody may press twice: both still clean up.
  { id: 'SIGINT twice', args: CLEANUP, strike: (running) => void interrupt(running, 2) },
];

/** Strikes once the server has changed what it keeps so many times; returns what ends that. */
export function strikeAfter(changes: number, server: Started, strike: () => void): () => void {
  let seen = 0;
  return server.watch(() => {
    seen += 1;
    if (seen === changes) strike();
  });
}
