import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../fixtures/json.ts';
import { diffStates, type RecordChange } from '../../mock/state/diff.ts';
import { isSameJson, writeJson } from '../../mock/state/exact-json.ts';
import type { StateImage } from '../../mock/state/image.ts';
import { state } from './state-images.ts';

const EMPTY: StateImage = { format: 'assayer-state/1', deals: [], users: [], commands: [], gone: [], lastNumber: 0 };

/** The document that the patch is for: records under their ids. */
function keyed({ deals, users, commands }: StateImage): JsonObject {
  const under = (records: readonly { readonly id: string }[]): JsonObject =>
    Object.fromEntries(records.map(({ id, ...rest }) => [id, rest as JsonObject])); // images are plain data
  return { deals: under(deals), users: under(users), commands: under(commands) };
}

/** JSON Patch, of what a diff of states can hold (RFC 6902 4). */
function patched(document: JsonObject, changes: readonly RecordChange[]): Json {
  const result = structuredCloneOf(document);
  for (const { op, path, value } of changes) {
    const tokens = path
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = tokens.pop() ?? '';
    let parent = result;
    for (const token of tokens) parent = parent[token] as Record<string, Json>; // the path exists, or this throws
    expect(Object.hasOwn(parent, last)).toBe(op !== 'add');
    if (op === 'remove') delete parent[last];
    else parent[last] = value ?? null;
  }
  return result;
}

// Two levels and a record's members are what a patch reaches.
function structuredCloneOf(value: JsonObject, depth = 4): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      depth > 1 && member?.constructor === Object ? structuredCloneOf(member as JsonObject, depth - 1) : member,
    ]),
  );
}

test('a diff is a patch that makes the one state the other, and tells what was there', { tags: ['night'] }, () => {
  fc.assert(
    fc.property(state, state, (before, after) => {
      const changes = diffStates(before, after);
      const [from, to] = [keyed(before), keyed(after)];
      // What is absent is empty, and no change.
      expect(isSameJson(withoutEmpty(patched(from, changes)), withoutEmpty(to))).toBe(true);
      const turned = ({ path, was, value }: RecordChange): string => writeJson([path, was ?? null, value ?? null]);
      const back = diffStates(after, before).map(({ path, was, value }) =>
        turned({
          op: 'replace',
          path,
          ...(value === undefined ? {} : { was: value }),
          ...(was === undefined ? {} : { value: was }),
        }),
      );
      expect(back.toSorted()).toEqual(changes.map(turned).toSorted());
    }),
  );
});

function withoutEmpty(document: Json): Json {
  const kinds = Object.entries(document as JsonObject); // as keyed() makes it
  const slim = (record: Json): Json =>
    Object.fromEntries(
      Object.entries(record as JsonObject).filter(
        ([name, value]) => name === 'data' || name === 'path' || Object.keys(value ?? {}).length > 0,
      ),
    );
  return Object.fromEntries(
    kinds.map(([kind, records]) => [
      kind,
      Object.fromEntries(Object.entries(records as JsonObject).map(([id, record]) => [id, slim(record)])),
    ]),
  );
}

test('a state has no difference from itself', () => {
  fc.assert(fc.property(state, (image) => diffStates(image, image).length === 0));
});

test('what came, went and changed is told by record and member', () => {
  const before: StateImage = {
    ...EMPTY,
    deals: [
      { id: '1', data: { name: 'a', price: 1, tags: ['x'] } },
      { id: '2', data: { name: 'b' } },
      { id: 'x/y', data: { name: 'same' }, records: {} },
    ],
  };
  const after: StateImage = {
    ...EMPTY,
    deals: [
      { id: '1', data: { name: 'a', tags: ['x'], held: true, price: 2 }, records: { holds: [{ reason: 'r' }] } },
      { id: 'x/y', data: { name: 'same' } },
      { id: '3', data: { name: 'c' } },
    ],
    users: [{ id: '~', data: { name: 'u' } }],
  };
  expect(diffStates(before, after)).toEqual([
    { op: 'remove', path: '/deals/2', was: { data: { name: 'b' } } },
    { op: 'replace', path: '/deals/1/data/price', value: 2, was: 1 },
    { op: 'add', path: '/deals/1/data/held', value: true },
    { op: 'add', path: '/deals/1/records', value: { holds: [{ reason: 'r' }] } },
    { op: 'add', path: '/deals/3', value: { data: { name: 'c' } } },
    { op: 'add', path: '/users/~0', value: { data: { name: 'u' } } },
  ]);
});
