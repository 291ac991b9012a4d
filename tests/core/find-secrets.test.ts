import { expect, test } from 'vitest';
import { createGrowingFinder } from '../../core/redaction/find-secrets.ts';
import { createSteps } from '../../core/redaction/find-steps.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `Zq9-secret-${i}-end`);

test('a secret is found from the moment at which it is learned, however many were learned between two looks', () => {
  const finder = createGrowingFinder([]);
  const found = (secret: string): boolean => finder.find(`x ${secret} y`, false).length > 0;
  const secrets = numbered(100);
  // Before and after the looks of every eleventh the lists of latest and older ones have every length.
  for (const [at, secret] of secrets.entries()) {
    finder.add([secret]);
    if (at % 11 === 0) expect(secrets.map(found)).toEqual(secrets.map((_, i) => i <= at));
  }
  expect(secrets.filter((secret) => !found(secret))).toEqual([]);
});

test('steps that leave one another are told from those that follow at once', () => {
  const steps = createSteps(8, 3);
  const path = (...bytes: number[]): number =>
    bytes.reduce((state, byte) => steps.get(state, byte) || steps.add(state, byte), 0);
  // 1-2-3, then 1-2 goes on to 4, and 5 begins anew.
  const states = [path(1, 2, 3), path(1, 2, 4), path(5)];
  expect(states).toEqual([3, 4, 5]);
  expect(states.map((state) => steps.parentOf(state))).toEqual([2, 2, 0]);
  expect([path(1, 2, 3), path(1, 2, 4), path(5), steps.count]).toEqual([3, 4, 5, 6]);
  // What was made last has no step by the byte of what was made before it.
  expect([steps.get(3, 4), steps.get(4, 5), steps.get(5, 1)]).toEqual([0, 0, 0]);
});
