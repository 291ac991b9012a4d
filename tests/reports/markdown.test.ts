import { expect, test } from 'vitest';
import { reportMarkdown } from '../../reports/markdown.ts';
import { failure, hostile, mixed, resultsOf } from './sample.ts';

test('verdict, counts and failures fit a comment', () => {
  const text = reportMarkdown(mixed());
  expect(text).toContain('### Not conformant: `deals-api`');
  expect(text).toContain('| must | 27 | 2 | 1 | 1 | 1 | 10 |');
  expect(text).toContain('- **`create/status`** on `deals` (must, clause 4.1, 4.4-c1): a creation answers 201');
  expect(text).toContain('| ✗ 4.1 Creation and deletion | 2 of 3 | 0 |');
});

test('many failures are cut to a number', () => {
  const many = Array.from({ length: 30 }, (_, i) => failure({ subject: `s${i}`, actual: `status ${400 + i}` }));
  const text = reportMarkdown(resultsOf(many));
  expect(text).toContain('- and 10 more');
  expect(text).not.toContain('s29');
});

test('failures that say the same are one line', () => {
  const many = Array.from({ length: 30 }, (_, i) => failure({ subject: `s${i}` }));
  const text = reportMarkdown(resultsOf(many));
  expect(text).toContain('on 30 subjects, the first: `s0`');
  expect(text).not.toContain('s1`');
});

test('nothing of a target is markup or a mention outside of code', () => {
  const outside = reportMarkdown(hostile()).replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/gu, '');
  expect(outside).not.toMatch(/<(?!\/?details>|\/?summary>)/u);
  expect(outside).not.toContain('@all');
});
