import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Halt } from '../../core/results/outcome.ts';
import { forAll } from '../../core/run/property.ts';

const RUN = { seed: 1, runs: 20 };
const cases = { cases: fc.integer() };

test('where every case is set aside, few are made up, and the check says so', async () => {
  let made = 0;
  const ended = await forAll(cases, RUN, async () => {
    made += 1;
    fc.pre(false);
    return [];
  }).catch((thrown: unknown) => thrown);
  expect(ended).toBeInstanceOf(Halt);
  expect(ended).toMatchObject({ ending: { outcome: 'not-exercised' } });
  // Three for each of the twenty, and the one at which it is seen to be too many.
  expect(made).toBe(61);
});

test('where many are set aside, those that were tried count', async () => {
  let made = 0;
  const proof = await forAll(cases, RUN, async () => {
    made += 1;
    fc.pre(made % 10 === 0);
    return [];
  });
  expect(proof.cases).toBeGreaterThan(0);
  expect(proof.discards).toBe(61);
});
