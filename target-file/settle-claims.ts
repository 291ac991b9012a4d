import { ASSUMED, CLAIM_NAMES, type Claims } from '../core/claims.ts';

/** What a claim is taken to be, and why. */
export type Found = { readonly [K in keyof Claims]?: readonly [value: NonNullable<Claims[K]>, why: string] };

/** A claim's value, as notes and options spell it. */
export function claimText(value: unknown): string {
  return Array.isArray(value) ? (value.length === 0 ? 'none' : value.join(',')) : String(value);
}

/**
 * Every claim settled: as it was made, or as it was found, or as the document has it; the last two in words,
 * but for the idle ones, of which nothing depends.
 */
export function settleClaims(
  claims: Partial<Claims>,
  found: Found,
  idle: readonly (keyof Claims)[] = [],
): { claims: Claims; notes: string[] } {
  const names = CLAIM_NAMES.filter((name) => ASSUMED[name] !== undefined && claims[name] === undefined);
  const notes = names
    .filter((name) => !idle.includes(name))
    .map((name) => {
      const [value, why] = found[name] ?? [ASSUMED[name], 'assumed'];
      return `${name} = ${claimText(value)} (${why})`;
    });
  const seen = Object.fromEntries(names.flatMap((name) => (found[name] === undefined ? [] : [[name, found[name][0]]])));
  return { claims: { ...ASSUMED, ...seen, ...claims }, notes };
}
