import type { Result, SavedStatement, StatementVerdict } from '../core/results/results.ts';
import { STATEMENTS } from '../suites/statements/index.ts';

/** What the results say of every sentence of the document. */
export function statementsOf(results: readonly Result[]): readonly SavedStatement[] {
  return STATEMENTS.map(({ id, text, rules = [], unseen }) => ({
    id,
    text,
    rules,
    ...(unseen === undefined ? {} : { unseen }),
    verdict: rules.length === 0 ? 'unseen' : verdictOf(rules, results),
  }));
}

// A statement holds where all its rules were tried and most of what applies was exercised: else it was partly judged.
function verdictOf(rules: readonly string[], all: readonly Result[]): StatementVerdict {
  const results = all.filter(({ rule }) => rules.includes(rule));
  const count = (outcome: Result['outcome']): number => results.filter((result) => result.outcome === outcome).length;
  const applicable = results.length - count('not-applicable');
  const untried = rules.filter((id) => !results.some(({ rule }) => rule === id));
  if (results.length === 0) return 'not-selected';
  if (count('fail') > 0) return 'fails';
  if (applicable === 0) return untried.length > 0 ? 'not-selected' : 'not-applicable';
  if (count('pass') === 0) return 'not-exercised';
  return untried.length === 0 && count('pass') * 2 > applicable ? 'holds' : 'partly';
}
