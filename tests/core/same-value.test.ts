import { describe, expect, test } from 'vitest';
import { sameValue } from '../../core/representation/same-value.ts';

describe('two values that tell the same', () => {
  test.each([
    ['a text and the same text', 'a', 'a'],
    ['a number and its text', 100, '100'],
    ['numbers in two notations', '100.0', 100],
    ['two Unicode normal forms', 'größe', 'größe'.normalize('NFD')],
    ['a boolean and its text', true, 'true'],
    ['lists', [1, 'b'], ['1', 'b']],
    ['an object, and one that has more', { a: 1 }, { a: '1', b: 2 }],
    ['a day, and its midnight', '2026-11-22', '2026-11-22T00:00:00Z'],
    ['a day in another zone', '2026-11-22', '2026-11-22T10:00:00+01:00'],
    ['an instant in two zones', '2026-11-22T10:00:00Z', '2026-11-22T11:00:00+01:00'],
    ["an instant in HTTP's own notation", '2026-11-22T10:00:00Z', 'Sun, 22 Nov 2026 10:00:00 GMT'],
    ['an instant and its milliseconds since 1970', '2026-11-22T10:00:00Z', Date.UTC(2026, 10, 22, 10)],
    ['an instant and its seconds since 1970', '2026-11-22T10:00:00Z', Date.UTC(2026, 10, 22, 10) / 1000],
  ])('%s', (_, a, b) => {
    expect(sameValue(a, b)).toBe(true);
  });
});

describe('two values that tell different things', () => {
  test.each([
    ['two texts', 'a', 'b'],
    ['two cases of a letter', 'a', 'A'],
    ['two numbers', 100, '100.5'],
    ['a blank text and zero', ' ', 0],
    ['zero and a blank text', '0', ''],
    ['no finite number and the text of another', 'Infinity', '1e999'],
    ['null and its text', null, 'null'],
    ['a text and null', 'a', null],
    ['lists of other lengths', [1], [1, 2]],
    ['lists in another order', [1, 2], [2, 1]],
    ['a list and an object', [1], { 0: 1 }],
    ['an object and one that lacks a member', { a: 1, b: 2 }, { a: 1 }],
    ['an object with another value', { a: 1 }, { a: 2 }],
    ['two days', '2026-11-22', '2026-11-23'],
    ['two instants of a day', '2026-11-22T10:00:00Z', '2026-11-22T11:00:00Z'],
    ['a day and a text that is no date', '2026-11-22', 'tomorrow'],
    ['two notations of a day, none of them ISO', '22 Nov 2026', 'Nov 22, 2026'],
    ['texts that begin with the same day', '2026-11-22 a', '2026-11-22 b'],
  ])('%s', (_, a, b) => {
    expect(sameValue(a, b)).toBe(false);
  });
});
