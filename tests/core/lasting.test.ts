import { expect, test } from 'vitest';
import { hasLasted, steady } from '../../core/records/lasting.ts';

const SPAN = { begin: Date.parse('2026-11-27T05:00:00Z'), now: Date.parse('2026-11-27T05:03:00Z') };

test.each([
  ['of a clock', '2020-01-01T00:00:00Z', '2026-11-27T05:02:00Z'],
  ['of a clock in another zone, which it does not say', '2020-01-01 00:00:00', '2026-11-27 17:02:00.123456'],
  ['of a clock, in seconds', 1_577_836_800, 1_795_755_700],
  ['of a clock, in milliseconds', 1_577_836_800_000, 1_795_755_700_000],
  ['of a clock, in billionths of a second', 1_577_836_800_000_000_000, 1_795_755_700_000_000_000],
  ['that a clock pushes on', '2026-12-27T05:00:10Z', '2026-12-27T05:02:30Z'],
  ['in whole minutes that a clock pushes on', '2026-12-27T05:00Z', '2026-12-27T05:04Z'],
  ['that came due', '2026-11-27T05:02:00Z', '2026-12-27T05:02:00Z'],
  ['that comes besides', undefined, '2031-01-10T09:00:00Z'],
  ['that is not shown any more', '2031-01-10T09:00:00Z', undefined],
  ['in another notation', '2031-01-10T09:00:00Z', '2031-01-10T10:00:00+01:00'],
  ['that is a number of nothing known', 40_000_000_000, 50_000_000_000],
])('a moment %s says nothing', (_, before, now) => {
  expect(hasLasted({ before: { id: '1', at: before }, now: { id: '1', at: now } }, SPAN)).toBe(true);
});

test.each([
  ['a day on', '2027-01-10T09:00:00Z', '2027-01-11T09:00:00Z'],
  ['back', '2027-01-10T09:00:00Z', '2027-01-10T08:59:00Z'],
  ['a day on, in seconds', 1_799_571_600, 1_799_658_000],
])('a date far from now that moved %s is a change', (_, before, now) => {
  expect(hasLasted({ before: { id: '1', at: before }, now: { id: '1', at: now } }, SPAN)).toBe(false);
});

test('a moment that is another one each time is left out, and says nothing later', () => {
  const shown = (day: number): object => ({ id: '1', state: 'open', next: `2031-01-0${day}T09:00:00Z` });
  const known = steady(shown(1), [shown(5), shown(2)], SPAN);
  expect(known).toEqual({ id: '1', state: 'open' });
  expect(hasLasted({ before: known, now: shown(7) }, SPAN)).toBe(true);
  expect(steady(shown(1), [shown(1), { ...shown(1), state: 'closed' }], SPAN)).toBeUndefined();
});
