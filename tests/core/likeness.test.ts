import { expect, test } from 'vitest';
import { isOtherwise, likeBoth, likenessOf } from '../../core/guard/likeness.ts';

const ENTRY = { id: '1', status: 'open', readings: 4, owner: 'Ada', text: 'A text that is rather l…' };
const RECORD = { id: '1', status: 'open', readings: 5, owner: 'Ada', text: 'A text that is rather long', self: '/1' };
const LIKE = likenessOf([{ before: { id: '2', text: 'short' }, now: { id: '2', text: 'short', self: '/2' } }]);

test.each([
  ['as before, with more members and a text whose beginning the list shows', {}, false],
  ['closed', { status: 'closed' }, true],
  ['with a text that went down', { readings: 3 }, true],
  ['read more often', { readings: 9 }, false],
])('a record that is shown %s: %o', (_, change, expected) => {
  expect(isOtherwise({ before: ENTRY, now: { ...RECORD, ...change } }, LIKE)).toBe(expected);
});

test('what the list shows in another way for other records too is no sign', () => {
  const record = { ...RECORD, owner: { id: 'ada', name: 'Ada' } };
  expect(isOtherwise({ before: ENTRY, now: record }, LIKE)).toBe(true);
  const control = likenessOf([{ before: { id: '2', owner: 'Bea' }, now: { id: '2', owner: { id: 'bea' } } }]);
  expect(isOtherwise({ before: ENTRY, now: record }, likeBoth(LIKE, control))).toBe(false);
});

test('a member that comes besides is a sign where the list shows all that a GET does', () => {
  const record = { ...ENTRY, archived: true };
  expect(isOtherwise({ before: ENTRY, now: record }, LIKE)).toBe(false);
  expect(isOtherwise({ before: ENTRY, now: record }, likenessOf([{ before: ENTRY, now: ENTRY }]))).toBe(true);
  expect(isOtherwise({ before: ENTRY, now: record }, likenessOf([]))).toBe(false);
});

test('a page to log in says nothing of a record', () => {
  const whole = likenessOf([{ before: ENTRY, now: ENTRY }]);
  expect(isOtherwise({ before: ENTRY, now: { title: 'Please log in' } }, whole)).toBe(false);
});
