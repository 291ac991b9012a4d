import type { Proof } from '../core/results/proof.ts';

/** What each rule costs, and what it caught of the faults that were judged; the dearest first. */
export function costsMarkdown({ conformant, kills, caught = [] }: Proof): string {
  const rows = Object.entries(conformant.costs)
    .toSorted(([, a], [, b]) => b - a)
    .map(([rule, requests]) => {
      const deviations = kills.filter(({ struck }) => struck.includes(rule)).length;
      const mutants = caught.filter((one) => one.rule === rule).length;
      return `| ${rule} | ${requests} | ${deviations} | ${mutants} | ${per100(deviations + mutants, requests)} |`;
    });
  return `
## What each rule costs

Requests of a run on the conformant mock. Evidence that rules share counts for the rule that came first, so that some have none of their
own. A deviation counts for every rule that failed, a mutant for the first one.

| rule | requests | deviations | mutants | faults per 100 requests |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function per100(faults: number, requests: number): string {
  return requests === 0 ? '' : ((100 * faults) / requests).toFixed(1);
}
