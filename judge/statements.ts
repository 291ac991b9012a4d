import type { Result, SavedStatement, StatementVerdict } from '../core/results.ts';
import { STATEMENTS } from '../suites/statements/index.ts';

/** What the results say of every sentence of the document. */
export function statementsOf(results: readonly Result[]): readonly SavedStatement[] {
  return STATEMENTS.map(({ id, text, rules = [], unseen }) => ({
    id,
    text,
    rules,
    ...(unseen === undefined ? {} : { unseen }),
    verdict: rules.length === 0 ? 'unseen' : verdictOf(results.filter(({ rule }) => rules.includes(rule))),
  }));
}

// A statement that is mostly not exercised is not said to hold.
function verdictOf(results: readonly Result[]): StatementVerdict {
  const count = (outcome: Result['outcome']): number => results.filter((result) => result.outcome === outcome).length;
  const applicable = results.length - count('not-applicable');
  if (results.length === 0) return 'not-selected';
  if (count('fail') > 0) return 'fails';
  if (applicable === 0) return 'not-applicable';
  if (count('pass') === 0) return 'not-exercised';
  return count('pass') * 2 > applicable ? 'holds' : 'partly';
}
