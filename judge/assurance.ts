import type { Assurance } from '../core/results/assurance.ts';
import { assure, exercisedIn, type RuleKinds } from '../core/results/assure.ts';
import type { Results } from '../core/results/results.ts';
import { RULES } from '../suites/index.ts';
import { dictionary } from './dictionary.ts';

/** Every rule, as far as an assurance asks. */
export const RULE_KINDS: RuleKinds = new Map(
  RULES.map(({ id, level, clause, passive, drivenBy }) => [
    id,
    { level, clause, watches: passive === true, ...(drivenBy === undefined ? {} : { drivers: drivenBy }) },
  ]),
);

/** How many known faults a run would have caught, as its results hold it; nothing where nothing could be judged. */
export function assuranceOf(
  run: Pick<Results, 'target' | 'results'> & { readonly run: Pick<Results['run'], 'selection'> },
): { readonly assurance?: Assurance } {
  if ([...exercisedIn(run).values()].every(({ size }) => size === 0)) return {};
  const assurance = assure(run, dictionary(), RULE_KINDS);
  return assurance.known === 0 ? {} : { assurance };
}
