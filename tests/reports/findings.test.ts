import { describe, expect, test } from 'vitest';
import { findingsOf } from '../../reports/findings.ts';
import { reportHtml } from '../../reports/html.ts';
import { renderText } from '../../reports/index.ts';
import { reportJunit } from '../../reports/junit.ts';
import { sameAnswers } from '../../reports/same-answer.ts';
import { exchange, failure, mixed, result, resultsOf, WAIVER } from './sample.ts';

const operations = Array.from({ length: 42 }, (_, i) =>
  failure({
    rule: 'operation/unknown-deal',
    subject: `Hold${i}/A`,
    expected: 'status 404',
    actual: `status 200 application/json, ${i} bytes: {"id":"${i}"}`,
    witness: [`x${i}`],
  }),
);

describe('failures of one rule with one expectation and one answer', () => {
  const results = resultsOf(operations, { x0: exchange(), x1: exchange() });

  test('are one finding with one exchange in text', () => {
    const text = renderText(results);
    expect(text).toContain('operation/unknown-deal on 42 operations, the first: Hold0/A');
    expect(text).toContain('also on   Hold1/A, Hold2/A');
    expect(text).toContain('and 33 more');
    expect(text.split('→ POST')).toHaveLength(2);
    expect(renderText(results, { verbose: true })).toContain('Hold41/A');
  });

  test('are one finding in html, which names every subject', () => {
    const page = reportHtml(results);
    expect(page.split('class="failure"')).toHaveLength(2);
    expect(page).toContain('Hold41/A');
  });

  test('stay a case each in junit', () => {
    expect(reportJunit(results).split('<failure ')).toHaveLength(43);
  });

  test.each([
    ['another answer', { actual: 'status 500 application/json, 2 bytes: {}' }],
    ['another expectation', { expected: 'status 400 or 404' }],
    ['another rule', { rule: 'operation/unknown-action' }],
    ['a waiver', { waiver: WAIVER }],
  ])('%s is another finding', (_, changes) => {
    const [first = failure(), second = failure()] = operations;
    expect(findingsOf(resultsOf([first, { ...second, ...changes }]))).toHaveLength(2);
  });
});

describe('a finding that repeats another', () => {
  const first = failure({ rule: 'session/challenge', subject: 'target', witness: ['x1'] });

  test('on the same exchange is marked, and told without the exchange', () => {
    const again = failure({ rule: 'status/401-challenge', subject: 'target', witness: ['x1'] });
    const text = renderText(resultsOf([first, again]));
    expect(text).toMatch(/✗ status\/401-challenge +target: the same exchange as session\/challenge on target/u);
    expect(text.split('→ POST')).toHaveLength(2);
    const whole = renderText(resultsOf([first, again]), { verbose: true });
    expect(whole).toContain('derived   the same exchange as session/challenge on target');
    expect(reportHtml(resultsOf([first, again]))).toContain(
      'Derived: the same exchange as session/challenge on target.',
    );
  });

  test('is not one where any of its exchanges is new, or where the other is waived', () => {
    const more = (witness: string): typeof first =>
      failure({ rule: 'status/401-challenge', subject: witness, witness: [witness] });
    expect(findingsOf(resultsOf([first, more('x1'), more('x2')])).at(-1)?.repeats).toBeUndefined();
    expect(findingsOf(resultsOf([{ ...first, waiver: WAIVER }, more('x1')])).at(-1)?.repeats).toBeUndefined();
  });

  test('by the rule that a step of a sequence breaks is told in short, and only where that rule failed', () => {
    const step = failure({ rule: 'model/sequence', expected: 'status 401 (session/challenge)', witness: ['x9'] });
    expect(findingsOf(resultsOf([first, step])).at(-1)?.repeats).toBe('repeats session/challenge on target');
    expect(findingsOf(resultsOf([step])).at(-1)?.repeats).toBeUndefined();
  });
});

describe('findings of several rules with one due status and one answer', () => {
  const actual = 'status 200 application/json, 2 bytes: {}';
  const rules = ['delete/removes', 'delete/unknown', 'read/unknown-item', 'query/empty', 'status/202-missing'];
  const expected = ['status 404 or 410', 'status 404', 'status 404', 'status 404 for “x”', '404 for what never was'];
  const missing = rules.map((rule, i) =>
    failure({
      rule,
      expected: expected[i] ?? '',
      actual: i === 4 ? `DELETE http://127.0.0.1:4010/rest/1/deals/9 answered ${actual.slice(7)}` : actual,
      witness: [`x${i}`],
    }),
  );
  const told = (results: readonly ReturnType<typeof failure>[]): readonly string[] => {
    const findings = findingsOf(resultsOf(results));
    const same = sameAnswers(findings);
    return findings.filter((one) => !same.has(one)).map(({ first }) => first.rule);
  };

  test('are shown once, by the one that expects that status alone, and have a line each', () => {
    const exchanges = Object.fromEntries(missing.map((_, i) => [`x${i}`, exchange()]));
    const text = renderText(resultsOf([...missing, ...operations], { ...exchanges, x7: exchange() }));
    expect(text).toMatch(
      /✗ delete\/unknown on deals .*\n(.*\n){3} +likewise .*: delete\/removes, read\/unknown-item, query/u,
    );
    expect(text).not.toContain('✗ delete/removes on deals');
    for (const rule of rules) expect(text).toMatch(new RegExp(`✗ ${rule} +deals: expected`, 'u'));
    expect(renderText(resultsOf(missing, exchanges), { verbose: true })).toContain('✗ delete/removes on deals');
    expect(text.split('\n').length).toBeLessThan(50);
  });

  test('are one in any order', () => {
    expect(told(missing)).toEqual(['delete/unknown']);
    expect(told(missing.toReversed())).toEqual(['status/202-missing']);
  });

  test.each([
    ['another answer', { actual: 'status 200 application/json, 3 bytes: {} ' }],
    ['another status', { expected: 'status 400' }],
    ['an expectation that is about more than the status', { expected: 'status 404 and no body' }],
    ['something else wrong with the answer', { actual: '2 bytes of body' }],
    ['a waiver', { waiver: WAIVER }],
  ])('%s is told by itself', (_, changes) => {
    const [, first = failure(), second = failure()] = missing;
    expect(told([first, { ...second, ...changes }])).toEqual([first.rule, second.rule]);
  });

  test('a finding whose subjects were answered differently stands for no other', () => {
    const [, first = failure(), second = failure()] = missing;
    const other = { ...first, subject: 'users', actual: 'status 200 application/json, 9 bytes: {"id":1}' };
    expect(told([first, other, second])).toEqual([first.rule, second.rule]);
  });
});

test('of many findings some are shown, and each rule has its line', () => {
  const many = Array.from({ length: 12 }, (_, i) =>
    failure({ rule: `read/r${i}`, expected: `a field r${i}`, witness: [`x${i}`] }),
  );
  const text = renderText(resultsOf(many));
  expect(text).toContain('and 4 more that failed in another way');
  for (const { rule } of many) expect(text).toMatch(new RegExp(`✗ ${rule} +deals: `, 'u'));
  expect(renderText(resultsOf(many), { verbose: true })).toContain('✗ read/r11 on deals');
});

test('a run ends with a line for each rule that failed, then the counts and the verdict', () => {
  const text = renderText(mixed());
  const [, end = ''] = text.split('Failed: 3 rules, 3 results\n');
  expect(end.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^ {2}✗ create\/status +deals: expected status 201, got status 200 /u),
    expect.stringMatching(/^ {2}✗ read\/unknown-item +users: expected status 404, got status 500 /u),
    expect.stringMatching(/^ {2}✗ negotiate\/vary +users: /u),
  ]);
  expect(renderText(resultsOf([result()]))).not.toContain('Failed:');
});

describe('a clause that is mostly not exercised', () => {
  const unseen = (subject: string): ReturnType<typeof result> =>
    result({ subject, outcome: 'not-exercised', reason: 'only reading is allowed', witness: [] });

  test('gets no tick', () => {
    const some = resultsOf([result(), unseen('a'), unseen('b')]);
    expect(renderText(some)).toContain('◐ 4.1 Creation and deletion');
    expect(reportHtml(some)).toMatch(
      /<span class="mark partly" aria-hidden="true">◐<\/span> 4\.1 Creation and deletion/u,
    );
  });

  test('keeps it where most was seen', () => {
    expect(renderText(resultsOf([result(), result({ subject: 'b' }), unseen('a')]))).toContain(
      '✓ 4.1 Creation and deletion',
    );
  });

  test('stands near the top of the page, before the claims, with its reason', () => {
    const page = reportHtml(resultsOf([result(), unseen('a')]));
    expect(page.indexOf('1 result: only reading is allowed')).toBeGreaterThan(0);
    expect(page.indexOf('1 result: only reading is allowed')).toBeLessThan(page.indexOf('id="claims"'));
  });
});

test('a target without a name is told by its address once', () => {
  const results = mixed();
  const { baseUrl } = results.target;
  const [line] = renderText({ ...results, target: { ...results.target, name: baseUrl } }).split('\n');
  expect(line).toBe(baseUrl);
});
