import { expect, test } from 'vitest';
import type { Result, Results } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import { renderText } from '../../reports/index.ts';

const RULES = ['create/*', 'delete/*', 'read/item', 'session/*', 'negotiate/truthful'];

const isExercised = ({ outcome }: Result): boolean => outcome === 'pass' || outcome === 'fail';
const byFast = ({ reason }: Result): boolean => reason.startsWith('left out by --fast');

function ofEachRule({ results }: Results): readonly (readonly Result[])[] {
  return [...new Set(results.map(({ rule }) => rule))].map((id) => results.filter(({ rule }) => rule === id));
}

test('a fast run exercises each rule, sends less, and says of all else that it was not exercised', {
  tags: ['night'],
}, async () => {
  const whole = await judge({ seed: 1, rules: RULES });
  const told: string[] = [];
  const fast = await judge({
    seed: 1,
    rules: RULES,
    fast: true,
    onResult: ({ rule, subject }) => void told.push(`${rule} ${subject}`),
  });
  const names = (of: Results): readonly string[] => of.results.map(({ rule, subject }) => `${rule} ${subject}`);
  expect(names(fast)).toEqual(names(whole));
  expect(told.toSorted()).toEqual(names(fast).toSorted());
  const exercised = (run: Results): readonly string[] =>
    ofEachRule(run).flatMap((results) => (results.some(isExercised) ? (results[0]?.rule ?? []) : []));
  expect(exercised(fast)).toEqual(exercised(whole));
  expect(fast.results.filter(byFast).length).toBeGreaterThan(0);
  expect(fast.run.requests).toBeLessThan(whole.run.requests);
  expect(whole.summary.verdict).toBe('conformant');
  expect(fast.summary.verdict).toBe('partly-judged');
  expect(fast.run).toMatchObject({ runs: 1, selection: { fast: true } });
});

test('the report of a fast run tells how many known faults it would have missed', { tags: ['night'] }, async () => {
  const fast = await judge({ seed: 1, rules: ['delete/*'], fast: true });
  const { known, caught } = fast.assurance ?? { known: 0, caught: 0 };
  expect(caught).toBeGreaterThan(0);
  expect(renderText(fast)).toContain(`caught ${caught} of ${known} known faults and missed ${known - caught}: --fast`);
  expect(renderText(fast)).toContain('judged with --fast');
});

test('what names single cases, or splits a run, is refused beside it', async () => {
  await expect(judge({ fast: true, seed: 1, shard: { index: 1, count: 2 } })).rejects.toThrow('cannot be split');
  await expect(judge({ fast: true, only: [] })).rejects.toThrow('leave out --fast');
});
