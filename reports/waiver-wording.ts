import type { AppliedWaiver, Results } from '../core/results/results.ts';
import { daysBetween } from '../core/results/waivers.ts';
import { plural } from './wording.ts';

/** A waiver in a phrase: why, who answers for it, for how long still, and since when. */
export function waiverPhrase(waiver: AppliedWaiver, results: Results): string {
  const { reason, owner, expires, since } = waiver;
  const today = results.run.startedAt.slice(0, 10);
  const left = daysBetween(today, expires);
  const age = since === undefined ? '' : `, waived for ${plural(daysBetween(since, today), 'day')}`;
  return `${reason} (${owner}; until ${expires}, ${left === 0 ? 'its last day' : `${plural(left, 'day')} left`}${age})`;
}

/** The waivers that have to go, a line each. */
export function waiverProblems({ summary }: Results): readonly string[] {
  return (summary.waivers?.problems ?? []).map(({ message }) => message);
}

/** What to know about the waivers that hold, a line each. */
export function waiverNotes({ summary }: Results): readonly string[] {
  return summary.waivers?.notes ?? [];
}
