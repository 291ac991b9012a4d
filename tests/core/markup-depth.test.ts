import { expect, test } from 'vitest';
import { readHtml, readXml } from '../../core/representation/tags.ts';

const nested = (tag: string, levels: number): string =>
  [`<${tag}>`.repeat(levels), `</${tag}>`.repeat(levels)].join('x');

test('elements of five thousand levels are read, and what is deeper meets the limit', () => {
  expect(readXml(nested('a', 5000))).toMatchObject({ problem: undefined });
  expect(readHtml(nested('div', 5000)).limit).toBeUndefined();
  expect(readXml(nested('a', 5001)).limit).toMatch(/deeper than 5000 levels/u);
  expect(readHtml(nested('div', 5001)).limit).toMatch(/deeper than 5000 levels/u);
  // The parser of HTML takes the square of the levels: half a minute for these.
  expect(readHtml(nested('div', 100_000)).limit).toMatch(/deeper than 5000 levels/u);
});

test('elements beside each other, and such as hold nothing, are no levels', () => {
  expect(readHtml('<br><input><p>x</p>'.repeat(6000)).limit).toBeUndefined();
  expect(readXml(`<r>${'<a/><b>x</b>'.repeat(6000)}</r>`).limit).toBeUndefined();
});
