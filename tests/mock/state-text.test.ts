import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../fixtures/json.ts';
import { SEED } from '../../fixtures/seed.ts';
import { isSameJson, readJson, writeJson } from '../../mock/state/exact-json.ts';
import { imageOfSeed } from '../../mock/state/image.ts';
import { stateText } from '../../mock/state/state-text.ts';
import { readState } from '../../mock/state/text.ts';
import { data, state } from './state-images.ts';

const textOf = (image: Parameters<typeof stateText>[0]): string => [...stateText(image)].join('');

describe('exact JSON', () => {
  test.each([
    '12345678901234567890',
    // A double holds both exactly, and JavaScript writes the first as the second.
    '94746691918934976',
    '94746691918934980',
    '-0.10000000000000000555',
    '1e400',
    '[1,2.50000000000000000001]',
    '{"a":{"b":[9007199254740993]}}',
    '{"text":"12345678901234567890","n":1}',
  ])('%s is written as it was read', (text) => {
    expect(writeJson(readJson(text))).toBe(text);
  });

  test('a number that a double holds is one, however it was spelt', () => {
    for (const text of ['1', '100000000000000000000', '1.50', '1e5', '-0.1', '0.30000000000000000'])
      expect(typeof readJson(text)).toBe('number');
  });

  test('whatever was written reads as the same', () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(isSameJson(readJson(writeJson(value)), value)).toBe(true);
      }),
    );
  });

  test('sameness does not go by the order of members, and tells kinds apart', () => {
    expect(isSameJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
    const kept = (digits: string): Json => new LosslessNumber(digits) as unknown as Json; // a number to JSON
    expect(isSameJson(kept('1e999'), kept('1e999'))).toBe(true);
    const pairs: readonly (readonly [Json | undefined, Json | undefined])[] = [
      [{}, []],
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1 }, { b: 1 }],
      [
        [1, 2],
        [2, 1],
      ],
      [null, {}],
      [null, undefined],
      ['1', 1],
      [kept('1e999'), kept('1e998')],
      [kept('1e999'), { value: '1e999', isLosslessNumber: true }],
    ];
    for (const [a, b] of pairs) {
      expect(isSameJson(a, b)).toBe(false);
      expect(isSameJson(b, a)).toBe(false);
    }
  });
});

describe('a state as text', () => {
  test('is read back as the same state, digits and all', { tags: ['night'] }, () => {
    fc.assert(
      fc.property(state, (image) => {
        expect(readState(textOf(image))).toEqual({ image, violations: [] });
      }),
    );
  });

  test('has one record on a line', () => {
    const lines = textOf(imageOfSeed(SEED)).split('\n');
    expect(lines.filter((line) => line.startsWith('{"id":'))).toHaveLength(8);
  });

  test('a seed is a state too, with ids that are numbers or texts', () => {
    const seed =
      '{"$schema":"x","users":[{"id":12345678901234567890,"name":"A","sshKeys":[{"k":1}]}],"deals":[{"id":"a","name":"d"}]}';
    expect(readState(seed).image).toMatchObject({
      users: [{ id: '12345678901234567890', data: { name: 'A' }, sshKeys: [{ k: 1 }] }],
      deals: [{ id: 'a', data: { name: 'd' } }],
    });
  });

  test.each([
    ['{"users":[', '', /^is not JSON \(line 1, column 11\): /u],
    ['{"users":[{"id":1,\n"name":}]}', '', /^is not JSON \(line 2, column 8\): /u],
    ['[]', '', 'must be a seed, { "users": […], "deals": […] }, or a saved state'],
    ['"x"', '', 'must be a seed, { "users": […], "deals": […] }, or a saved state'],
    ['{"user":[]}', '/user', 'is no member that is known here'],
    ['{"users":{}}', '/users', 'must be an array of users'],
    ['{"users":[1]}', '/users/0', 'must be a user'],
    ['{"users":[{"id":1}]}', '/users/0/name', 'is required'],
    ['{"users":[{"id":"","name":"n"}]}', '/users/0/id', 'must be an id: a text that is not empty, or a whole number'],
    ['{"users":[{"id":1.5,"name":"n"}]}', '/users/0/id', 'must be an id: a text that is not empty, or a whole number'],
    ['{"users":[{"id":"\\ud800","name":"n"}]}', '/users/0/id', /^must be an id/u],
    ['{"users":[{"id":1,"name":"n","sshKeys":["k"]}]}', '/users/0/sshKeys/0', 'must be an object'],
    ['{"deals":[{"id":1,"name":"n"},{"id":"1","name":"m"}]}', '/deals/1/id', 'is the id of /deals/0 too'],
    ['{"deals":[{"id":1,"name":"n","x":{"__proto__":1}}]}', '/deals/0/x/__proto__', /reaches into prototypes/u],
    [`{"deals":[{"id":1,"name":"n","x":${'['.repeat(80)}${']'.repeat(80)}}]}`, /^\/deals\/0\/x\/0/u, /nested deeper/u],
    ['{"format":"assayer-state/2"}', '/deals', 'is required'],
    [
      '{"format":1,"deals":[],"users":[],"commands":[],"gone":[],"lastNumber":0}',
      '/format',
      'must be "assayer-state/1"',
    ],
    [
      '{"format":"assayer-state/1","deals":[],"users":[],"commands":[{"id":"a","path":"/c\\r\\nX: y","data":{}}],"gone":[],"lastNumber":0}',
      '/commands/0/path',
      'must be a path, percent-encoded',
    ],
  ])('%s is none', (text, pointer, detail) => {
    const { image, violations } = readState(text);
    expect(image).toBeUndefined();
    const matching = (expected: string | RegExp): unknown =>
      typeof expected === 'string' ? expected : expect.stringMatching(expected);
    expect(violations).toContainEqual({ pointer: matching(pointer), detail: matching(detail) });
  });
});
