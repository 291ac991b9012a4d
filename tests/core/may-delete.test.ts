import { expect, test } from 'vitest';
import { isAfterAll } from '../../core/guard/may-delete.ts';

test.each([
  ['4', ['1', '2', '3']],
  ['10', ['9']],
  ['deal.v1.4', ['deal.v1.3']],
  ['deal-4.pdf', ['deal-3.pdf', 'deal-1.pdf']],
  ['1', []],
])('%s comes after %j', (id, before) => {
  expect(isAfterAll(id, before)).toBe(true);
});

test.each([
  ['2', ['1', '3']],
  ['3', ['3']],
  ['deal-4', ['order-3']],
  ['4', ['a b', 'ü']],
  ['word', []],
  ['word', ['1']],
  ['7c9e6679-7425-40de-944b-e07fc1f90ae7', ['1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed']],
])('whether %s comes after %j is not known', (id, before) => {
  expect(isAfterAll(id, before)).toBe(false);
});
