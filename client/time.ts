import { messageOf } from '../core/message-of.ts';
import type { Limits } from './reply.ts';

/** Calls back once when an attempt's time is over or the run is given up, unless cancelled before. */
export function expire(
  limits: Pick<Limits, 'timeoutMs' | 'signal'>,
  over: (kind: 'timeout' | 'aborted', why: string) => void,
): { cancel(): void } {
  const aborted = (): void => over('aborted', reasonOf(limits.signal));
  // What has arrived in the meantime is read first, so that a busy process does not blame the target.
  const timer = setTimeout(
    () => setImmediate(() => over('timeout', `no complete answer within ${limits.timeoutMs} ms`)),
    limits.timeoutMs,
  );
  limits.signal.addEventListener('abort', aborted, { once: true });
  return {
    cancel: () => {
      clearTimeout(timer);
      limits.signal.removeEventListener('abort', aborted);
    },
  };
}

/** Why a signal was aborted, in words. */
export function reasonOf(signal: AbortSignal): string {
  return messageOf(signal.reason);
}

/** Waits; ends early, without rejecting, when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
