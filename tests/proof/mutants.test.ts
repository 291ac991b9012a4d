import { beforeAll, describe, expect, test } from 'vitest';
import { judgeMutant } from '../../proof/judge-mutant.ts';
import { judgeWrapped } from '../../proof/judge-wrapped.ts';
import { isSeen } from '../../proof/mutants/drive.ts';
import { EQUIVALENT } from '../../proof/mutants/equivalent.ts';
import { allCells, mutantsAt, OPERATORS } from '../../proof/mutants/index.ts';
import type { Mutant } from '../../proof/mutants/mutant.ts';
import { narrowed } from '../../proof/narrowed.ts';
import { mutantMatcher } from '../../proof/prove-mutants.ts';
import { inGate } from '../in-gate.ts';
import { KILLED } from './mutants-killed.ts';

// The whole set is judged by `npm run proof`. Here is seen that the machinery works, not what the score is.
let mutants: readonly Mutant[] = [];

beforeAll(async () => {
  mutants = mutantsAt(await allCells());
});

function mutantOf(id: string): Mutant {
  const found = mutants.find((mutant) => mutant.id === id);
  if (found === undefined) throw new Error(`no mutant is called ${id}`);
  return found;
}

test('each mutant has an id of its own that can be read, and says in a sentence what the server does wrong', () => {
  const ids = mutants.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[\w.-]+(?::\d{3}(?:\.[a-z]+)?)?:[a-z0-9-]+(?:\([\w.,-]+\))?$/u.test(id))).toEqual([]);
  expect(mutants.filter(({ title, clause }) => !/^[A-Za-z].*: .+\.$/su.test(title) || clause === '')).toEqual([]);
  expect(ids.length).toBeGreaterThan(2000);
});

test.each(
  inGate(
    OPERATORS.map(({ name }) => name),
    3,
  ),
)('%s makes a mutant that changes an answer', async (name) => {
  for (const mutant of mutants.filter(({ operator }) => operator === name)) if (await isSeen(mutant)) return;
  expect.unreachable(`every mutant of ${name} is inert`);
});

test('a wrapper that changes nothing is inert, wherever it stands', async () => {
  const mutant = mutantOf('root.get:200:status-swap(404)');
  expect(await isSeen({ ...mutant, wrap: (fetch) => fetch })).toBe(false);
});

test('the plain mock fails nothing that counts against a mutant', { tags: ['night'] }, async () => {
  const mutant = mutantOf('deals.id.change-price.put:effect(skipped)');
  const { results } = await judgeWrapped({
    wrap: (fetch) => fetch,
    options: undefined,
    file: (whole) => narrowed(mutant, whole),
    how: { seed: 1, runs: 2 },
  });
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(100);
});

describe('mutants that are known to be killed', () => {
  test.each(inGate(KILLED, Infinity))('%s', async (id) => {
    expect(await judgeMutant(mutantOf(id), undefined, 1)).toMatchObject({ outcome: 'killed' });
  });
});

test('equivalent mutants are there, each with a reason in a sentence', () => {
  for (const [ids, reason] of EQUIVALENT) {
    const fits = mutantMatcher([ids]);
    expect(
      mutants.some(({ id }) => fits(id)),
      ids,
    ).toBe(true);
    expect(reason, ids).toMatch(/^[A-Z].{20,}\.$/su);
  }
});
