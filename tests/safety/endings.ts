import type { ChildProcess } from 'node:child_process';
import type { Started } from '../hostile/hostile-server.ts';

/** A way in which a run ends. */
export interface Ending {
  readonly id: string;
  /** What `check` is told. */
  readonly args: readonly string[];
  /** What is done to the process after so many changes of what the server keeps. */
  readonly strike?: (child: ChildProcess) => void;
}

const signal = (name: NodeJS.Signals): Ending => ({ id: name, args: [], strike: (child) => child.kill(name) });

/** Sends Ctrl-C so many times, with a pause between: signals that come at once may arrive as one. */
export function interrupt(child: ChildProcess, times: number): void {
  child.kill('SIGINT');
  if (times > 1) setTimeout(() => interrupt(child, times - 1), 150).unref();
}

/** Every way in which a run may end and still clean up. */
export const ENDINGS: readonly Ending[] = [
  { id: 'to the end', args: [] },
  // A claim that does not hold, so that there is a failure to stop at.
  { id: '--bail', args: ['--bail', '--claim', 'indexBase=1'] },
  // Half of it is for cleaning up: enough on a machine that has much else to do.
  { id: '--max-time', args: ['--max-time', '8s'] },
  signal('SIGINT'),
  signal('SIGTERM'),
  signal('SIGHUP'),
  // One key press may come twice, and somebody may press twice: both still clean up.
  { id: 'SIGINT twice', args: [], strike: (child) => interrupt(child, 2) },
];

/** Strikes once the server has changed what it keeps so many times; returns what ends that. */
export function strikeAfter(changes: number, server: Started, strike: () => void): () => void {
  let seen = 0;
  return server.watch(() => {
    seen += 1;
    if (seen === changes) strike();
  });
}
