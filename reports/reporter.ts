import type { Results } from '../core/results.ts';

/** Makes a report of one run: a pure function of its results. */
export type Reporter = (results: Results) => string;
