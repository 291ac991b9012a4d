import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { verdictLine } from '../../reports/verdict-wording.ts';

const FEW = { runs: 1, seed: 1 } as const;

/** The cases that a selection leaves, by rule and subject. */
async function cases(asked: { rules?: readonly string[]; skip?: readonly string[]; shard?: [number, number] }) {
  const { shard, ...patterns } = asked;
  const [index = 0, count = 0] = shard ?? [];
  const results = await judge({ ...FEW, ...patterns, ...(shard === undefined ? {} : { shard: { index, count } }) });
  return { results, names: results.results.map(({ rule, subject }) => `${rule}#${subject}`) };
}

test('a case of a rule is tried alone, and the verdict says that the rest was left out', async () => {
  const { results, names } = await cases({ rules: ['delete/status#deals'] });
  expect(names).toEqual(['delete/status#deals']);
  expect(results.summary.verdict).toBe('conformant');
  expect(verdictLine(results)).toMatch(
    /^conformant in what was selected: 1 must .*; \d+ results left out by --rule delete\/status#deals$/u,
  );
});

test('globs name cases of many rules', { tags: ['night'] }, async () => {
  const { names } = await cases({ rules: ['delete/*#users', 'operation/served#HoldDeal/*'] });
  const served = names.filter((name) => name.startsWith('operation/served#'));
  expect(served).toHaveLength(7);
  expect(served.every((name) => name.startsWith('operation/served#HoldDeal/'))).toBe(true);
  expect(names).toContain('delete/status#users');
  expect(names).not.toContain('delete/status#deals');
  expect(names.every((name) => /^(?:delete\/.*#users|operation\/served#HoldDeal\/.*)$/u.test(name))).toBe(true);
});

test('a case that is skipped leaves the others of its rule', async () => {
  const { results, names } = await cases({ rules: ['delete/status'], skip: ['delete/status#users'] });
  expect(names).toEqual(['delete/status#deals']);
  expect(results.run.selection.skip).toEqual(['delete/status#users']);
});

test('shards divide the cases of a selection', { tags: ['night'] }, async () => {
  const rules = ['delete/*#users', 'create/status#deals'];
  const whole = await cases({ rules });
  const parts = [await cases({ rules, shard: [1, 2] }), await cases({ rules, shard: [2, 2] })];
  expect([...new Set(parts.flatMap(({ names }) => names))].toSorted()).toEqual(whole.names.toSorted());
});

test('a pattern that names no case is refused with what there is', async () => {
  await expect(cases({ rules: ['delete/status#usrs'] })).rejects.toThrow(
    '--rule: “delete/status#usrs” names no case of this target; did you mean delete/status#users?',
  );
  await expect(cases({ skip: ['delete/stats#users'] })).rejects.toThrow(/no rule is called “delete\/stats”/u);
});
