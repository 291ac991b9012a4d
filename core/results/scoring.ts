import type { Level } from '../rule.ts';
import type { Result } from './results.ts';

/** The rules of one release, and how binding each was. */
export type Catalogue = Readonly<Record<string, Level>>;

/** A result as a release scores it: at the level of then; undefined where the rule is newer. */
export function scored(result: Result, catalogue: Catalogue | undefined): Result | undefined {
  if (catalogue === undefined) return result;
  const level = Object.hasOwn(catalogue, result.rule) ? catalogue[result.rule] : undefined;
  return level === undefined ? undefined : { ...result, level };
}

/** What counts by a release, and what of newer rules does not. */
export function splitByScore(
  results: readonly Result[],
  catalogue: Catalogue | undefined,
): { readonly results: readonly Result[]; readonly unscored: readonly Result[] } {
  return {
    results: results.flatMap((result) => scored(result, catalogue) ?? []),
    unscored: results.filter((result) => scored(result, catalogue) === undefined),
  };
}
