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

/** So long a job of a service is taken to be due after the write that it is for, where nothing tells that it comes later; and so long at most. */
const [LATEST_MS, LATEST_OF_ALL_MS] = [6000, 20_000];

/** The same where what is looked for came about first so many milliseconds after the first write. */
export function latestMs(firstMs: number): number {
  return Math.min(LATEST_OF_ALL_MS, Math.max(LATEST_MS, 1.25 * firstMs));
}

/**
 * Whether something goes on where the run has ceased to write: not at all, `for a while`, as what jobs of the service do some time after a
 * write, or for good, as the work of others does. `dueMs`: so long after a write a job may be due.
 */
export async function goesOn(
  clock: Clock,
  { waitMs, dueMs }: { readonly waitMs: number; readonly dueMs: number },
  look: () => Promise<boolean>,
): Promise<'no' | 'for a while' | 'for good'> {
  const beganAt = clock.now();
  if (!(await happensIn(clock, waitMs, look))) return 'no';
  // A job that is due by now may still have done it. What is due is done after a while, and others go on.
  await pause(clock, dueMs - (clock.now() - beganAt));
  await look();
  return (await happensIn(clock, waitMs, look)) ? 'for good' : 'for a while';
}

/** The least time in which nothing may be seen, or the whole time of writing where that is shorter; and the longest. */
const [LEAST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 20_000];

/** The chance that others who go on as they did do nothing in that time. */
const CHANCE = 0.02;

/**
 * How long nothing may be seen, so that it is no chance: others of whom `count` deeds were seen in `wroteMs` milliseconds do none in so many
 * times that time with a chance of (1 + times) ** -count, however often they do one. Undefined where that is too long.
 */
export function waitFor(count: number, wroteMs: number): number | undefined {
  const waitMs = Math.max(Math.min(LEAST_WAIT_MS, wroteMs), wroteMs * (CHANCE ** (-1 / count) - 1));
  return waitMs > LONGEST_WAIT_MS ? undefined : waitMs;
}
