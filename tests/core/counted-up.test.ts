import { expect, test } from 'vitest';
import { onlyCountedUp } from '../../core/records/shows-sent.ts';

const isSent = (name: string): boolean => name === 'price';

test.each([
  ['readings', { views: 3 }, { views: 4000 }],
  ['two of them', { views: 3, deals: 1 }, { views: 5, deals: 90 }],
])('counters: %s', (_, before, now) => {
  expect(onlyCountedUp({ before, now }, isSent)).toBe(true);
});

test.each([
  ['a price, which the run sends', { price: 100 }, { price: 110 }],
  ['a sum of money', { owed: 0 }, { owed: 2_371_196 }],
  ['a share', { share: 0.5 }, { share: 0.75 }],
  ['one that went down', { stock: 9 }, { stock: 8 }],
  ['a text besides', { views: 3, state: 'open' }, { views: 4, state: 'closed' }],
])('no counter: %s', (_, before, now) => {
  expect(onlyCountedUp({ before, now }, isSent)).toBe(false);
});
