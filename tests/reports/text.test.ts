import { expect, test } from 'vitest';
import { renderText, renderVerdict } from '../../reports/index.ts';
import { REPORTERS } from '../../reports/registry.ts';
import { exchange, failure, hostile, mixed, result, resultsOf } from './sample.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

test('a failure tells rule, subject, level, clause, title, expected, actual and the exchange with its curl line', () => {
  const text = renderText(resultsOf([failure()]));
  const told = [
    'create/status on deals',
    'must, clause 4.1, 4.4-c1',
    'a creation answers 201',
    'expected  status 201',
    'got       status 200 application/json',
    '→ POST http://127.0.0.1:4010/rest/1/deals/',
    '← 200 OK',
    "curl -sS -i -g --path-as-is -X POST -H 'Accept: application/json'",
  ];
  for (const part of told) expect(text).toContain(part);
  expect(text).not.toContain('Date: Sat');
});

test('a failed property tells its case, its replay token and how often it failed again', () => {
  const text = renderText(mixed());
  expect(text).toContain('case      "\\u0000a" (the smallest that fails; 31 cases tried)');
  expect(text).toContain('--replay read/unknown-item@users@-77@25@3:0:1');
  expect(text).toContain('again     failed 2 of 3 times');
});

test('a case that did not fail again is told as one that chance or its own change may have decided', () => {
  const text = renderText(resultsOf([failure({ flaky: '0 of 3' })]));
  expect(text).toContain(
    'again     did not fail again in 3 tries: the server answers by chance, or the first try changed what',
  );
});

test('secrets that were taken out are shell variables, and the reader is told to set them', () => {
  const text = renderText(resultsOf([failure()]));
  expect(text).toContain(`'Cookie: USER_TOKEN='"$ASSAYER_COOKIE"`);
  expect(text).toContain('# set ASSAYER_COOKIE first');
});

test('sections come in the order of the document, HTTP after them, the whole last', () => {
  const text = renderText(mixed());
  const at = [
    '4.1 Creation',
    '4.2 Operations',
    '4.4 Reading',
    '7 Status',
    'RFC 9110 HTTP',
    'The document as a whole',
  ].map((name) => text.indexOf(name));
  expect(at).not.toContain(-1);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
});

test('what was not seen is grouped by its reason', () => {
  const away = Array.from({ length: 12 }, (_, i) =>
    result({ subject: `s${i}`, outcome: 'not-exercised', reason: 'no known id is given', witness: [] }),
  );
  const text = renderText(resultsOf([result(), ...away]));
  expect(text.split('no known id is given')).toHaveLength(2);
  expect(text).toContain('and 8 more');
  expect(renderText(resultsOf([result(), ...away]), { verbose: true })).toContain('create/status on s11');
});

test('the verdict is the last line, and the only line of the short form', () => {
  const lines = renderText(mixed()).trimEnd().split('\n');
  expect(lines.at(-1)).toBe(
    'non-conformant: 2 of 29 must checks fail, 1 of 2 should checks fail; 3 of 32 applicable must checks were not exercised',
  );
  expect(renderVerdict(mixed())).toBe(`${lines.at(-1)}\n`);
  expect(renderVerdict(resultsOf([]))).toBe('not judged: no rule matched the selection\n');
  expect(renderVerdict(resultsOf([result()]))).toBe('conformant: 1 must and 0 should checks hold\n');
});

test('colour is there only when asked for', () => {
  expect(renderText(mixed())).not.toContain('\u001b');
  expect(renderText(mixed(), { color: true })).toContain('\u001b[31m');
});

test.each(['text', 'junit', 'markdown', 'html'])(
  'nothing of a target reaches %s as a control or bidi character',
  async (name) => {
    const render = await REPORTERS.get(name)?.();
    expect(render?.(hostile())).not.toMatch(STEERING);
  },
);

test('nothing of a target steers a terminal in the verbose form either', () => {
  expect(renderText(hostile(), { verbose: true })).not.toMatch(STEERING);
  expect(renderVerdict(hostile())).not.toMatch(STEERING);
});

test.each([
  ['x1415', 'exchange 1415'],
  ['s2-x14', 'exchange 14 of shard 2'],
  ['<odd>', 'exchange <odd>'],
])('exchange %s is called %s, in a terminal and on the page', async (id, name) => {
  const results = resultsOf([failure({ witness: [id] }), result({ witness: [id] })], { [id]: exchange() });
  const short = renderText(results);
  expect(short).toContain(`${name}\n`);
  expect(renderText(results, { verbose: true })).toContain(`${name}\n`);
  expect(short).not.toMatch(/x1415|s2-x14/u);
  const page = (await REPORTERS.get('html')?.())?.(results) ?? '';
  const shown = page.replaceAll(/<style>.*?<\/style>|<script.*?<\/script>|<[^>]*>/gsu, '');
  expect(shown).toContain(name.replace('<odd>', '&lt;odd&gt;'));
  expect(shown).not.toMatch(/x1415|s2-x14/u);
});

test('the last line says that records of others came to harm', () => {
  const { run, ...results } = resultsOf([result()]);
  const harmed = renderText({ ...results, run: { ...run, harm: ['1 of 3 records of deals is gone: 2'] } });
  expect(renderText({ ...results, run }).trimEnd()).toMatch(/^conformant: [^;]*$/mu);
  expect(harmed.trimEnd()).toMatch(/^conformant, and records of others came to harm: [^;]*$/mu);
  const broken = resultsOf([failure({})]);
  expect(renderText({ ...broken, run: { ...broken.run, harm: ['one is gone'] } }).trimEnd()).toMatch(
    /^non-conformant: .*; records of others came to harm$/mu,
  );
});
