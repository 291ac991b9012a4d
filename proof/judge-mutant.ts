import type { Result } from '../core/results/results.ts';
import { judgeWrapped } from './judge-wrapped.ts';
import { isSeen } from './mutants/drive.ts';
import type { Mutant } from './mutants/mutant.ts';
import { narrowed, withReadings } from './narrowed.ts';
import { ACTIVE, type Reach, reaching, WATCHING } from './reach.ts';

/** What became of one mutant: `rule` killed it, or was not binding enough to. */
export interface MutantOutcome {
  readonly outcome: 'killed' | 'survived' | 'inert';
  readonly rule?: string;
}

/** Generated cases per property: what is always tried is what most servers differ in. */
export const RUNS = 2;

/**
 * Judges one mutant: killed when a rule of level must or should fails. The plain mock fails none, so no failure is owed to it.
 * Rules that meet what the mutant changes are tried first, those of its clause before the others, with the operations that it has to do with.
 * What survives these is judged as a service is, by all rules on the whole target: an answer may be wrong only after what was left out. The
 * first failure ends it.
 */
export async function judgeMutant(mutant: Mutant, reach: Reach | undefined, seed: number): Promise<MutantOutcome> {
  if (!(await isSeen(mutant))) return { outcome: 'inert' };
  const rules = reach === undefined ? ACTIVE : reaching(reach, mutant);
  const likely = rules.filter((id) => likelyClauses(mutant).includes(id.split('/')[0] ?? ''));
  const others = rules.filter((id) => !likely.includes(id));
  let told: string | undefined;
  for (const some of [likely, others, 'all'] as const) {
    if (some.length === 0) continue;
    const { rule, level } = (await firstFailure(mutant, seed, some)) ?? {};
    if (rule !== undefined && level !== 'may') return { outcome: 'killed', rule };
    told ??= rule;
  }
  return { outcome: 'survived', ...(told === undefined ? {} : { rule: told }) };
}

/** The first failure that binds, or else one that does not. */
async function firstFailure(
  mutant: Mutant,
  seed: number,
  rules: readonly string[] | 'all',
): Promise<Result | undefined> {
  const stop = new AbortController();
  const found: Result[] = [];
  await judgeWrapped({
    wrap: mutant.wrap,
    options: mutant.options,
    file: (whole) => (rules === 'all' ? withReadings(whole, mutant) : narrowed(mutant, whole)),
    how: {
      seed,
      runs: RUNS,
      signal: stop.signal,
      ...(rules === 'all' ? {} : { rules: [...rules, ...WATCHING] }),
      onResult(result) {
        if (result.outcome !== 'fail') return;
        found.push(result);
        if (result.level !== 'may') stop.abort();
      },
    },
  });
  return found.find(({ level }) => level !== 'may') ?? found[0];
}

// By how the clauses of the catalogue are called.
const LIKELY: readonly (readonly [place: RegExp, clauses: readonly string[]])[] = [
  [/^root\./u, ['session']],
  [/^users/u, ['read', 'negotiate', 'validator']],
  [/^deals\.post$/u, ['create']],
  [/^deals\.id\.delete$/u, ['delete']],
  [/^deals(?:\.id)?\.(?:get|head)$/u, ['create', 'read', 'validator', 'delete']],
  [/^deals\.|^commands\./u, ['operation']],
];

/** The clauses whose rules a mutant of this place most likely breaks. */
function likelyClauses({ place }: Mutant): readonly string[] {
  return LIKELY.find(([pattern]) => pattern.test(place))?.[1] ?? [];
}
