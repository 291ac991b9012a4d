import { STATUS } from './status.ts';

/** Ctrl-C while a run is on: the first asks it to end and clean up, the second ends the process at once. */
export interface Interrupt extends Disposable {
  readonly signal: AbortSignal;
}

/** Listens until it is disposed of. `last` are lines to be told where the process ends at once. */
export function onInterrupt(tell: (line: string) => void, last: () => readonly string[] = () => []): Interrupt {
  const stop = new AbortController();
  const interrupted = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted) {
      last().forEach(tell);
      process.exit(STATUS.interrupted);
    }
    tell('stopping: what was created is being deleted; once more to stop at once');
    stop.abort(new Error(`the run was interrupted (${name})`));
  };
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  process.on('SIGHUP', interrupted);
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', interrupted);
      process.off('SIGHUP', interrupted);
    },
  };
}
