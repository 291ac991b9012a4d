/** Asks again, after ever longer pauses, until an answer is as hoped or effects have had `settleMs` to show; gives the last answer. */
export async function until<T>(settleMs: number, ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T> {
  const started = performance.now();
  for (let wait = 25; ; wait *= 2) {
    const answer = await ask();
    if (done(answer) || performance.now() - started + wait > settleMs) return answer;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
