import type { Results, SavedStatement, StatementVerdict } from '../core/results/results.ts';
import { OUTCOME_WORDS } from './wording.ts';

/** How a verdict on a statement is shown, in the order of what a reader looks for first. */
export const STATEMENT_WORDS: Readonly<Record<StatementVerdict, { readonly mark: string; readonly word: string }>> = {
  fails: { mark: OUTCOME_WORDS.fail.mark, word: 'fails' },
  partly: { mark: '◐', word: 'partly judged' },
  'not-exercised': { mark: OUTCOME_WORDS['not-exercised'].mark, word: 'not exercised' },
  holds: { mark: OUTCOME_WORDS.pass.mark, word: 'holds' },
  'not-applicable': { mark: OUTCOME_WORDS['not-applicable'].mark, word: 'does not apply' },
  'not-selected': { mark: '–', word: 'not selected' },
  unseen: { mark: '–', word: 'cannot be seen from outside' },
};

const ORDER = Object.keys(STATEMENT_WORDS) as StatementVerdict[]; // the keys of a record of these

/** `2 fail, 61 hold, 16 cannot be seen from outside`, in words; undefined where the results hold no statements. */
export function statementCounts({ statements }: Results): string | undefined {
  if (statements === undefined) return undefined;
  const counts = ORDER.map((verdict) => ({ verdict, count: having(statements, verdict).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${STATEMENT_WORDS[verdict].word}`)
    .join(', ');
}

/** Those of one verdict, in the order of the document. */
export function having(statements: readonly SavedStatement[], verdict: StatementVerdict): readonly SavedStatement[] {
  return statements.filter((statement) => statement.verdict === verdict);
}
