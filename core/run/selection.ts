import type { Selection } from '../results/results.ts';

/** Whether a run was asked for a part of what there is to judge, so that its verdict is about that part. */
export function isSelective({ leftOut, lastFailed }: Selection): boolean {
  return leftOut.rules > 0 || (leftOut.results ?? 0) > 0 || lastFailed === true;
}
