import type { Results } from '../core/results/results.ts';
import type { MockOptions } from '../mock/index.ts';
import type { Deviation } from '../proof/deviations/deviation.ts';
import { allDeviations, optionsOf } from '../proof/deviations/together.ts';

/** A judged target, as far as a mock can be like it. */
export interface Likeness {
  /** What the target claims, and under what its faults show. */
  readonly options: MockOptions;
  /** The faults that its diagnosis names. */
  readonly faults: readonly Deviation[];
  /** Failures that the mock does not show, since no known fault explains them. */
  readonly unexplained: readonly string[];
}

/** Reads how a judged target is, from what `--reporter json` saved. */
export async function likenessOf(path: string): Promise<Likeness> {
  // What reads results takes a quarter of the mock's start.
  const { loadResults } = await import('../judge/load-results.ts');
  return likenessIn(await loadResults(path));
}

/** How a judged target is. */
export async function likenessIn({ target, diagnosis }: Pick<Results, 'target' | 'diagnosis'>): Promise<Likeness> {
  const named = new Set(diagnosis?.causes.map(({ id }) => id));
  const faults = named.size === 0 ? [] : (await allDeviations()).filter(({ id }) => named.has(id));
  // What no claim says of the target is as the mock has it: validators are sent.
  return { options: { ...optionsOf(faults), ...target.claims }, faults, unexplained: diagnosis?.unexplained ?? [] };
}
