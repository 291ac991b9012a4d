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
  const inAll = Math.min(LONGEST_LOOK_MS, Math.max(LEAST_MS, TIMES_AS_LONG * withinMs));
  for (let i = 0; i < LOOKS; i += 1) {
    // Each time twice as long as before: what happens often is seen soon.
    await pause(clock, inAll / 2 ** (LOOKS - i));
    if (await look()) return true;
  }
  return false;
}
