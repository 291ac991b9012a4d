import { expect, test } from 'vitest';
import { createFreshIds, uuidHolding } from '../../core/ids/fresh-ids.ts';

const UUID = /^[a-f][0-9a-f]{7}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{11}[a-f]$/u;

test('far more values than a run makes are UUIDs of their own, and none begins another', { tags: ['night'] }, () => {
  const fresh = createFreshIds();
  const values = Array.from({ length: 120_000 }, () => fresh.unique());
  const uuids = values.map(uuidHolding);
  expect(uuids.filter((uuid) => !UUID.test(uuid))).toEqual([]);
  expect(new Set(uuids).size).toBe(values.length);
  expect(new Set(uuids.map((uuid) => uuid.slice(0, 8))).size).toBe(values.length);
  expect(uuids.filter((uuid) => fresh.freshnessOf(uuid) !== 'sure')).toEqual([]);
  expect(values.filter((value) => !/^[0-9a-z]{1,20}$/u.test(value))).toEqual([]);
  // In order, the beginning of a text stands right before it.
  const sorted = values.toSorted();
  expect(sorted.filter((value, i) => sorted[i + 1]?.startsWith(value) === true)).toEqual([]);
});

test('a UUID that is drawn begins and ends with a letter, so that no number at an end of it names a record', () => {
  const fresh = createFreshIds();
  const uuids = Array.from({ length: 1000 }, () => fresh.newUuid());
  expect(uuids.filter((uuid) => !UUID.test(uuid))).toEqual([]);
  expect(new Set(uuids).size).toBe(uuids.length);
});

test.each(['', 'abc', 'abcdefghij', 'ABCDEFGHIJ001', 'abcdefghij0001', 'abcdefghij-01', 'abcdefghij0123456789a'])(
  'another text stays as it is: %s',
  (text) => {
    expect(uuidHolding(text)).toBe(text);
  },
);

test('a UUID that another run made is not one of this run', () => {
  const [own, other] = [createFreshIds(), createFreshIds()];
  expect(own.freshnessOf(uuidHolding(other.unique()))).toBeUndefined();
  expect(own.freshnessOf('ffffffff-ffff-4fff-8fff-ffffffffffff')).toBeUndefined();
});
