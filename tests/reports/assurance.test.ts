import { expect, test } from 'vitest';
import { renderText, reportHtml, reportMarkdown } from '../../reports/index.ts';
import { result, resultsOf } from './sample.ts';

const CLAUSES = [
  { clause: '4.1', known: 3, caught: 3 },
  { clause: '5.1', known: 2, caught: 1 },
];
const RUN = { ...resultsOf([result()]), assurance: { known: 5, caught: 4, clauses: CLAUSES } };

test('each report for people tells how many known faults the run would have caught', () => {
  for (const text of [renderText(RUN), reportMarkdown(RUN), reportHtml(RUN)])
    expect(text).toContain('This run would have caught 4 of 5 known faults');
});

test('the page tells it by clause', () => {
  expect(reportHtml(RUN)).toContain(
    '<tr><th scope="row">5.1</th><td class="number">1</td><td class="number">2</td></tr>',
  );
});

test('results of earlier versions tell nothing of it', () => {
  const { assurance: _, ...run } = RUN;
  for (const text of [renderText(run), reportMarkdown(run), reportHtml(run)]) expect(text).not.toContain('known fault');
});
