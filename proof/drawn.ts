import fc from 'fast-check';

/** So many of them, in their order: the same ones for the same seed. All where there are no more. */
export function drawn<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  if (count >= all.length) return all;
  const some = fc.shuffledSubarray([...all], { minLength: count, maxLength: count });
  return fc.sample(some, { seed, numRuns: 1 })[0] ?? [];
}
