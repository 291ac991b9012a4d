import { expect, test } from 'vitest';
import { changedAlike } from '../../core/records/shows-sent.ts';

// The run goes on while the moments below are written.
const SPAN = { begin: Date.parse('2026-11-27T04:00:00Z'), now: Date.parse('2026-11-27T05:01:00Z') };
const DEAL = { name: 'a deal', held: false, price: 100, updatedAt: '2026-11-27T05:00:00Z', touched: 1_795_755_600 };

test.each([
  ['a flag', { held: true }],
  ['a text', { holdReason: 'waiting for papers' }],
  ['a number beyond 32 bits', { price: 2 ** 31 + 1 }],
  ['a large price', { price: 123_456_789.25 }],
  ['a day', { completionDate: '2031-03-31' }],
  ['a date with a time, far from now', { completionDate: '2031-03-31T09:00:00Z' }],
  ['the loss of its price', { price: undefined }],
])('two records that came to %s changed alike', (_, change) => {
  const shown = { before: DEAL, now: { ...DEAL, ...change } };
  expect(changedAlike(shown, shown, SPAN)).toBe(true);
});

test.each([
  ['in the way of ISO 8601', { updatedAt: '2026-11-27T05:00:01Z' }],
  ['in the way of HTTP', { updatedAt: 'Fri, 27 Nov 2026 05:00:01 GMT' }],
  ['in seconds', { touched: 1_795_755_601 }],
  ['in milliseconds', { touched: 1_795_755_601_000 }],
])('a moment %s that a job writes into every record is no such sign', (_, change) => {
  const own = { before: DEAL, now: { ...DEAL, ...change, held: true } };
  expect(changedAlike(own, { before: DEAL, now: { ...DEAL, ...change } }, SPAN)).toBe(false);
  expect(changedAlike(own, own, SPAN)).toBe(true);
});

test('a version that went up by one at both records is no such sign', () => {
  const change = (version: number, name: string): object => ({ ...DEAL, version, name });
  const own = { before: change(1, 'ours'), now: change(2, 'our new name') };
  expect(changedAlike(own, { before: change(1, 'theirs'), now: change(2, 'their new name') }, SPAN)).toBe(false);
  expect(changedAlike(own, { before: change(1, 'theirs'), now: change(2, 'our new name') }, SPAN)).toBe(true);
  // A price that is set is the same at both afterwards, and was another one before.
  expect(changedAlike(own, { before: change(0, 'theirs'), now: change(2, 'their new name') }, SPAN)).toBe(true);
});
