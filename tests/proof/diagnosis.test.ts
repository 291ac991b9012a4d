import { expect, test } from 'vitest';
import type { DiagnosisDone } from '../../proof/diagnose-one.ts';
import { counted } from '../../proof/prove-diagnosis.ts';

function done(places: readonly number[], more: Partial<DiagnosisDone> = {}): DiagnosisDone {
  return { ids: places.map((_, i) => `fault-${i}`), failed: true, places, named: ['fault-0', 'other'], ...more };
}

test('counts who is named first, who among three, and who wrongly', () => {
  const { diagnosis } = counted([done([0]), done([2]), done([3]), done([-1], { wrongly: 'other' })], 7);
  expect(diagnosis).toEqual({
    seed: 7,
    faults: 4,
    pairs: 0,
    top1: 0.25,
    top3: 0.5,
    pairsTop3: 0,
    confidentlyWrong: 0.25,
  });
});

test('a pair counts where both are among three', () => {
  expect(counted([done([0, 2]), done([0, 3]), done([1, -1])], 7).diagnosis).toMatchObject({
    pairs: 3,
    pairsTop3: 0.333,
  });
});

test('a server on which nothing failed counts nowhere', () => {
  expect(counted([done([-1], { failed: false })], 7).diagnosis.faults).toBe(0);
});

test('tells what was not named', () => {
  const { misdiagnosed } = counted([done([0]), done([1]), done([0], { wrongly: 'other' })], 7);
  expect(misdiagnosed).toEqual(['fault-0: named fault-0, other', 'fault-0: without its family, named other']);
});
