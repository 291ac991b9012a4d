import { expect, test } from 'vitest';
import { REPORTERS } from '../../reports/registry.ts';
import { HOSTILE, mixed } from './sample.ts';

const CURL = `curl -sS -i -X DELETE 'http://127.0.0.1:4010/rest/1/deals/7'`;
const [clean, base] = [mixed(), mixed()];
const left = {
  resource: 'deals',
  address: `http://127.0.0.1:4010/rest/1/deals/7?${HOSTILE}`,
  tried: 'DELETE',
  answered: '403',
  curl: CURL,
};
const results = { ...base, run: { ...base.run, leftBehind: [left] } };

test.each(['text', 'html', 'markdown', 'junit'])(
  '%s tells what stays behind under a heading, with its command',
  async (name) => {
    const render = await REPORTERS.get(name)?.();
    const report = render?.(results) ?? '';
    expect(report).toContain('Left behind (1)');
    expect(report).toContain('DELETE was answered 403');
    expect(report.replaceAll('&#39;', "'")).toContain(CURL);
    // On a terminal and in a code span of Markdown it is text.
    if (name === 'html' || name === 'junit') expect(report).not.toContain('<script>alert(1)</script>');
    expect(report).not.toContain('\u001b');
    // Nothing is told of it where nothing stays.
    expect(render?.(clean)).not.toContain('Left behind');
  },
);

test('junit holds the addresses as a property, and the list in one system-out', async () => {
  const render = await REPORTERS.get('junit')?.();
  const report = render?.(results) ?? '';
  expect(report).toMatch(/<property name="leftBehind" value="http:\/\/127\.0\.0\.1:4010\/rest\/1\/deals\/7/u);
  expect(report.match(/<system-out>/gu)).toHaveLength(1);
});
