import { type Clock, pause } from './clock.ts';

/** The first pause, in milliseconds; each is twice the one before. */
const FIRST_MS = 25;

/** The least `settleMs` by which `until` pauses for so many milliseconds in all, where nothing is done: just as long as those pauses. */
export function pausesFor(milliseconds: number): number {
  let paused = 0;
  for (let wait = FIRST_MS; paused < milliseconds; wait *= 2) paused += wait;
  return paused;
}

/**
 * Asks again, after ever longer pauses, until an answer is as hoped or the next pause would make them longer than `settleMs` together;
 * gives the last answer. What the answers take does not count: a slow target, or a busy machine, is asked as often as any other.
 */
export async function until<T>(
  { clock, settleMs }: { readonly clock: Clock; readonly settleMs: number },
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
): Promise<T> {
  let paused = 0;
  for (let wait = FIRST_MS; ; wait *= 2) {
    const answer = await ask();
    if (done(answer) || paused + wait > settleMs) return answer;
    await pause(clock, wait);
    paused += wait;
  }
}
