import { expect, test } from 'vitest';
import { parseLabel } from '../../cli/values.ts';
import { compareResults } from '../../core/results/compare.ts';
import type { Results } from '../../core/results/results.ts';
import { type JudgeOptions, judge, mergeShards, UsageProblem } from '../../judge/index.ts';
import { reportHtml, reportMarkdown } from '../../reports/index.ts';
import { resultsOf } from '../reports/sample.ts';

test('labels are in the results, and what is secret in one is not', async () => {
  const cookie = 'USER_TOKEN=eiderdown-42';
  const labels = { commit: '3f2a91c', from: 'http://ci.example/?as=eiderdown-42' };
  const results = await judge({ rules: ['session/authorized'], cookie, labels });
  expect(results.run.labels).toEqual({ commit: '3f2a91c', from: 'http://ci.example/?as=[redacted]' });
});

test('a run without labels has no member for them', async () => {
  expect((await judge({ rules: ['session/authorized'], labels: {} })).run).not.toHaveProperty('labels');
});

test.each<[JudgeOptions['labels'], RegExp]>([
  [{ 'a b': '1' }, /^labels: “a b” cannot be a key; use up to 64 letters/u],
  [{ note: 'two\nlines' }, /^labels: the value of note is no line of at most 256 characters$/u],
  [{ note: 'x'.repeat(257) }, /^labels: the value of note/u],
])('labels %j are refused', async (labels = {}, told) => {
  await expect(judge({ baseUrl: 'http://127.0.0.1:1', labels })).rejects.toThrow(UsageProblem);
  await expect(judge({ baseUrl: 'http://127.0.0.1:1', labels })).rejects.toThrow(told);
});

test('--label is split at the first equals sign, and may be given once for each key', () => {
  expect(parseLabel('b==', parseLabel('a=1'))).toEqual({ a: '1', b: '=' });
  expect(() => parseLabel('alone')).toThrow('Write key=value');
  expect(() => parseLabel('=1')).toThrow('Write key=value');
  expect(() => parseLabel('a=2', { a: '1' })).toThrow('The label a was given before');
});

test('merging keeps the labels of all shards, and tells each that differs', () => {
  const shards = [
    labelled({ commit: '3f2a91c', machine: 'one' }, 1),
    labelled({ commit: '3f2a91c', machine: 'two', extra: 'yes' }, 2),
  ];
  const merged = mergeShards(shards.map((results, i) => ({ path: `${i}.json`, results })));
  expect(merged.run.labels).toEqual({ commit: '3f2a91c', machine: 'one, two', extra: 'yes' });
});

test('a comparison tells the labels of both runs', () => {
  const { base, head } = compareResults(labelled({ commit: 'a' }), labelled({ commit: 'b' }));
  expect([base.labels, head.labels]).toEqual([{ commit: 'a' }, { commit: 'b' }]);
});

test('the page and the comment show them as text', () => {
  const results = labelled({ commit: '<b>`3f2a91c`</b>' });
  expect(reportHtml(results)).toContain('<dt>Label commit</dt><dd>&lt;b&gt;`3f2a91c`&lt;/b&gt;</dd>');
  expect(reportMarkdown(results)).toContain('Labels: commit ``<b>`3f2a91c`</b>``.');
});

function labelled(labels: Record<string, string>, index?: number): Results {
  const results = resultsOf([]);
  const shard =
    index === undefined ? {} : { shard: { index, count: 2, spread: { nothing: [], others: [], answers: 0 } } };
  return { ...results, run: { ...results.run, labels, ...shard } };
}
