import type pc from 'picocolors';
import { curlLine } from '../core/http/curl.ts';
import { shorten, visible } from '../core/redaction/visible.ts';
import type { Result, Results, SavedExchange } from '../core/results/results.ts';
import { sentAgainPhrase } from '../core/run/sent-again-wording.ts';
import { exchangeLines, exchangeName } from './exchange-lines.ts';
import { countSubjects, type Finding, findingsOf, subjectsOf } from './findings.ts';
import { pageCommand } from './rule-page.ts';
import { waiverPhrase } from './waiver-wording.ts';
import { isBroken, OUTCOME_WORDS, plural } from './wording.ts';

/** What colours a text, or leaves it alone. */
export type Paint = ReturnType<typeof pc.createColors>;

const EXCHANGES_SHOWN = 3;
const NAMES_SHOWN = 8;
const RULE_LINE_LENGTH = 150;
const FIELDS_LENGTH = 160;
/** What `headLines` gives. */
const HEAD_LINES = 4;

/** A finding in short: the exchange that shows it, and which rules were answered the same. */
export function shortFinding(
  finding: Finding,
  likewise: readonly Finding[],
  results: Results,
  paint: Paint,
): readonly string[] {
  const { first } = finding;
  const others = finding.results.slice(1).map(({ subject }) => visible(subject));
  const lines = [...headLines(first, subjectsOf(finding), paint), ...detailLines(first, results, paint)];
  const before = first.witness.slice(-EXCHANGES_SHOWN, -1).flatMap((id) => exchangeLine(id, results, paint));
  const [last = ''] = first.witness.slice(-1);
  return [
    ...lines.slice(0, HEAD_LINES),
    ...(others.length === 0 ? [] : [label('also on', paint) + someOf(others)]),
    ...(likewise.length === 0 ? [] : [label('likewise', paint) + likewiseLine(likewise)]),
    ...lines.slice(HEAD_LINES),
    ...before,
    ...shortEvidence(last, results, paint),
  ];
}

/** What folded failures say in a terminal, all of it. */
export function wholeFinding(finding: Finding, results: Results, paint: Paint): readonly string[] {
  const { first, repeats } = finding;
  const others = finding.results.slice(1).map(({ subject }) => visible(subject));
  const lines = failureLines(first, results, paint, true, subjectsOf(finding));
  // Below the answer, above the case and the exchanges.
  return [
    ...lines.slice(0, HEAD_LINES),
    ...(others.length === 0 ? [] : [label('also on', paint) + others.join(', ')]),
    ...(repeats === undefined ? [] : [label('derived', paint) + visible(repeats)]),
    ...lines.slice(HEAD_LINES),
  ];
}

function someOf(names: readonly string[]): string {
  const left = names.length - NAMES_SHOWN;
  return names.slice(0, NAMES_SHOWN).join(', ') + (left > 0 ? ` and ${left} more` : '');
}

function likewiseLine(likewise: readonly Finding[]): string {
  const rules = [...new Set(likewise.map(({ first }) => visible(first.rule)))];
  return `answered the same where the same status is due: ${someOf(rules)}`;
}

/** A failure in a terminal: what was due, what came, and the exchanges that show it, each with its curl line. */
export function failureLines(
  result: Result,
  results: Results,
  paint: Paint,
  verbose: boolean,
  on: string = result.subject,
): string[] {
  const lines = [...headLines(result, on, paint), ...detailLines(result, results, paint)];
  if (verbose) lines.push(`${label('page', paint)}${pageCommand(result.rule)}`);
  const shown = verbose ? result.witness : result.witness.slice(-EXCHANGES_SHOWN);
  for (const id of shown) lines.push(...evidence(id, results, paint));
  return lines;
}

/** The case, whether it failed each time, the waiver, and how to try it again. */
function detailLines(result: Result, results: Results, paint: Paint): string[] {
  const lines: string[] = [];
  if (result.counterexample !== undefined) {
    const tried = plural(result.cases ?? 0, 'case');
    lines.push(
      `${label('case', paint)}${visible(result.counterexample)} ${paint.dim(`(the smallest that fails; ${tried} tried)`)}`,
    );
  }
  if (result.flaky !== undefined) lines.push(`${label('again', paint)}${visible(sentAgainPhrase(result.flaky))}`);
  if (result.waiver !== undefined)
    lines.push(`${label('waived', paint)}${visible(waiverPhrase(result.waiver, results))}`);
  if (result.replay !== undefined) lines.push(`${label('replay', paint)}--replay ${visible(result.replay)}`);
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
  return [
    '',
    `    ${paint.cyan('→')} ${request}  ${paint.dim(exchangeName(id))}`,
    ...requestDetails.map((line) => `      ${paint.dim(line)}`),
    `    ${paint.cyan('←')} ${response}`,
    ...responseDetails.map((line) => `      ${paint.dim(line)}`),
    ...commandLines(exchange, paint),
  ];
}

/** The same in short: what was sent stands in the command. */
function shortEvidence(id: string, results: Results, paint: Paint): string[] {
  const exchange = results.exchanges[id];
  if (exchange === undefined) return [];
  const { trace, responseFields, responseBody } = exchangeLines(exchange);
  const fields = shorten(responseFields.join('; '), FIELDS_LENGTH);
  return [
    ...exchangeLine(id, results, paint),
    ...[...trace, fields, ...responseBody].filter((line) => line !== '').map((line) => `      ${paint.dim(line)}`),
    ...commandLines(exchange, paint),
  ];
}

function exchangeLine(id: string, results: Results, paint: Paint): string[] {
  const exchange = results.exchanges[id];
  if (exchange === undefined) return [];
  const { request, response } = exchangeLines(exchange);
  return [`    ${paint.cyan('→')} ${request}  ${paint.cyan('←')} ${response}  ${paint.dim(exchangeName(id))}`];
}

function commandLines(exchange: SavedExchange, paint: Paint): string[] {
  const { command, variables, caveat } = curlLine(exchange);
  const notes = [
    ...(variables.length === 0 ? [] : [`set ${variables.join(', ')} first: what stood there is secret`]),
    ...(caveat === undefined ? [] : [caveat]),
  ];
  return [...notes.map((note) => `    ${paint.yellow(`# ${visible(note)}`)}`), `    ${command}`];
}
