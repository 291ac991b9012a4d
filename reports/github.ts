import { curlLine } from '../core/http/curl.ts';
import { visible } from '../core/redaction/visible.ts';
import type { Results } from '../core/results/results.ts';
import { exchangeLines } from './exchange-lines.ts';
import { countSubjects, type Finding, findingsOf } from './findings.ts';
import { reportMarkdown } from './markdown.ts';
import { plain } from './markdown-text.ts';
import { isBroken } from './wording.ts';

/** GitHub refuses the summary of a step that is larger (1 MiB). */
const SUMMARY_LIMIT = 1024 * 1024;

/**
 * The summary of a job of GitHub Actions: the short report, then each finding with its exchanges, as far as there is room. What is
 * left out is counted; a summary that is too large would be dropped whole. `taken` are the bytes that other steps wrote there.
 */
export function reportGithub(results: Results, taken: number = 0): string {
  const room = SUMMARY_LIMIT - taken;
  const head = reportMarkdown(results);
  const findings = findingsOf(results)
    .filter(({ repeats }) => repeats === undefined)
    .toSorted((a, b) => Number(isBroken(b.first)) - Number(isBroken(a.first)));
  const reserve = 200;
  let left = room - bytesOf(head) - reserve;
  if (left < 0) return cut(head, room);
  const shown: string[] = [];
  for (const finding of findings) {
    const block = detailsOf(finding, results);
    left -= bytesOf(block);
    if (left < 0) break;
    shown.push(block);
  }
  const missing = findings.length - shown.length;
  const more =
    missing === 0 ? '' : `\nThe exchanges of ${missing} more findings had no room here: see the HTML report.\n`;
  return head + shown.join('') + more;
}

function detailsOf(finding: Finding, { exchanges }: Results): string {
  const { rule, subject, witness, reason } = finding.first;
  const on = finding.results.length === 1 ? subject : `${countSubjects(finding.results)}, the first: ${subject}`;
  const lines = witness.flatMap((id) => {
    const exchange = exchanges[id];
    if (exchange === undefined) return [];
    const { request, requestDetails, response, responseDetails } = exchangeLines(exchange);
    const indented = (details: readonly string[]): string[] => details.map((line) => `  ${line}`);
    const { command } = curlLine(exchange);
    return [`> ${request}`, ...indented(requestDetails), `< ${response}`, ...indented(responseDetails), command, ''];
  });
  return `\n<details><summary>${plain(rule)} on ${plain(on)}</summary>\n\n${plain(reason)}\n\n${fenced(lines)}\n\n</details>\n`;
}

// A fence longer than any in the text, so that nothing of a target ends it.
function fenced(lines: readonly string[]): string {
  const text = lines.map(visible).join('\n').trimEnd();
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function cut(text: string, room: number): string {
  const bytes = new TextEncoder().encode(text).subarray(0, Math.max(0, room));
  return new TextDecoder().decode(bytes, { stream: true });
}
