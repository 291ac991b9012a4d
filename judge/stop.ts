import { setMaxListeners } from 'node:events';
import type { StopSignals } from '../core/run/until-stopped.ts';
import type { RunConfig } from './config.ts';

type StopOptions = Pick<RunConfig, 'signal' | 'cleanUpSignal' | 'maxTimeMs' | 'usedMs' | 'cleanUpMs'>;

/** What ends a run before it has tried everything, and how long it may then take. */
export interface Stop extends StopSignals, Disposable {
  /** Ends the clean-up too; absent where nobody can. */
  readonly giveUp?: AbortSignal | undefined;
  bail(): void;
  /** Milliseconds that are left for cleaning up: all of its time, or what is left of it since the run was stopped. */
  cleanUpLeft(): number;
}

/** What ends a run early: the caller, the time limit, or the first failure. */
export function stopSignal(options: StopOptions): Stop {
  const { signal, cleanUpSignal, maxTimeMs } = options;
  const cleanUpMs = cleanUpTime(options);
  const stop = new AbortController();
  const writes = new AbortController();
  // Every request under way listens to them.
  setMaxListeners(0, stop.signal, writes.signal);
  let stoppedAt: number | undefined;
  let grace: ReturnType<typeof setTimeout> | undefined;
  const endWrites = (): void => writes.abort();
  const end = (why: Error): void => {
    if (stoppedAt !== undefined) return;
    stoppedAt = performance.now();
    grace = setTimeout(endWrites, cleanUpMs / 2);
    stop.abort(why);
  };
  const timer = setTimeout(
    () => end(new Error(`the run was stopped after its time limit of ${maxTimeMs} ms`)),
    timeLeft(options) - cleanUpMs,
  );
  const follow = (): void =>
    end(signal?.reason instanceof Error ? signal.reason : new Error('the run was interrupted'));
  if (signal?.aborted === true) follow();
  signal?.addEventListener('abort', follow, { once: true });
  cleanUpSignal?.addEventListener('abort', endWrites, { once: true });
  return {
    signal: stop.signal,
    writesSignal: writes.signal,
    giveUp: cleanUpSignal,
    bail: () => end(new Error('the run was stopped at the first failure (--bail)')),
    cleanUpLeft: () => (stoppedAt === undefined ? cleanUpMs : Math.max(0, stoppedAt + cleanUpMs - performance.now())),
    [Symbol.dispose]() {
      clearTimeout(timer);
      clearTimeout(grace);
      signal?.removeEventListener('abort', follow);
      cleanUpSignal?.removeEventListener('abort', endWrites);
    },
  };
}

// Part of the time limit, so that a run ends within it, and never more than half of it.
function cleanUpTime(options: StopOptions): number {
  return Math.min(options.cleanUpMs, timeLeft(options) / 2);
}

/** Milliseconds from the beginning of a run to the end of its clean-up. */
function timeLeft({ maxTimeMs, usedMs = 0 }: StopOptions): number {
  return maxTimeMs - Math.min(usedMs, maxTimeMs / 2);
}
