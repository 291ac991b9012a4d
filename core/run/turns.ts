/** Lets one at a time through of those that share a name, and beside it nobody who passes by. */
export interface Turns {
  /** Waits for the turn, and until those that pass by have ended; the function that it gives ends it. */
  take(name: string): Promise<() => void>;
  /** Waits while somebody has the turn. Many may pass by at a time; the function that it gives ends that. */
  passBy(name: string): Promise<() => void>;
}

/**
 * The turn of the writes that are looked at, which all others pass by: beside one that is looked at, none is under way that may take records
 * of others away. One for all collections: a write to one may take records of another one.
 */
export const WRITES = 'writes';

/** Opens the turns of one run. */
export function openTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  const passing = new Map<string, Set<Promise<void>>>();
  return {
    async take(name) {
      const before = last.get(name);
      const { ended, end } = ending();
      last.set(name, ended);
      await before;
      await Promise.all(passing.get(name) ?? []);
      return end;
    },
    async passBy(name) {
      // Somebody else may have taken the turn meanwhile.
      for (let before = last.get(name); ; before = last.get(name)) {
        await before;
        if (last.get(name) === before) break;
      }
      const { ended, end } = ending();
      const others = passing.get(name) ?? new Set();
      passing.set(name, others.add(ended));
      return () => {
        others.delete(ended);
        end();
      };
    },
  };
}

function ending(): { readonly ended: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((done) => {
    end = done;
  });
  return { ended, end };
}
