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
}

/** A clock that goes with `time`; given `at`, it begins standing still there. */
export function createClock(time: () => number = Date.now, at?: number): Clock {
  let still = at;
  let ahead = 0;
  return {
    now: () => still ?? time() + ahead,
    stop(when) {
      still = when;
    },
    move(by) {
      if (still === undefined) ahead += by;
      else still += by;
    },
    go() {
      still = undefined;
      ahead = 0;
    },
    get stopped() {
      return still !== undefined;
    },
  };
}
