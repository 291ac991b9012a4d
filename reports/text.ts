import pc from 'picocolors';
import { shorten, visible, visibleLines, withoutCommands } from '../core/redaction/visible.ts';
import type { Result, Results } from '../core/results/results.ts';
import { assuranceLine } from './assurance-wording.ts';
import { diagnosisLines, toldDiagnosis } from './diagnosis-wording.ts';
import { findingsOf } from './findings.ts';
import { leftBehindNote } from './left-behind.ts';
import { failedRules, type Paint } from './text-failure.ts';
import { shortSections, wholeSections } from './text-sections.ts';
import { unscoredNote } from './unscored.ts';
import { allowanceNote, verdictLine } from './verdict-wording.ts';
import { waiverNotes, waiverProblems } from './waiver-wording.ts';
import { capital, duration, LEVELS, OUTCOME_WORDS, OUTCOMES, plural } from './wording.ts';

/** How the text report looks. */
export interface TextOptions {
  /** Colour, for terminals that were asked; off unless given. */
  readonly color?: boolean;
  /** Every result and every reason, not only what needs attention. */
  readonly verbose?: boolean;
}

const REASONS_SHOWN = 8;
const SUBJECTS_SHOWN = 4;
const REASON_LENGTH = 300;

/** The report for a terminal: what failed and how to see it again, what was not seen and why, the verdict last. */
export function renderText(results: Results, options: TextOptions = {}): string {
  const paint = pc.createColors(options.color === true);
  const verbose = options.verbose === true;
  const findings = findingsOf(results);
  const blocks = [
    heading(results, paint),
    ...(verbose ? wholeSections(findings, results, paint) : shortSections(findings, results, paint)),
    unseen(results.results, 'error', paint, verbose),
    unseen(results.results, 'inconclusive', paint, verbose),
    unseen(results.results, 'not-exercised', paint, verbose),
    verbose ? unseen(results.results, 'not-applicable', paint, verbose) : [],
    assumed(results, paint, verbose),
    leftBehind(results, paint),
    unscored(results, paint),
    failedRules(results, paint),
    diagnosis(results, paint),
    waivers(results, paint),
    counts(results, paint),
    [...assurance(results, paint), ...allowance(results, paint), ...verdict(results, paint)],
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return `${withoutCommands(text)}\n`;
}

/** The verdict alone, in one line. */
export function renderVerdict(results: Results, options: Pick<TextOptions, 'color'> = {}): string {
  return `${withoutCommands(verdict(results, pc.createColors(options.color === true)).join('\n'))}\n`;
}

function heading({ target, run, summary }: Results, paint: Paint): string[] {
  const { requests, durationMs, seed, runs } = run;
  return [
    target.name === target.baseUrl
      ? paint.bold(visible(target.baseUrl))
      : `${paint.bold(visible(target.name))} at ${visible(target.baseUrl)}`,
    paint.dim(
      `${plural(requests, 'request')} in ${duration(durationMs)}, seed ${seed}, ${runs} generated cases per property`,
    ),
    ...(summary.headline ?? []).flatMap((line) => ['', paint.bold(paint.yellow(visible(line)))]),
  ];
}

function unseen(all: readonly Result[], outcome: Result['outcome'], paint: Paint, verbose: boolean): string[] {
  const members = all.filter((r) => r.outcome === outcome);
  if (members.length === 0) return [];
  const byReason = new Map<string, Result[]>();
  for (const result of members) byReason.set(result.reason, [...(byReason.get(result.reason) ?? []), result]);
  const groups = [...byReason].toSorted(([, a], [, b]) => b.length - a.length);
  const shown = verbose ? groups : groups.slice(0, REASONS_SHOWN);
  const { word, mark } = OUTCOME_WORDS[outcome];
  const lines = shown.flatMap(([reason, group]) => reasonLines(reason, group, paint, verbose));
  const left = groups.length - shown.length;
  const more = left > 0 ? [paint.dim(`  and ${plural(left, 'more reason')} (--verbose shows them)`)] : [];
  return [`${mark} ${paint.bold(capital(word))} (${members.length})`, ...lines, ...more];
}

function reasonLines(reason: string, group: readonly Result[], paint: Paint, verbose: boolean): string[] {
  const names = group.map((r) => `${visible(r.rule)} on ${visible(r.subject)}`);
  const shown = verbose ? names : names.slice(0, SUBJECTS_SHOWN);
  const left = names.length - shown.length;
  const list = left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
  // The first line says what happened; a checker's own stack is for those who asked for everything.
  const [first = '', ...rest] = visibleLines(reason);
  const told = verbose ? [first, ...rest] : [shorten(first, REASON_LENGTH)];
  return [...told.map((line) => `  ${line}`), `    ${paint.dim(list)}`];
}

/** In short the claims, which decide what is due, and what is not judged; not where things were found. */
function assumed({ target }: Results, paint: Paint, verbose: boolean): string[] {
  const { assumed: all } = target;
  if (all.length === 0) return [];
  const shown = verbose ? all : all.filter((line) => /^[A-Za-z]+ = |\bis (?:not )?judged\b/u.test(line));
  const left = all.length - shown.length;
  return [
    paint.bold('Assumed, because nothing was claimed'),
    ...shown.map((line) => `  ${visible(line)}`),
    ...(left > 0 ? [paint.dim(`  and ${left} of resources, operations and queries (--verbose shows them)`)] : []),
  ];
}

function unscored(results: Results, paint: Paint): string[] {
  const note = unscoredNote(results);
  if (note === undefined) return [];
  return [paint.bold(note.heading), ...note.lines.map((line) => `  ${shorten(visible(line), REASON_LENGTH)}`)];
}

function leftBehind(results: Results, paint: Paint): string[] {
  const note = leftBehindNote(results);
  if (note === undefined) return [];
  const lines = note.entries.flatMap(({ address, told, curl }) => [
    `  ${visible(address)}  ${paint.dim(visible(told))}`,
    ...(curl === undefined ? [] : [`    ${visible(curl)}`]),
  ]);
  return [`${paint.yellow('!')} ${paint.bold(note.heading)}`, `  ${note.intro}`, ...lines];
}

function counts({ summary }: Results, paint: Paint): string[] {
  const head = OUTCOMES.map((outcome) => OUTCOME_WORDS[outcome].word);
  const rows = LEVELS.map((level) => {
    const cells = OUTCOMES.map((outcome, i) => String(summary[level][outcome]).padStart((head[i] ?? '').length));
    return `  ${level.padEnd(6)}  ${cells.join('  ')}`;
  });
  return [paint.dim(`  ${' '.repeat(6)}  ${head.join('  ')}`), ...rows];
}

function diagnosis(results: Results, paint: Paint): string[] {
  const told = toldDiagnosis(results);
  if (told === undefined) return [];
  const lines = diagnosisLines(results).map((line) => `  ${shorten(visible(line), REASON_LENGTH)}`);
  return [paint.bold(told.heading), ...lines];
}

function waivers(results: Results, paint: Paint): string[] {
  const problems = waiverProblems(results).map((line) => `  ${paint.red(OUTCOME_WORDS.fail.mark)} ${visible(line)}`);
  const notes = waiverNotes(results).map((line) => `  ${paint.yellow('!')} ${visible(line)}`);
  return problems.length + notes.length === 0 ? [] : [paint.bold('Waivers'), ...problems, ...notes];
}

function assurance(results: Results, paint: Paint): string[] {
  const line = assuranceLine(results);
  return line === undefined ? [] : [paint.dim(line)];
}

function allowance(results: Results, paint: Paint): string[] {
  const note = allowanceNote(results);
  return note === undefined ? [] : [paint.dim(note)];
}

function verdict(results: Results, paint: Paint): string[] {
  const color = {
    conformant: paint.green,
    'partly-judged': paint.yellow,
    'non-conformant': paint.red,
    'not-judged': paint.yellow,
  };
  return [paint.bold(color[results.summary.verdict](visible(verdictLine(results))))];
}
