import { expect, test } from 'vitest';
import type { Cause } from '../../core/results/diagnosis.ts';
import type { Results } from '../../core/results/results.ts';
import { renderText, reportHtml, reportMarkdown } from '../../reports/index.ts';
import { failure, HOSTILE, resultsOf } from './sample.ts';

const DELETION: Cause = {
  id: 'delete-answers-202',
  sentence: 'A deletion that is done at once is answered 202.',
  remedy: 'Status 204.',
  clause: '4.1',
  weight: 0.96,
  explains: ['delete/status on deals'],
};
const OTHER: Cause = { ...DELETION, id: 'other', sentence: 'Something else.', weight: 0.4, alike: ['Or this.'] };

function diagnosed(diagnosis: Partial<Results['diagnosis']>): Results {
  const run = resultsOf([failure({ rule: 'delete/status' }), failure()]);
  return { ...run, diagnosis: { causes: [], others: [], unexplained: [], ...diagnosis } };
}

function told(results: Results): string {
  return /(?:Likely|Possible|Causes?) ?.*\n(?: {2}.*\n)+/u.exec(renderText(results))?.[0] ?? '';
}

test('the text tells the cause, what is due, what else it could be, and what is not explained', () => {
  const run = diagnosed({ causes: [DELETION], others: [OTHER], unexplained: ['create/status on deals'] });
  expect(told(run).trimEnd().split('\n')).toEqual([
    'Likely cause',
    '  A deletion that is done at once is answered 202. (explains 1 of 2 failures, fits 96 %)',
    '  due: Status 204.',
    '  or else: Something else. (explains 1 of 2 failures, fits 40 %, and so would 1 other known fault)',
    '  No known fault explains the failure of create/status on deals.',
  ]);
});

test('a cause that fits less well is called possible, and none is called unknown', () => {
  expect(told(diagnosed({ causes: [OTHER] }))).toMatch(/^Possible cause\n/u);
  const unexplained = ['delete/status on deals', 'create/status on deals'];
  expect(told(diagnosed({ unexplained }))).toBe('Cause unknown\n  No known fault shows in this way.\n');
});

test('many causes take six lines at the most below their heading', () => {
  const causes = [1, 2, 3, 4, 5].map((i) => ({ ...DELETION, id: `c${i}` }));
  const lines = told(diagnosed({ causes, others: [OTHER], unexplained: ['a/b on c'] }))
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(7);
  expect(lines).toContain('  and 2 more causes');
});

test('what nothing explains comes first where it is most, and a cause that hardly fits is not in short reports', () => {
  const run = diagnosed({
    causes: [DELETION, { ...OTHER, weight: 0.24 }],
    unexplained: ['a/b on c', 'create/status on deals'],
  });
  expect(told(run).trimEnd().split('\n')).toEqual([
    'Possible causes of some failures',
    '  No known fault explains 2 failures, the first: a/b on c.',
    '  A deletion that is done at once is answered 202. (explains 1 of 2 failures, fits 96 %)',
    '  due: Status 204.',
    '  and 1 more cause',
  ]);
  const page = reportHtml(run);
  expect(page.indexOf('No known fault explains')).toBeLessThan(page.indexOf('class="causes"'));
});

test('where no cause fits well enough for a short report, it says where they are named', () => {
  const run = diagnosed({ causes: [{ ...OTHER, weight: 0.24 }], unexplained: ['a/b on c'] });
  expect(told(run)).toContain('  1 known fault below 40 %: the HTML and JSON reports name what fits so little\n');
  expect(reportHtml(run)).toContain('Something else.');
});

test('a run without a diagnosis tells of none', () => {
  const { diagnosis: _, ...run } = diagnosed({});
  for (const text of [renderText(run), reportMarkdown(run), reportHtml(run)])
    expect(text).not.toMatch(/(?:likely|possible) cause|cause unknown/iu);
});

test('the page folds what a cause explains below it, and links to it', () => {
  const page = reportHtml(diagnosed({ causes: [DELETION], others: [OTHER] }));
  expect(page).toContain('<h2 id="diagnosis">Likely cause</h2>');
  expect(page).toContain('<summary>It explains 1 failure</summary>');
  expect(page).toContain('<a href="#result-delete%2Fstatus-deals">');
  expect(page).toContain('<summary>What else it could be</summary>');
});

test('the comment of a pull request tells the cause', () => {
  const text = reportMarkdown(diagnosed({ causes: [DELETION] }));
  expect(text).toContain('**Likely cause**\n\n- A deletion that is done at once is answered 202.');
});

test('what a target file names cannot break out of a report', () => {
  const run = diagnosed({
    causes: [{ ...DELETION, explains: [`delete/status on ${HOSTILE}`] }],
    unexplained: [HOSTILE],
  });
  expect(reportHtml(run)).not.toContain('<script>alert');
  expect(renderText(run)).not.toContain('\u001b]0;');
  expect(reportMarkdown(run)).not.toContain('<script>');
});
