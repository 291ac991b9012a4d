import { describe, expect, test } from 'vitest';
import { pageOf } from '../../proof/page-of.ts';
import { examplesOf } from '../../proof/rule-examples.ts';
import { rulePage } from '../../reports/rule-page.ts';
import { RULES } from '../../suites/index.ts';
import { remediesFor } from '../../suites/support/remedies.ts';
import { TRIES_ALL } from '../in-gate.ts';

// Of these the mock shows one side alone; the page says so.
const ONE_SIDED: Readonly<Record<string, 'right' | 'wrong'>> = {
  // What the mock does not offer: a target file says so of it, and faults play it.
  'create/location-absent': 'wrong',
  'create/no-address': 'wrong',
  'session/everywhere': 'wrong',
  'status/unavailable': 'wrong',
  // What breaks it at once, its controls meet first; the one fault that it alone shows begins with the fifteenth request.
  'session/cookie-file': 'right',
  // It reports, and never fails.
  'status/in-table': 'right',
};

// A rule of each kind: judged on the wire, on the target as a whole, with generated cases; all of them with TESTS=all.
const TRIED = TRIES_ALL ? RULES : RULES.filter(({ id }) => ['delete/empty', 'session/challenge'].includes(id));

describe('the page of a rule', () => {
  test.each(TRIED.map((rule) => [rule.id, rule] as const))(
    '%s shows exchanges that the rule itself finds right and wrong',
    async (id, rule) => {
      const { right, wrong } = await examplesOf(rule);
      const side = ONE_SIDED[id];
      expect(right?.result.outcome).toBe(side === 'wrong' ? undefined : 'pass');
      expect(wrong?.result.outcome).toBe(side === 'right' ? undefined : 'fail');
      for (const example of [right, wrong]) {
        if (example !== undefined) expect(example).toMatchObject({ result: { rule: id } });
        if (example !== undefined) expect(example.exchanges.length).toBeGreaterThan(0);
      }
    },
    60_000,
  );

  test('tells of it what the catalogue says, and what to do', async () => {
    const rule = RULES.find(({ id }) => id === 'delete/status');
    if (rule === undefined) throw new Error('there is no delete/status');
    const page = await pageOf(rule);
    for (const text of [rule.why, rule.sends, rule.due, 'DELETE of a deal takes it away: 204. (4.1-delete)'])
      expect(page).toContain(text);
    expect(page).toMatch(/## A right exchange\n\n```text\n> DELETE \/rest\/1\/deals\/\d+\n[\s\S]*?\n< 204\n/u);
    expect(page).toMatch(
      /## A wrong exchange\n\n[\s\S]*?\n< 202\n[\s\S]*The rule says: expected status 204, got status 202/u,
    );
    expect(page).toContain('- **Express**: ');
  });

  test('says so where there is nothing to show', () => {
    const [rule] = RULES;
    if (rule === undefined) throw new Error('there is no rule');
    const page = rulePage({ rule, statements: [], remedies: [] });
    expect(page.match(/None can be shown/gu)).toHaveLength(2);
  });

  test('has advice for every rule', () => {
    expect(RULES.filter(({ id }) => remediesFor(id).length === 0).map(({ id }) => id)).toEqual([]);
  });
});
