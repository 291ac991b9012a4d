import { expect, test } from 'vitest';
import { readJson } from '../../core/representation/json.ts';

const nested = (levels: number, inside = '1'): string => '['.repeat(levels) + inside + ']'.repeat(levels);

test('JSON of a thousand levels is read, and what is deeper meets the limit before it is parsed', () => {
  expect(readJson(nested(1000)).value).toBeDefined();
  expect(readJson(nested(1001)).limit).toMatch(/deeper than 1000 levels/u);
  // It ends in the middle: whoever parses it first calls it malformed.
  expect(readJson('{"a":'.repeat(2_000_000)).limit).toMatch(/deeper than 1000 levels/u);
});

test('brackets in strings, and lists beside each other, are no levels', () => {
  const brackets = '['.repeat(2000);
  expect(readJson(JSON.stringify([brackets, `\\"${brackets}`])).value).toEqual([brackets, `\\"${brackets}`]);
  expect(readJson(JSON.stringify(Array.from({ length: 2000 }, () => [])))).not.toHaveProperty('limit');
  expect(readJson(`"${'\\'.repeat(2001)}`).problem).toMatch(/not JSON/u);
});
