import type { Result, RuleText } from '../core/results/results.ts';
import { RULES } from '../suites/index.ts';
import { remediesFor } from '../suites/support/remedies.ts';

/** Every rule that has a result, in words. */
export function ruleTextsOf(results: readonly Result[]): Readonly<Record<string, RuleText>> {
  const tried = new Set(results.map(({ rule }) => rule));
  const failed = new Set(results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule));
  return Object.fromEntries(
    RULES.filter(({ id }) => tried.has(id)).map(({ id, why, sends, due }) => [
      id,
      { why, sends, due, ...(failed.has(id) ? { remedies: remediesFor(id) } : {}) },
    ]),
  );
}
