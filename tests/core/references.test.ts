import { expect, test } from 'vitest';
import { isCalledReference, openReferences } from '../../core/guard/references.ts';

test.each(['ownerId', 'owner_id', 'ownerID', 'OWNER_ID'])('%s is called as the name of a record', (name) => {
  expect(isCalledReference(name)).toBe(true);
});

test.each(['id', 'paid', 'valid', 'views', 'versionId', 'row_version_id', 'nextId', 'lastEventId'])(
  '%s is not',
  (name) => {
    expect(isCalledReference(name)).toBe(false);
  },
);

const USERS = numbered(8);
const DEALS = numbered(90);

function numbered(count: number, of: (nth: number) => unknown = () => ({})): ReadonlyMap<string, unknown> {
  return new Map(Array.from({ length: count }, (_, i) => [String(i + 1), of(i + 1)]));
}

function isReference(
  name: string,
  [first, now]: readonly [ReadonlyMap<string, unknown>, ReadonlyMap<string, unknown>],
  users = USERS,
): boolean {
  const collections = [DEALS, users].map((ids) => ({ first: ids, has: (id: string) => ids.has(id) }));
  return openReferences({ first, now }, collections)(name);
}

function deals(name: string, of: (nth: number) => unknown): ReadonlyMap<string, unknown> {
  return numbered(90, (nth) => ({ [name]: of(nth) }));
}

test.each<[string, (nth: number) => unknown, (nth: number) => unknown]>([
  ['the next user', (nth) => (nth % 8) + 1, (nth) => (nth === 4 ? 6 : (nth % 8) + 1)],
  ['the last one, of a few', (nth) => (nth % 4) + 1, (nth) => (nth === 4 ? 8 : (nth % 4) + 1)],
  ['none', (nth) => (nth === 4 ? null : (nth % 8) + 1), (nth) => (nth % 8) + 1],
])('an owner names a user: %s', (_, before, now) => {
  expect(isReference('owner', [deals('owner', before), deals('owner', now)])).toBe(true);
});

test('an owner names a user of whom the ids are far apart, where few own any', () => {
  const users = new Map(Array.from({ length: 500 }, (_, i) => [String(1000 + 10 * i), {}]));
  const ofUsers = deals('owner', (nth) => 1000 + 10 * (nth % 3));
  expect(isReference('owner', [ofUsers, ofUsers], users)).toBe(true);
});

test.each<[string, string, (nth: number) => unknown, ((nth: number) => unknown)?]>([
  ['a version of 1 everywhere', 'edits', () => 1],
  ['versions, of which some are 2', 'edits', (nth) => (nth % 2) + 1],
  ['few versions', 'edits', (nth) => (nth % 3) + 1],
  ['what is called a version', 'rowVersion', (nth) => (nth % 8) + 1],
  ['views', 'seen', (nth) => nth % 8],
  ['views that have come to more', 'seen', (nth) => (nth % 8) + 1, (nth) => (nth === 4 ? 91 : (nth % 8) + 1)],
  ['places in a row', 'at', (nth) => nth, (nth) => nth],
  ['places in a row that moved', 'at', (nth) => nth, (nth) => (nth === 90 ? 1 : nth + 1)],
  ['a text', 'owner', (nth) => String((nth % 8) + 1)],
  ['half a number', 'owner', (nth) => (nth % 8) + 0.5],
])('a counter: %s', (_, name, before, now = before) => {
  expect(isReference(name, [deals(name, before), deals(name, now)])).toBe(false);
});

test('how many deals each user has is a counter, though as many are ids of deals', () => {
  const users = numbered(8, (nth) => ({ deals: 8 + (nth % 4) }));
  expect(isReference('deals', [users, numbered(8, (nth) => ({ deals: 9 + (nth % 4) }))])).toBe(false);
});
