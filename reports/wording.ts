import { OUTCOMES, type Outcome } from '../core/results/outcome.ts';
import type { Result } from '../core/results/results.ts';
import type { Level } from '../core/rule.ts';

/** The levels, most binding first. */
export const LEVELS: readonly Level[] = ['must', 'should', 'may'];

export { OUTCOMES };

/** Each outcome in words and as a mark that does not need colour. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, { readonly word: string; readonly mark: string }>> = {
  pass: { word: 'passed', mark: '✓' },
  fail: { word: 'failed', mark: '✗' },
  'not-exercised': { word: 'not exercised', mark: '○' },
  inconclusive: { word: 'inconclusive', mark: '?' },
  error: { word: 'in error', mark: '!' },
  'not-applicable': { word: 'not applicable', mark: '–' },
};

/** A phrase as a sentence begins. */
export function capital(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** `1 check`, `2 checks`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `840 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** `12 passed, 1 failed`: how the results of a list ended. */
export function tally(results: readonly Result[]): string {
  return OUTCOMES.map((outcome) => ({ count: countOf(results, outcome), word: OUTCOME_WORDS[outcome].word }))
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => `${count} ${word}`)
    .join(', ');
}

/** How many results of a list ended so. */
export function countOf(results: readonly Result[], outcome: Outcome): number {
  return results.filter((r) => r.outcome === outcome).length;
}

/** Whether a failure counts against the target: it is not waived. */
export function isBroken(result: Result): boolean {
  return result.outcome === 'fail' && result.waiver === undefined;
}

/** A claim's value as `--claim` takes it: lists joined by commas, `none` for an empty one. */
export function claimValue(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? 'none' : value.join(',');
}
