import type { Results } from '../core/results/results.ts';

/** Makes a report of one run: a pure function of its results. `taken` are the bytes before it, where it is added to a file. */
export type Reporter = (results: Results, taken?: number) => string;
