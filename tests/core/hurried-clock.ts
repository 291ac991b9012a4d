import type { Clock } from '../../core/run/clock.ts';

/** A clock whose time passes as soon as somebody waits, and when it is told to. */
export interface HurriedClock extends Clock {
  pass(milliseconds: number): void;
}

/** Starts one at 0. */
export function hurriedClock(): HurriedClock {
  let now = 0;
  const pass = (milliseconds: number): void => {
    now += Math.max(0, milliseconds);
  };
  return {
    now: () => now,
    after(milliseconds, call) {
      pass(milliseconds);
      queueMicrotask(call);
      return () => undefined;
    },
    pass,
  };
}
