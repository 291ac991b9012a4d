// What limits how often one may ask, sessions that end and what stands in front come between equal requests as they please.
const PASSING: readonly number[] = [401, 403, 408, 421, 425, 429, 500, 502, 503, 504];

/** Whether an answer of this status says nothing of what another request at the same address is answered. */
export function isPassing(status: number): boolean {
  return PASSING.includes(status);
}
