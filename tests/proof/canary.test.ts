import { expect, test } from 'vitest';
import { missedByCanary } from '../../proof/canary.ts';
import { DEVIATIONS } from '../../proof/deviations/index.ts';

const [fault] = DEVIATIONS.filter(({ id }) => id === 'delete-answers-202');

test('the known fault is caught', async () => {
  expect(await missedByCanary()).toBeUndefined();
});

test('a fault that is missed is told, and so is one that is not there', { tags: ['night'] }, async () => {
  if (fault === undefined) throw new Error('the known fault is not there');
  // Nothing is wrong with this one, so that no rule fails: as if the checker had missed it.
  expect(await missedByCanary({ ...fault, wrap: (fetch) => fetch })).toMatch(/was not caught by delete\/status$/u);
  expect(await missedByCanary({ ...fault, breaks: [] })).not.toBeUndefined();
});
