import { describe, expect, test } from 'vitest';
import { applyWaivers, checkName, type PlacedWaiver } from '../../core/results/waivers.ts';
import { failure, result, WAIVER } from '../reports/sample.ts';

const entry: PlacedWaiver = {
  ...WAIVER,
  rule: 'create/status',
  subject: 'deals',
  signature: 'expected status 201, got status 200 application/json',
  entry: 'w.json:3',
};
const context = {
  today: '2025-11-01',
  rules: ['create/status', 'create/location'],
  checks: new Set(['create/status deals']),
};

test('a waiver marks the failure of its signature', () => {
  const { results, waivers } = applyWaivers([failure()], [entry], context);
  expect(results[0]).toEqual({ ...failure(), waiver: WAIVER });
  expect(waivers).toEqual({ waived: 1, problems: [], notes: [] });
});

test.each([
  ['another defect of the same rule', failure({ actual: 'status 500 text/html, 3 bytes: oh!' })],
  ['the same defect on another subject', failure({ subject: 'users' })],
])('%s is not waived', (_, other) => {
  const { results, waivers } = applyWaivers([other], [entry], context);
  expect(results[0]?.waiver).toBeUndefined();
  expect(waivers.waived).toBe(0);
});

test('another defect of the same rule is told beside the waiver', () => {
  const { waivers } = applyWaivers([failure({ actual: 'status 500 text/html' })], [entry], context);
  expect(waivers.notes).toEqual(['w.json:3: create/status on deals fails in another way than the waived one']);
});

test('a check that was not exercised leaves its waiver alone', () => {
  const unseen = result({ outcome: 'not-exercised', reason: 'read only' });
  expect(applyWaivers([unseen], [entry], context).waivers).toEqual({ waived: 0, problems: [], notes: [] });
  expect(applyWaivers([], [entry], context).waivers.problems).toEqual([]);
});

describe('a waiver that has to go', () => {
  test.each<[string, Parameters<typeof applyWaivers>[0], Partial<PlacedWaiver>, string]>([
    [
      'stale',
      [result()],
      {},
      'w.json:3: the waiver of create/status on deals is stale, since the check passes; remove the entry',
    ],
    [
      'expired',
      [failure()],
      { expires: '2025-10-31' },
      'w.json:3: the waiver of create/status on deals expired on 2025-10-31; remove the entry, or give it another date',
    ],
    [
      'unknown',
      [failure()],
      { rule: 'create/statu' },
      'w.json:3: the waiver of create/statu on deals names no rule (did you mean create/status?); remove the entry',
    ],
    [
      'unknown',
      [failure()],
      { subject: 'boats' },
      'w.json:3: the waiver of create/status on boats names no subject that the rule has on this target; remove the entry',
    ],
  ])('%s: told with its line, and nothing is waived by it', (kind, results, changes, message) => {
    const applied = applyWaivers(results, [{ ...entry, ...changes }], context);
    expect(applied.waivers.problems).toMatchObject([{ kind, message }]);
    expect(applied.waivers.waived).toBe(0);
  });

  test('is not one for its subject where the target could not be asked', () => {
    const { checks: _, ...unasked } = context;
    expect(applyWaivers([], [{ ...entry, subject: 'boats' }], unasked).waivers.problems).toEqual([]);
  });
});

test.each([
  ['2025-11-01', 'expires today (2025-11-01)'],
  ['2025-11-02', 'expires in 1 day (2025-11-02)'],
  ['2025-11-15', 'expires in 14 days (2025-11-15)'],
])('a waiver until %s still holds and is told of', (expires, words) => {
  const { waivers } = applyWaivers([failure()], [{ ...entry, expires }], context);
  expect(waivers.waived).toBe(1);
  expect(waivers.notes).toEqual([`w.json:3: the waiver of create/status on deals ${words}`]);
});

test('a waiver for longer than 14 days is not told of', () => {
  expect(applyWaivers([failure()], [{ ...entry, expires: '2025-11-16' }], context).waivers.notes).toEqual([]);
});

test.each([
  [2, false],
  [3, true],
])('%i waivers with one last day are told of: %s', (count, isTold) => {
  const subjects = Array.from({ length: count }, (_, i) => `s${i}`);
  const entries = subjects.map((subject, i) => ({ ...entry, subject, entry: `w.json:${i}` }));
  const checks = new Set(subjects.map((subject) => checkName({ rule: entry.rule, subject })));
  const { notes } = applyWaivers(
    subjects.map((subject) => failure({ subject })),
    entries,
    { ...context, checks },
  ).waivers;
  expect(notes).toEqual(
    isTold ? [`${count} waivers expire on one day, 2025-12-31: the day after, every branch fails at once`] : [],
  );
});
