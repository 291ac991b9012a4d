/** Lets one at a time through of those that share a name. */
export interface Turns {
  /** Waits for the turn; the function that it gives ends it. */
  take(name: string): Promise<() => void>;
}

/** Opens the turns of one run. */
export function openTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    async take(name) {
      const before = last.get(name);
      let end = (): void => undefined;
      last.set(
        name,
        new Promise((ended) => {
          end = ended;
        }),
      );
      await before;
      return end;
    },
  };
}
