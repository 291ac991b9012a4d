import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseCount,
  parseDuration,
  parseHeader,
  parsePort,
  parseRate,
  parseSeed,
  parseSize,
} from '../../cli/values.ts';

describe('a duration', () => {
  test.each([
    ['10', 10_000],
    ['10s', 10_000],
    ['500ms', 500],
    ['0.5', 500],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['0', 0],
  ])('%s is %d milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', 's', '10 s', '-1', '1d', '1e3', '10sec', '99999999h', 'NaN'])('“%s” is none', (text) => {
    expect(() => parseDuration(text)).toThrow(/500ms, 10s, 2m/u);
  });
});

test('a size is bytes, or a number with a unit', () => {
  expect(['7', '2kb', '5MB'].map(parseSize)).toEqual([7, 2048, 5 * 1024 * 1024]);
});

test.each([
  ['a size', parseSize, ['', '0', '-1', '1.5', '5gb', 'kb']],
  ['a count', parseCount(1), ['0', '-1', '1.5', '', 'x', '1e400', '0x1']],
  ['a rate', parseRate, ['0', '-1', '', 'x', '1/s']],
  ['a port', parsePort, ['-1', '65536', '', '80a']],
  ['a seed', parseSeed, ['', '1.5', '4294967296', 'x']],
])('%s refuses what is none', (_, parse, wrong) => {
  for (const text of wrong) expect(() => parse(text)).toThrow(/^Write/u);
});

test('numbers are read as they are', () => {
  expect([parseCount(0)('0'), parseRate('0.5'), parsePort('0'), parseSeed('-7')]).toEqual([0, 0.5, 0, -7]);
  fc.assert(fc.property(fc.integer(), (seed) => parseSeed(String(seed)) === seed));
});

test('fields are gathered; what is no field is refused', () => {
  expect(parseHeader('X-A: 1: 2 ', parseHeader('X-B:'))).toEqual({ 'X-B': '', 'X-A': '1: 2' });
  for (const wrong of ['X-A', ': a', 'X A: 1', 'X-A: a\r\nX-B: b'])
    expect(() => parseHeader(wrong)).toThrow(/Name: value/u);
});
