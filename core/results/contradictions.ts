import type { Results } from './results.ts';
import { summarise } from './verdict.ts';

/** A member of the summary that does not follow from the results. */
export interface Contradiction {
  /** `summary.must.pass`. */
  readonly member: string;
  readonly told: number | string;
  /** What the results make of it. */
  readonly due: number | string;
}

const LEVELS = ['must', 'should', 'may'] as const;

/** What of the summary does not follow from the results beside it. They may have been edited as well: only the transcript shows that. */
export function contradictionsIn({ results, run, summary }: Results): readonly Contradiction[] {
  const { interrupted, selection, shard } = run;
  const due = summarise(results, {
    level: selection.level,
    isShard: shard !== undefined,
    // The limits that were asked for are not saved.
    minExercised: 0,
    ...(interrupted === undefined ? {} : { interrupted }),
  });
  return [
    ...verdictOf(summary.verdict, due.verdict),
    ...LEVELS.flatMap((level) => differing(`summary.${level}`, summary[level], due[level])),
    ...differing('summary.coverage', summary.coverage, due.coverage),
    ...waivedOf({ results, summary }),
  ];
}

/** Limits that are not met, and what could not be found at the target, make of all but a failure that nothing is judged. */
function verdictOf(told: string, due: string): Contradiction[] {
  if (told === due || (told === 'not-judged' && due !== 'non-conformant')) return [];
  return [{ member: 'summary.verdict', told, due }];
}

function waivedOf({ results, summary }: Pick<Results, 'results' | 'summary'>): Contradiction[] {
  if (summary.waivers === undefined) return [];
  const waived = results.filter(({ waiver }) => waiver !== undefined).length;
  return differing('summary.waivers', { waived: summary.waivers.waived }, { waived });
}

function differing<Member extends string>(
  of: string,
  told: Readonly<Record<Member, number>>,
  due: Readonly<Record<Member, number>>,
): Contradiction[] {
  const members = Object.keys(due) as Member[]; // its own keys
  return members
    .filter((member) => told[member] !== due[member])
    .map((member) => ({ member: `${of}.${member}`, told: told[member], due: due[member] }));
}
