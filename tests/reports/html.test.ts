import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { reportHtml } from '../../reports/html.ts';
import { SCRIPT, SCRIPT_HASH } from '../../reports/html-filter.ts';
import { STYLE, STYLE_HASH } from '../../reports/html-style.ts';
import { exchange, failure, HOSTILE, hostile, mixed, result, resultsOf } from './sample.ts';

interface Page {
  readonly tags: readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[];
  readonly text: string;
}

function read(results: Results): Page {
  const tags: Page['tags'][number][] = [];
  let text = '';
  const parser = new Parser({
    onopentag: (name, attributes) => void tags.push({ name, attributes }),
    ontext: (t) => {
      text += t;
    },
  });
  parser.end(reportHtml(results));
  return { tags, text };
}

test('the page has one heading of the first level, then no level is left out', () => {
  const levels = read(mixed())
    .tags.map(({ name }) => /^h([1-6])$/u.exec(name)?.[1])
    .filter((level) => level !== undefined)
    .map(Number);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels.filter((level, i) => level - (levels[i - 1] ?? 0) > 1)).toEqual([]);
});

test('verdict, claims, assumed values, counts, every rule and every piece of evidence are in it', () => {
  const { text } = read(mixed());
  const told = [
    'Not conformant',
    '2 of 29 must checks fail',
    'operationForms',
    'emptyQuery200seen',
    'create/status',
    'operation/served',
    'operationForms does not claim B',
    'no known id of users is given',
    'Expected',
    'status 201',
    'HEAD http://127.0.0.1:4010/users/%00a',
    '12 bytes after the header section',
    '--replay read/unknown-item@users@-77@25@3:0:1',
    '4.1 Creation and deletion',
  ];
  for (const part of told) expect(text).toContain(part);
});

test('ids are unique and every link in the page leads somewhere', () => {
  const { tags } = read(mixed());
  const ids = tags.flatMap(({ attributes }) => attributes['id'] ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const links = tags.flatMap(({ attributes }) => attributes['href'] ?? []);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect(ids).toContain(link.slice(1));
});

test('nothing is loaded, and only the page’s own style sheet and script count', () => {
  const { tags } = read(hostile());
  const policy = tags.find(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy');
  expect(policy?.attributes['content']).toBe(
    `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; script-src '${SCRIPT_HASH}'`,
  );
  expect(STYLE_HASH).toBe(`sha256-${createHash('sha256').update(STYLE).digest('base64')}`);
  expect(SCRIPT_HASH).toBe(`sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`);
  expect(tags.filter(({ name }) => name === 'script')).toEqual([{ name: 'script', attributes: {} }]);
  const names = new Set(tags.map(({ name }) => name));
  for (const name of ['img', 'link', 'iframe', 'object']) expect(names).not.toContain(name);
  const attributes = tags.flatMap((tag) => Object.keys(tag.attributes));
  expect(attributes.filter((name) => name === 'style' || name === 'src' || name.startsWith('on'))).toEqual([]);
});

test('what came from a target is text, word for word, and never a tag', () => {
  const shape = (results: Results): string[] => read(results).tags.map(({ name }) => name);
  const plain: Results = JSON.parse(
    JSON.stringify(hostile(), (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll(HOSTILE, 'x') : value,
    ),
  );
  expect(shape(hostile())).toEqual(shape(plain));
  expect(read(hostile()).text).toContain(`\\x1b]0;owned\\x07\\x1b[2J</script><script>alert(1)</script>"'<b>&amp;`);
});

test('a run without results still says why', () => {
  expect(read(resultsOf([])).text).toContain('No rule matched the selection');
});

test('an exchange that several failures cite is shown once, with the first of them, and linked from the others', () => {
  const both = resultsOf([failure({ rule: 'a/one' }), failure({ rule: 'a/two', expected: 'another status' })]);
  const { tags, text } = read(both);
  expect(tags.filter(({ attributes }) => attributes['id'] === 'exchange-x1')).toHaveLength(1);
  expect(text.split('Send it again')).toHaveLength(2);
  expect(text).toContain('shown above');
});

test('of very many exchanges each has a line, those of failures are whole, and the page says where the rest is', () => {
  const ids = Array.from({ length: 3002 }, (_, i) => `x${i + 1}`);
  const many = resultsOf(
    [failure(), result({ rule: 'b/passes', witness: ids.slice(1) })],
    Object.fromEntries(ids.map((id) => [id, exchange()])),
  );
  const { tags, text } = read(many);
  const shown = new Set(tags.flatMap(({ attributes }) => attributes['id'] ?? []));
  expect(ids.filter((id) => !shown.has(`exchange-${id}`))).toEqual([]);
  expect(text.split('Send it again')).toHaveLength(2);
  expect(text).toContain('too many to show each in full here: the JSON results hold them');
});

test('a rule says why it is there, what it sends and what is due', () => {
  const rules = { 'create/status': { why: 'A reason.', sends: 'A POST.', due: 'Status 201.' } };
  const { text } = read({ ...resultsOf([failure()]), rules });
  for (const part of ['WhyA reason.', 'SentA POST.', 'DueStatus 201.']) expect(text).toContain(part);
});
