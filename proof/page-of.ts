import type { Rule } from '../core/rule.ts';
import { rulePage } from '../reports/rule-page.ts';
import { STATEMENTS } from '../suites/statements/index.ts';
import { remediesFor } from '../suites/support/remedies.ts';
import { examplesOf } from './rule-examples.ts';

/** The page of a rule, with exchanges that were made just now. */
export async function pageOf(rule: Rule): Promise<string> {
  const { right, wrong } = await examplesOf(rule);
  return rulePage({
    rule,
    statements: STATEMENTS.filter(({ rules = [] }) => rules.includes(rule.id)).map(({ id, text }) => `${text} (${id})`),
    remedies: remediesFor(rule.id),
    ...(right === undefined ? {} : { right: right.exchanges }),
    ...(wrong === undefined
      ? {}
      : {
          wrong: { fault: wrong.id, title: wrong.title, reason: wrong.result.reason, exchanges: wrong.exchanges },
        }),
  });
}
