import type { Result, Results } from '../core/results.ts';
import { shorten, visible } from '../core/visible.ts';
import { bySection, sectionName } from './sections.ts';
import { allowanceNote, verdictHeading, verdictLine } from './verdict-wording.ts';
import { countOf, isBroken, LEVELS, OUTCOME_WORDS, OUTCOMES } from './wording.ts';

const FAILURES_SHOWN = 20;
const TEXT_LENGTH = 200;

/** A short report for a pull request comment: verdict, counts, failures; the rest is in the other reports. */
export function reportMarkdown(results: Results): string {
  const { summary, target } = results;
  const failed = bySection(results.results).flatMap((section) => section.results.filter(isBroken));
  const blocks = [
    `### ${verdictHeading(results)}: ${code(target.name)}`,
    `${plain(verdictLine(results))}. Judged at ${code(target.baseUrl)}, seed ${results.run.seed}.`,
    ...(summary.headline ?? []).map((line) => `**${plain(line)}**`),
    ...[allowanceNote(results)].flatMap((note) => (note === undefined ? [] : [plain(note)])),
    countsTable(results),
    ...(failed.length === 0 ? [] : [failureList(failed)]),
    sectionsTable(results),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function countsTable({ summary }: Results): string {
  return [
    `| level | ${OUTCOMES.map((outcome) => OUTCOME_WORDS[outcome].word).join(' | ')} |`,
    `|---|${'---:|'.repeat(OUTCOMES.length)}`,
    ...LEVELS.map((level) => `| ${level} | ${OUTCOMES.map((outcome) => summary[level][outcome]).join(' | ')} |`),
  ].join('\n');
}

function failureList(failed: readonly Result[]): string {
  const shown = failed.slice(0, FAILURES_SHOWN).map(failureItem);
  const left = failed.length - shown.length;
  return [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}

function failureItem(result: Result): string {
  const { rule, subject, level, clause, title, expected, actual, reason, counterexample } = result;
  const lines = [
    `- **${code(rule)}** on ${code(subject)} (${level}, clause ${plain(clause)}): ${plain(title)}`,
    `  expected ${code(expected ?? '')}, got ${code(actual ?? reason)}`,
    ...(counterexample === undefined ? [] : [`  for ${code(counterexample)}`]),
  ];
  return lines.join('  \n');
}

function sectionsTable(results: Results): string {
  const rows = bySection(results.results).map((section) => {
    const judged = countOf(section.results, 'pass') + countOf(section.results, 'fail');
    return `| ${plain(sectionName(section))} | ${countOf(section.results, 'pass')} of ${judged} |`;
  });
  return [
    '<details><summary>By clause</summary>',
    '',
    '| clause | kept |',
    '|---|---:|',
    ...rows,
    '',
    '</details>',
  ].join('\n');
}

// In a code span nothing of a target is markup, a mention or a reference.
function code(text: string): string {
  const shown = shorten(visible(text), TEXT_LENGTH);
  const runs = [...shown.matchAll(/`+/gu)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = /^[` ]|[` ]$/u.test(shown) || shown === '' ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

function plain(text: string): string {
  return visible(text)
    .replace(/[\\`*_{}[\]#|~!]/gu, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;');
}
