import { type Clock, pause } from './clock.ts';

/** Asks again, after ever longer pauses, until an answer is as hoped or effects have had `settleMs` to show; gives the last answer. */
export async function until<T>(
  { clock, settleMs }: { readonly clock: Clock; readonly settleMs: number },
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
): Promise<T> {
  const started = clock.now();
  for (let wait = 25; ; wait *= 2) {
    const answer = await ask();
    if (done(answer) || clock.now() - started + wait > settleMs) return answer;
    await pause(clock, wait);
  }
}
