/** A median, and how far off it may be. */
export interface Estimate {
  readonly median: number;
  /** The 95 % confidence interval of the median, from order statistics: it assumes no distribution. */
  readonly low: number;
  readonly high: number;
  /** Half of that interval, as a share of the median. */
  readonly noise: number;
  readonly samples: number;
}

/** What several measurements of one thing say. */
export function estimate(samples: readonly number[]): Estimate {
  const sorted = samples.toSorted((a, b) => a - b);
  const n = sorted.length;
  const at = (rank: number): number => sorted[Math.min(n - 1, Math.max(0, rank))] ?? Number.NaN;
  const median = (at(Math.floor((n - 1) / 2)) + at(Math.ceil((n - 1) / 2))) / 2;
  const low = at(binomialRank(n));
  const high = at(n - 1 - binomialRank(n));
  return { median, low, high, noise: (high - low) / 2 / median, samples: n };
}

/** The rank below which the median lies with a chance of at most 2.5 %, counted from 0. */
function binomialRank(n: number): number {
  let chance = 0.5 ** n;
  let below = chance;
  let rank = 0;
  while (below + (chance * (n - rank)) / (rank + 1) <= 0.025) {
    chance = (chance * (n - rank)) / (rank + 1);
    below += chance;
    rank += 1;
  }
  return below <= 0.025 ? rank : 0;
}
