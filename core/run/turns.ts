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

/**
 * Opens the turns of one run. `signal`: the end of it, at which nobody waits any longer for what came before: a request may never be
 * answered. From then on they begin anew.
 */
export function openTurns(signal?: AbortSignal): Turns {
  const last = new Map<string, Promise<void>>();
  const passing = new Map<string, Set<Promise<void>>>();
  let over = ending();
  const isOver = (): void => {
    last.clear();
    passing.clear();
    over.end();
    over = ending();
  };
  if (signal?.aborted !== true) signal?.addEventListener('abort', isOver, { once: true });
  return {
    async take(name) {
      const before = last.get(name);
      const { ended, end } = ending();
      last.set(name, ended);
      const noLonger = over.ended;
      await Promise.race([before, noLonger]);
      await Promise.race([Promise.all(passing.get(name) ?? []), noLonger]);
      return end;
    },
    async passBy(name) {
      const noLonger = over.ended;
      // Somebody else may have taken the turn meanwhile.
      for (let before = last.get(name); ; before = last.get(name)) {
        await Promise.race([before, noLonger]);
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
