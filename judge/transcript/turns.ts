/**
 * Hands over to a run, one thing at a time, what comes to it from outside: answers, the end of a pause, the order to stop. The next
 * is handed over once the one before has had all its effect, so that what the run does depends on nothing but their order.
 */
export interface Turns {
  /** Says that there may be something to hand over. */
  due(): void;
  /** Waits for something that this process does by itself, such as an answer of the reference: nothing else is handed over meanwhile. */
  local<T>(coming: Promise<T>): Promise<T>;
  end(): void;
}

/** Takes turns: `next` gives how to hand over the next thing from outside, or undefined while there is none. */
export function takeTurns(next: () => (() => void) | undefined): Turns {
  const locals: { handOver: (() => void) | undefined }[] = [];
  let isDue = false;
  let isOver = false;
  // All that follows at once from what was handed over is done before the next macrotask.
  const due = (): void => {
    if (isDue || isOver) return;
    isDue = true;
    setImmediate(turn);
  };
  const turn = (): void => {
    isDue = false;
    if (isOver) return;
    const [local] = locals;
    // In the order in which they began, whichever ends first.
    if (local !== undefined && local.handOver === undefined) return;
    if (local !== undefined) locals.shift();
    const handOver = local === undefined ? next() : local.handOver;
    if (handOver === undefined) return;
    handOver();
    due();
  };
  return {
    due,
    local: (coming) =>
      new Promise((resolve, reject) => {
        const local: (typeof locals)[number] = { handOver: undefined };
        locals.push(local);
        const settle = (handOver: () => void): void => {
          local.handOver = handOver;
          due();
        };
        coming.then(
          (value) => settle(() => resolve(value)),
          (cause) => settle(() => reject(cause)),
        );
      }),
    end() {
      isOver = true;
    },
  };
}
