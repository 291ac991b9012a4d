import type { Result, Results } from '../../core/results/results.ts';

/** What a conformant target must not give: a binding result that is neither a pass nor not applicable. */
export function bad(results: Results): string[] {
  return results.results
    .filter(({ level, outcome }) => level !== 'may' && outcome !== 'pass' && outcome !== 'not-applicable')
    .map(tell);
}

/** The results that ended so, by rule and subject. */
export function those(results: Results, wanted: (result: Result) => boolean): string[] {
  return results.results.filter(wanted).map(({ rule, subject }) => `${rule} on ${subject}`);
}

function tell({ outcome, rule, subject, reason, counterexample = '' }: Result): string {
  return `${outcome}: ${rule} on ${subject}: ${reason} ${counterexample}`;
}
