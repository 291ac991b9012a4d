import type { Results } from '../core/results/results.ts';

/** What the exit status says: 0 it holds, 1 the target breaks a rule, 2 it could not be judged, 130 the run was interrupted. */
export const STATUS = { kept: 0, broken: 1, unjudged: 2, interrupted: 130 } as const;

/** The exit status of a run. What `--fail-on` names comes before the verdict. */
export function statusOf(results: Results, interrupted: boolean): number {
  if (interrupted) return STATUS.interrupted;
  const { verdict, failedOn = [], waivers } = results.summary;
  if (failedOn.length > 0) return STATUS.unjudged;
  const isGood = verdict === 'conformant' || verdict === 'partly-judged';
  // Waivers that have to go make the gate fail, so that none of them is forgotten.
  if (isGood && (waivers?.problems.length ?? 0) > 0) return STATUS.broken;
  // A limit that was asked for and is not met makes the verdict `not-judged`, so what is partly judged here is allowed.
  if (isGood) return STATUS.kept;
  return verdict === 'non-conformant' ? STATUS.broken : STATUS.unjudged;
}
