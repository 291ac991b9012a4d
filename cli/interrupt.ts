import { STATUS } from './status.ts';
import { leave } from './streams.ts';

/**
 * Ctrl-C while a run is on. The first ends the judging; what was created is deleted. The second changes nothing: a terminal
 * and npm may both pass on one key press. The third gives up deleting, and what stays is told. The fourth leaves without a report.
 */
export interface Interrupt extends Disposable {
  readonly signal: AbortSignal;
  /** The third. */
  readonly cleanUpSignal: AbortSignal;
  /** Ctrl-C as a key: a terminal that gives keys as they are sends no signal. */
  press(): void;
}

// Reports are written in less, on a busy machine too; what takes longer is stuck.
const LAST_MS = 10_000;

/** Listens until it is disposed of. `last` are lines to be told where the process has to end without a report. */
export function onInterrupt(tell: (line: string) => void, last: () => readonly string[] = () => []): Interrupt {
  const stop = new AbortController();
  const giveUp = new AbortController();
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    last().forEach(tell);
    leave(STATUS.interrupted);
  };
  const interrupted = (name: NodeJS.Signals): void => {
    count += 1;
    if (count === 1) {
      tell('stopping: what was created is being deleted (--cleanup-time at most)');
      stop.abort(new Error(`the run was interrupted (${name})`));
    } else if (count === 2) tell('still deleting what was created; once more gives up, and what stays is told');
    else if (count === 3) {
      tell('giving up: what was created and not deleted stays');
      giveUp.abort();
      timer = setTimeout(end, LAST_MS);
    } else end();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, interrupted);
  return {
    signal: stop.signal,
    cleanUpSignal: giveUp.signal,
    press: () => interrupted('SIGINT'),
    [Symbol.dispose]() {
      clearTimeout(timer);
      // Once interrupted the process ends by itself with 130; a further signal must not make that a death by signal.
      if (count === 0) for (const name of signals) process.off(name, interrupted);
    },
  };
}
