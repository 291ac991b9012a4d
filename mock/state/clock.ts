/** What makes a clock differ from the machine's. */
export interface ClockSetting {
  /** Milliseconds; undefined: it goes. */
  readonly stoppedAt: number | undefined;
  /** By how many milliseconds it was moved while it went. */
  readonly aheadMs: number;
}

/** The time that a mock goes by: the machine's, moved by what was asked for, or standing still. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Stands still at a time until it is moved. */
  stop(at: number): void;
  /** Moves on, or back, by so many milliseconds. */
  move(by: number): void;
  /** Goes with the machine's time again. */
  go(): void;
  readonly stopped: boolean;
  readonly setting: ClockSetting;
  /** Goes on as another clock of that setting would. */
  set(setting: ClockSetting): void;
  /** Calls `listener` whenever the setting is another, before that is acknowledged; returns what ends that. */
  listen(listener: () => void): () => void;
}

/** A clock that goes with `time`; given `at`, it begins standing still there. */
export function createClock(time: () => number = Date.now, at?: number): Clock {
  let still = at;
  let ahead = 0;
  const listeners = new Set<() => void>();
  const set = ({ stoppedAt, aheadMs }: ClockSetting): void => {
    still = stoppedAt;
    ahead = aheadMs;
    for (const listener of listeners) listener();
  };
  return {
    now: () => still ?? time() + ahead,
    stop: (when) => set({ stoppedAt: when, aheadMs: ahead }),
    move: (by) =>
      set(
        still === undefined ? { stoppedAt: undefined, aheadMs: ahead + by } : { stoppedAt: still + by, aheadMs: ahead },
      ),
    go: () => set({ stoppedAt: undefined, aheadMs: 0 }),
    get stopped() {
      return still !== undefined;
    },
    get setting() {
      return { stoppedAt: still, aheadMs: ahead };
    },
    set,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
