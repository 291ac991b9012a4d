import { type Clock, pause } from '../run/clock.ts';

/**
 * So often it is looked whether something happens while the run writes nothing: within a second, or within so many times the time in
 * which it happened beside a write. Who does it that seldom does not do it beside two of a few writes by chance.
 */
const [LOOKS, LEAST_MS, TIMES_AS_LONG] = [8, 1000, 40];

/** So long at most the run looks, and writes nothing. */
export const LONGEST_LOOK_MS = 5000;

/**
 * Looks for a while whether what happened beside a write of the run happens without one as well: then it is somebody else's doing, as far
 * as anybody can tell. `withinMs`: it happened within so many milliseconds.
 */
export async function happensWithout(clock: Clock, withinMs: number, look: () => Promise<boolean>): Promise<boolean> {
  return happensIn(clock, Math.min(LONGEST_LOOK_MS, Math.max(LEAST_MS, TIMES_AS_LONG * withinMs)), look);
}

/** Looks several times within so many milliseconds whether something happens. */
export async function happensIn(clock: Clock, inAllMs: number, look: () => Promise<boolean>): Promise<boolean> {
  for (let i = 0; i < LOOKS; i += 1) {
    // Each time twice as long as before: what happens often is seen soon.
    await pause(clock, inAllMs / 2 ** (LOOKS - i));
    if (await look()) return true;
  }
  return false;
}

/** Who works now and then may rest for a while: before what happened beside a second write is blamed on it, it is looked so often. */
const AGAIN = 3;

/** The same; `isAgain`: it happened beside a write before, and was not seen to happen without one. */
export async function happensElsewhere(
  clock: Clock,
  { withinMs, isAgain }: { readonly withinMs: number; readonly isAgain: boolean },
  look: () => Promise<boolean>,
): Promise<boolean> {
  for (let i = 0; i < (isAgain ? AGAIN : 1); i += 1) if (await happensWithout(clock, withinMs, look)) return true;
  return false;
}
