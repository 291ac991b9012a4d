import { shorten, visible } from '../core/redaction/visible.ts';
import type { Results } from '../core/results/results.ts';
import { assuranceLine } from './assurance-wording.ts';
import { diagnosisLines, toldDiagnosis } from './diagnosis-wording.ts';
import { traceNote } from './exchange-lines.ts';
import { countSubjects, type Finding, findingsOf } from './findings.ts';
import { leftBehindNote } from './left-behind.ts';
import { plain } from './markdown-text.ts';
import { bySection, SECTION_MARKS, sectionName, sectionState } from './sections.ts';
import { having, statementCounts } from './statements.ts';
import { unscoredNote } from './unscored.ts';
import { allowanceNote, verdictHeading, verdictLine } from './verdict-wording.ts';
import { waiverNotes, waiverPhrase, waiverProblems } from './waiver-wording.ts';
import { countOf, isBroken, LEVELS, OUTCOME_WORDS, OUTCOMES } from './wording.ts';

const FAILURES_SHOWN = 20;
const TEXT_LENGTH = 200;

/** A short report for a pull request comment: verdict, counts, failures; the rest is in the other reports. */
export function reportMarkdown(results: Results): string {
  const { summary, target } = results;
  // What counts comes first, since the list is cut.
  const failed = findingsOf(results).toSorted((a, b) => Number(isBroken(b.first)) - Number(isBroken(a.first)));
  const blocks = [
    `### ${verdictHeading(results)}: ${code(target.name)}`,
    `${plain(verdictLine(results))}. Judged at ${code(target.baseUrl)}, seed ${results.run.seed}.`,
    ...labels(results),
    ...(summary.headline ?? []).map((line) => `**${plain(line)}**`),
    ...[allowanceNote(results)].flatMap((note) => (note === undefined ? [] : [plain(note)])),
    ...waiverList(results),
    ...[assuranceLine(results)].flatMap((line) => (line === undefined ? [] : [`${plain(line)}.`])),
    countsTable(results),
    ...(failed.length === 0 ? [] : [failureList(failed, results)]),
    ...diagnosis(results),
    ...leftBehind(results),
    ...unscored(results),
    sectionsTable(results),
    ...statements(results),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function labels({ run }: Results): string[] {
  const told = Object.entries(run.labels ?? {}).map(([key, value]) => `${plain(key)} ${code(value)}`);
  return told.length === 0 ? [] : [`Labels: ${told.join(', ')}.`];
}

function countsTable({ summary }: Results): string {
  return [
    `| level | ${OUTCOMES.map((outcome) => OUTCOME_WORDS[outcome].word).join(' | ')} |`,
    `|---|${'---:|'.repeat(OUTCOMES.length)}`,
    ...LEVELS.map((level) => `| ${level} | ${OUTCOMES.map((outcome) => summary[level][outcome]).join(' | ')} |`),
  ].join('\n');
}

function waiverList(results: Results): string[] {
  const lines = [
    ...waiverProblems(results).map((line) => `- **${plain(line)}**`),
    ...waiverNotes(results).map((line) => `- ${plain(line)}`),
  ];
  return lines.length === 0 ? [] : [['Waivers:', '', ...lines].join('\n')];
}

function failureList(failed: readonly Finding[], results: Results): string {
  const shown = failed.slice(0, FAILURES_SHOWN).map((finding) => failureItem(finding, results));
  const left = failed.length - shown.length;
  return [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}

function failureItem(finding: Finding, results: Results): string {
  const { rule, subject, level, clause, title, expected, actual, reason, counterexample, waiver } = finding.first;
  const { length } = finding.results;
  const on = length === 1 ? code(subject) : `${countSubjects(finding.results)}, the first: ${code(subject)}`;
  const trace = traceNote(finding.first, results).trim();
  const lines = [
    `- **${code(rule)}** on ${on} (${level}, clause ${plain(clause)}): ${plain(title)}`,
    `  expected ${code(expected ?? '')}, got ${code(actual ?? reason)}`,
    ...(counterexample === undefined ? [] : [`  for ${code(counterexample)}`]),
    ...(trace === '' ? [] : [`  ${trace}`]),
  ];
  const waived = waiver === undefined ? [] : [`  waived: ${plain(waiverPhrase(waiver, results))}`];
  if (finding.repeats !== undefined) return [lines[0], `  ${plain(finding.repeats)}`, ...waived].join('  \n');
  return [...lines, ...waived].join('  \n');
}

function diagnosis(results: Results): string[] {
  const told = toldDiagnosis(results);
  if (told === undefined) return [];
  return [
    `**${told.heading}**`,
    diagnosisLines(results)
      .map((line) => `- ${plain(line)}`)
      .join('\n'),
  ];
}

function leftBehind(results: Results): string[] {
  const note = leftBehindNote(results);
  if (note === undefined) return [];
  const shown = note.entries.slice(0, FAILURES_SHOWN).map(({ address, told, curl }) => {
    const lines = [`- ${code(address)}: ${plain(told)}`, ...(curl === undefined ? [] : [`  ${whole(curl)}`])];
    return lines.join('  \n');
  });
  const left = note.entries.length - shown.length;
  const more = left > 0 ? [`- and ${left} more`] : [];
  return [`#### ${note.heading}`, plain(note.intro), [...shown, ...more].join('\n')];
}

function unscored(results: Results): string[] {
  const note = unscoredNote(results);
  return note === undefined
    ? []
    : [`${plain(note.heading)}:\n\n${note.lines.map((line) => `- ${code(line)}`).join('\n')}`];
}

function statements(results: Results): string[] {
  const counts = statementCounts(results);
  if (counts === undefined) return [];
  const failing = having(results.statements ?? [], 'fails').map(({ id, text }) => `- ${code(id)} ${plain(text)}`);
  return [`Statements of the document: ${counts}.`, ...(failing.length === 0 ? [] : [failing.join('\n')])];
}

function sectionsTable(results: Results): string {
  const rows = bySection(results.results).map((section) => {
    const { results: members } = section;
    const judged = countOf(members, 'pass') + countOf(members, 'fail');
    const mark = SECTION_MARKS[sectionState(members)];
    return `| ${mark} ${plain(sectionName(section))} | ${countOf(members, 'pass')} of ${judged} | ${countOf(members, 'not-exercised')} |`;
  });
  return [
    '<details><summary>By clause</summary>',
    '',
    '| clause | kept | not exercised |',
    '|---|---:|---:|',
    ...rows,
    '',
    '</details>',
  ].join('\n');
}

// In a code span nothing of a target is markup, a mention or a reference.
function code(text: string): string {
  return whole(shorten(visible(text), TEXT_LENGTH));
}

/** The same, not shortened: half a command does not run. */
function whole(text: string): string {
  const shown = visible(text);
  const runs = [...shown.matchAll(/`+/gu)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = /^[` ]|[` ]$/u.test(shown) || shown === '' ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}
