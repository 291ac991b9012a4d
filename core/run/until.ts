import { type Clock, pause } from './clock.ts';

/** The first pause, in milliseconds; each is twice the one before. */
const FIRST_MS = 25;

/**
 * Asks again, after ever longer pauses, until an answer is as hoped or those pauses were `settleMs` together, the last one as long as what
 * is left of that: nobody is told to have been given time that he was not given. Gives the last answer. What the answers take does not
 * count: a slow target, or a busy machine, is asked as often as any other.
 */
export async function until<T>(
  { clock, settleMs }: { readonly clock: Clock; readonly settleMs: number },
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
): Promise<T> {
  let left = settleMs;
  for (let wait = FIRST_MS; ; wait *= 2) {
    const answer = await ask();
    if (done(answer) || left <= 0) return answer;
    const next = Math.min(wait, left);
    await pause(clock, next);
    left -= next;
  }
}
