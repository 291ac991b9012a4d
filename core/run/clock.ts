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

/** Waits by a clock. */
export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}
