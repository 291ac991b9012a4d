import fc from 'fast-check';
import { gettingAlong, VARIATIONS, type Variation } from './variations/index.ts';

/** Several variations that can be had at the same time. */
export type Combination = readonly Variation[];

/** Generated combinations of two to eight variations, the same ones for the same seed. */
export function combinationsOf(seed: number, count: number, among: readonly Variation[] = VARIATIONS): Combination[] {
  return count === 0 ? [] : fc.sample(combination(among), { seed, numRuns: count });
}

/** Any combination. */
export function combination(among: readonly Variation[]): fc.Arbitrary<Combination> {
  return fc
    .subarray([...among], { minLength: Math.min(2, among.length), maxLength: Math.min(8, among.length) })
    .map((some) => some.filter((one, i) => some.slice(0, i).every((other) => gettingAlong(one, other))));
}
