import { setMaxListeners } from 'node:events';
import type { JudgeOptions } from './options.ts';

/** What ends a run before it has tried everything. */
export interface Stop {
  readonly signal: AbortSignal;
  bail(): void;
  done(): void;
}

/** How long cleaning up may take: part of the time limit, so that a run ends within it, and never more than half of it. */
export function cleanUpTime({ maxTimeMs = 300_000, cleanUpMs = 10_000 }: JudgeOptions): number {
  return Math.min(cleanUpMs, maxTimeMs / 2);
}

/** What ends a run early: the caller, the time limit, or the first failure. */
export function stopSignal(options: JudgeOptions): Stop {
  const { signal, maxTimeMs = 300_000 } = options;
  const stop = new AbortController();
  // Every request under way listens to it.
  setMaxListeners(0, stop.signal);
  const timer = setTimeout(
    () => stop.abort(new Error(`the run was stopped after its time limit of ${maxTimeMs} ms`)),
    maxTimeMs - cleanUpTime(options),
  );
  const follow = (): void =>
    stop.abort(signal?.reason instanceof Error ? signal.reason : new Error('the run was interrupted'));
  if (signal?.aborted === true) follow();
  signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: stop.signal,
    bail: () => stop.abort(new Error('the run was stopped at the first failure (--bail)')),
    done: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

/** Why a run was ended, in words. */
export function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : 'the run was stopped';
}
