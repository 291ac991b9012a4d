import { expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { judgeWrapped } from '../../proof/judge-wrapped.ts';
import { reportHtml } from '../../reports/html.ts';
import { reportMarkdown } from '../../reports/markdown.ts';
import { deletedAs } from '../deletes-with.ts';

/** A mock whose deletions answer 202, judged by the rules of deletions and of the session. */
function judged(): Promise<Results> {
  const how = { rules: ['delete/*', 'session/*'], seed: 1, runs: 1 };
  return judgeWrapped({ wrap: deletedAs(202), options: undefined, file: (whole) => whole, how });
}

test('a run says of each statement what its rules came to', async () => {
  const results = await judged();
  const verdicts = new Map((results.statements ?? []).map(({ id, verdict }) => [id, verdict]));
  expect(Object.fromEntries(verdicts)).toMatchObject({
    '4.1-delete': 'fails',
    '4.4-m4': 'fails',
    '1-deals': 'fails',
    '5.4-challenge': 'partly',
    '5.3': 'holds',
    '4.4-m3-gone': 'not-applicable',
    '4.5-2': 'not-selected',
    '8-limits': 'unseen',
  });
  const page = reportHtml(results);
  expect(page).toContain('id="s-4.1-delete"');
  expect(page).toContain('The document says');
  const markdown = reportMarkdown(results);
  expect(markdown).toMatch(/Statements of the document: \d+ fails, /u);
  expect(markdown).toContain('- `4.1-delete` DELETE of a deal takes it away: 204.');
});
