import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHttpDate, parseSentHttpDate } from '../../core/http/http-date.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const MOMENT = Date.parse('1994-11-06T08:49:37Z');

// The examples of RFC 9110 5.6.7.
const FORMS = ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'];

const NO_DATES = [
  'December 17, 1995',
  'Sunday 22 November 2026 GMT',
  '-5',
  '120',
  '',
  'Mon, 06 Nov 1994 08:49:37 GMT',
  'sun, 06 nov 1994 08:49:37 gmt',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 UTC',
  'Sun, 06 Nov 1994 08:49:37 +0000',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Nov 1994 08:60:37 GMT',
  'Sun, 06 Nov 1994 08:49:61 GMT',
  'Wed, 30 Feb 1994 08:49:37 GMT',
  'Thu, 29 Feb 1900 00:00:00 GMT',
  'Sun, 00 Nov 1994 08:49:37 GMT',
  ' Sun, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06-Nov-94 08:49:37 GMT',
  'Sun Nov 6 08:49:37 1994',
  'Sun Nov  6 08:49:37 1994 GMT',
];

describe('an HTTP-date', () => {
  test.each(FORMS)('is read from %s', (text) => {
    expect(parseHttpDate(text, NOW)).toBe(MOMENT);
  });

  test.each(NO_DATES)('is not “%s”', (text) => {
    expect(parseHttpDate(text, NOW)).toBeUndefined();
  });

  test('may be the last second of a minute that has 61', () => {
    expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT')).toBe(Date.parse('2017-01-01T00:00:00Z'));
  });

  test('of two digits for the year is at most 50 years ahead', () => {
    expect(parseHttpDate('Wednesday, 01-Jan-75 00:00:00 GMT', NOW)).toBeUndefined();
    expect(parseHttpDate('Tuesday, 01-Jan-75 00:00:00 GMT', NOW)).toBe(Date.parse('2075-01-01T00:00:00Z'));
    expect(parseHttpDate('Saturday, 01-Jan-77 00:00:00 GMT', NOW)).toBe(Date.parse('1977-01-01T00:00:00Z'));
  });

  test('may be sent in the first form alone', () => {
    expect(FORMS.map((text) => parseSentHttpDate(text))).toEqual([MOMENT, undefined, undefined]);
  });

  test('that JavaScript writes is read back', () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    console.info(`seed ${seed}`);
    const seconds = fc.integer({ min: Date.parse('0100-01-01') / 1000, max: Date.parse('9999-12-31') / 1000 });
    fc.assert(
      fc.property(seconds, (second) => parseHttpDate(new Date(second * 1000).toUTCString()) === second * 1000),
      { seed },
    );
  });
});
