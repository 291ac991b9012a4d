import type pc from 'picocolors';
import { curlLine } from '../core/curl.ts';
import type { Result, Results } from '../core/results.ts';
import { shorten, visible } from '../core/visible.ts';
import { exchangeLines } from './exchange-lines.ts';
import { countSubjects, type Finding, findingsOf, subjectsOf } from './findings.ts';
import { pageCommand } from './rule-page.ts';
import { waiverPhrase } from './waiver-wording.ts';
import { isBroken, OUTCOME_WORDS, plural } from './wording.ts';

/** What colours a text, or leaves it alone. */
export type Paint = ReturnType<typeof pc.createColors>;

const EXCHANGES_SHOWN = 3;
const SUBJECTS_SHOWN = 8;
const RULE_LINE_LENGTH = 150;
/** What `headLines` gives. */
const HEAD_LINES = 4;

/** What folded failures say in a terminal: in full, or in short where an earlier finding says it already. */
export function findingLines(finding: Finding, results: Results, paint: Paint, verbose: boolean): string[] {
  const { first, repeats } = finding;
  const others = finding.results.slice(1).map(({ subject }) => visible(subject));
  const shown = verbose ? others : others.slice(0, SUBJECTS_SHOWN);
  const more = others.length > shown.length ? ` and ${others.length - shown.length} more` : '';
  const on = subjectsOf(finding);
  const lines =
    repeats === undefined || verbose ? failureLines(first, results, paint, verbose, on) : headLines(first, on, paint);
  // Below the answer, above the case and the exchanges.
  return [
    ...lines.slice(0, HEAD_LINES),
    ...(others.length === 0 ? [] : [label('also on', paint) + shown.join(', ') + more]),
    ...(repeats === undefined ? [] : [label('derived', paint) + visible(repeats)]),
    ...lines.slice(HEAD_LINES),
  ];
}

/** A failure in a terminal: what was due, what came, and the exchanges that show it, each with its curl line. */
export function failureLines(
  result: Result,
  results: Results,
  paint: Paint,
  verbose: boolean,
  on: string = result.subject,
): string[] {
  const lines = headLines(result, on, paint);
  if (result.counterexample !== undefined) {
    const tried = plural(result.cases ?? 0, 'case');
    lines.push(
      `${label('case', paint)}${visible(result.counterexample)} ${paint.dim(`(the smallest that fails; ${tried} tried)`)}`,
    );
  }
  if (result.flaky !== undefined)
    lines.push(`${label('flaky', paint)}failed ${visible(result.flaky)} times when it was sent again`);
  if (result.waiver !== undefined)
    lines.push(`${label('waived', paint)}${visible(waiverPhrase(result.waiver, results))}`);
  if (result.replay !== undefined) lines.push(`${label('replay', paint)}--replay ${visible(result.replay)}`);
  if (verbose) lines.push(`${label('page', paint)}${pageCommand(result.rule)}`);
  const shown = verbose ? result.witness : result.witness.slice(-EXCHANGES_SHOWN);
  for (const id of shown) lines.push(...evidence(id, results, paint));
  return lines;
}

/** One line for each rule that failed: how often, what was due, what came. */
export function failedRules(results: Results, paint: Paint): string[] {
  const findings = findingsOf(results);
  return [
    ...ruleLines(
      'Failed',
      findings.filter(({ first }) => isBroken(first)),
      paint,
    ),
    ...ruleLines(
      'Failed and waived',
      findings.filter(({ first }) => !isBroken(first)),
      paint,
    ),
  ];
}

function ruleLines(title: string, findings: readonly Finding[], paint: Paint): string[] {
  const rules = [...new Set(findings.map(({ first }) => first.rule))];
  if (rules.length === 0) return [];
  const width = Math.max(...rules.map((rule) => rule.length));
  const lines = rules.map((rule) => {
    const ofRule = findings.filter(({ first }) => first.rule === rule);
    const all = ofRule.flatMap((finding) => finding.results);
    const [told = ofRule[0]] = ofRule.filter(({ repeats }) => repeats === undefined);
    const { expected = '', actual, reason = '', subject = '' } = told?.first ?? {};
    const where = all.length === 1 ? subject : countSubjects(all);
    const what = told?.repeats ?? `expected ${expected}, got ${actual ?? reason}`;
    return `  ${paint.red(OUTCOME_WORDS.fail.mark)} ${visible(rule).padEnd(width)}  ${shorten(visible(`${where}: ${what}`), RULE_LINE_LENGTH)}`;
  });
  const count = findings.reduce((sum, finding) => sum + finding.results.length, 0);
  return [paint.bold(`${title}: ${plural(rules.length, 'rule')}, ${plural(count, 'result')}`), ...lines];
}

function headLines(result: Result, on: string, paint: Paint): string[] {
  const clause = paint.dim(`${result.level}, clause ${visible(result.clause)}`);
  return [
    `  ${paint.red(OUTCOME_WORDS.fail.mark)} ${paint.bold(visible(result.rule))} on ${visible(on)}  ${clause}`,
    `    ${visible(result.title)}`,
    `${label('expected', paint)}${paint.green(visible(result.expected ?? ''))}`,
    `${label('got', paint)}${paint.red(visible(result.actual ?? result.reason))}`,
  ];
}

function label(name: string, paint: Paint): string {
  return `    ${paint.dim(name.padEnd(9))} `;
}

function evidence(id: string, results: Results, paint: Paint): string[] {
  const exchange = results.exchanges[id];
  if (exchange === undefined) return [];
  const { request, requestDetails, response, responseDetails } = exchangeLines(exchange);
  const { command, variables, caveat } = curlLine(exchange);
  const notes = [
    ...(variables.length === 0 ? [] : [`set ${variables.join(', ')} first: what stood there is secret`]),
    ...(caveat === undefined ? [] : [caveat]),
  ];
  return [
    '',
    `    ${paint.cyan('→')} ${request}  ${paint.dim(id)}`,
    ...requestDetails.map((line) => `      ${paint.dim(line)}`),
    `    ${paint.cyan('←')} ${response}`,
    ...responseDetails.map((line) => `      ${paint.dim(line)}`),
    ...notes.map((note) => `    ${paint.yellow(`# ${visible(note)}`)}`),
    `    ${command}`,
  ];
}
