import pLimit from 'p-limit';

/** Who may use the target at the same time. */
export interface Lanes {
  /** Runs a task beside others, as soon as a lane is free. */
  beside<T>(task: () => Promise<T>): Promise<T>;
  /** Runs a task while nothing else runs. It waits for what was queued before it. */
  alone<T>(task: () => Promise<T>): Promise<T>;
}

/** Opens so many lanes. A task must not wait for another task while it holds one. */
export function openLanes(width: number): Lanes {
  const lane = pLimit(width);
  const soloist = pLimit(1);
  return {
    beside: (task) => lane(task),
    // One at a time takes all lanes: two of them, with half of the lanes each, would wait for ever.
    alone: (task) =>
      soloist(async () => {
        let release = (): void => undefined;
        const over = new Promise<void>((resolve) => {
          release = resolve;
        });
        const takeLane = (): Promise<void> =>
          new Promise((taken) => {
            void lane(() => {
              taken();
              return over;
            });
          });
        await Promise.all(Array.from({ length: width }, takeLane));
        try {
          return await task();
        } finally {
          release();
        }
      }),
  };
}
