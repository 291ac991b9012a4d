import type { Claims } from '../core/claims.ts';

/** What a claim is taken to be, and why. */
export type Found = { readonly [K in keyof Claims]?: readonly [value: NonNullable<Claims[K]>, why: string] };

/** A claim's value, as notes and options spell it. */
export function claimText(value: unknown): string {
  return Array.isArray(value) ? (value.length === 0 ? 'none' : value.join(',')) : String(value);
}

/** Where the document is definite, its own word is assumed whatever the target does: a fault must show (4.4-c1, 5.3). */
export const OTHERWISE: Claims = {
  operationForms: [],
  emptyQuery: 200,
  commandQuery: false,
  representations: ['json'],
  selectors: [],
  create: 'created',
  session: 'presence',
  indexBase: 0,
};

/**
 * Every claim settled: as it was made, or as it was found, or as the document has it; the last two in words,
 * but for the idle ones, of which nothing depends.
 */
export function settleClaims(
  claims: Partial<Claims>,
  found: Found,
  idle: readonly (keyof Claims)[] = [],
): { claims: Claims; notes: string[] } {
  const names = (Object.keys(OTHERWISE) as (keyof typeof OTHERWISE)[]) // its keys, as written above
    .filter((name) => claims[name] === undefined);
  const notes = names
    .filter((name) => !idle.includes(name))
    .map((name) => {
      const [value, why] = found[name] ?? [OTHERWISE[name], 'assumed'];
      return `${name} = ${claimText(value)} (${why})`;
    });
  const seen = Object.fromEntries(names.flatMap((name) => (found[name] === undefined ? [] : [[name, found[name][0]]])));
  return { claims: { ...OTHERWISE, ...seen, ...claims }, notes };
}
