/** How a run tells the time and waits. A run that is judged again from its transcript has the times of then, and waits for nothing. */
export interface Clock {
  /** Milliseconds; only differences mean something. */
  now(): number;
  /** Calls back once after so many milliseconds; what it returns takes that back. */
  after(milliseconds: number, call: () => void): () => void;
}

/** The clock of this machine. */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Waits by a clock. `until` ends the waiting early, and leaves no timer behind. */
export function pause(clock: Clock, milliseconds: number, until?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(milliseconds, resolve);
    const end = (): void => {
      cancel();
      resolve();
    };
    until?.addEventListener('abort', end, { once: true });
  });
}
