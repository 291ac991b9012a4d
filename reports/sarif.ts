import { shorten, visible } from '../core/redaction/visible.ts';
import type { Result, Results, RuleText } from '../core/results/results.ts';
import { signatureOf } from '../core/results/signature.ts';
import type { Level } from '../core/rule.ts';
import { traceNote } from './exchange-lines.ts';
import { fingerprint } from './fingerprint.ts';
import { jsonText } from './json-text.ts';
import { plain } from './markdown-text.ts';
import { PAGE_NOTE, pageCommand } from './rule-page.ts';
import { verdictLine } from './verdict-wording.ts';
import { waiverPhrase } from './waiver-wording.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS: Readonly<Record<Level, string>> = { must: 'error', should: 'warning', may: 'note' };
/** GitHub refuses a run with more results, and shows a description no further than this. */
const MOST_RESULTS = 5000;
const LONGEST = 1000;

/**
 * SARIF 2.1.0 as code scanning of GitHub takes it: a failure stands at the line of the target file that names its subject. What has
 * no such line is a notification of the run, since GitHub refuses a result without a place and one whose place is a web address;
 * `--reporter github` tells it.
 */
export function reportSarif(results: Results): string {
  const failures = results.results.filter(({ outcome }) => outcome === 'fail');
  const placed = failures.filter((result) => lineOf(result, results) !== undefined);
  const shown = placed.slice(0, MOST_RESULTS);
  const rules = [...new Map(shown.map((result) => [result.rule, result])).values()];
  const ids = rules.map(({ rule }) => rule);
  const others = [
    ...placed.slice(MOST_RESULTS),
    ...results.results.filter(
      (result) => isUnjudged(result) || (result.outcome === 'fail' && !placed.includes(result)),
    ),
  ];
  const driver = {
    name: results.tool.name,
    semanticVersion: results.tool.version,
    rules: rules.map((result) => ruleOf(result, results.rules?.[result.rule])),
  };
  const run = {
    tool: { driver },
    automationDetails: { id: `assayer/${visible(results.target.name)}/` },
    invocations: [invocationOf(others, results)],
    results: shown.map((result) => resultOf(result, ids.indexOf(result.rule), results)),
    columnKind: 'utf16CodeUnits',
  };
  return jsonText({ $schema: SCHEMA, version: '2.1.0', runs: [run] });
}

function isUnjudged({ outcome }: Result): boolean {
  return outcome === 'error' || outcome === 'inconclusive';
}

function lineOf({ subject }: Result, { target: { source } }: Results): number | undefined {
  return source?.lines[subject];
}

function ruleOf({ rule, title, clause, level }: Result, about: RuleText | undefined): object {
  const text = brief(`${title} (clause ${clause})`);
  return {
    id: visible(rule),
    shortDescription: { text: brief(title) },
    fullDescription: { text },
    help: { text: `${text}. ${pageCommand(rule)} ${PAGE_NOTE}.`, ...helpOf(rule, about) },
    defaultConfiguration: { level: LEVELS[level] },
    properties: { tags: [level, visible(rule.split('/')[0] ?? rule)] },
  };
}

// Code scanning shows it beside each alert.
function helpOf(rule: string, about: RuleText | undefined): { readonly markdown?: string } {
  if (about === undefined) return {};
  const { why, sends, due, remedies = [] } = about;
  const lines = [
    `**Why.** ${plain(why)}`,
    `**What is sent.** ${plain(sends)}`,
    `**What is due.** ${plain(due)}`,
    remedies.map(({ server, text }) => `- **${plain(server)}**: ${plain(text)}`).join('\n'),
    `\`${pageCommand(rule)}\` ${PAGE_NOTE}.`,
  ];
  return { markdown: lines.filter((line) => line !== '').join('\n\n') };
}

function resultOf(result: Result, ruleIndex: number, results: Results): object {
  const { rule, subject, waiver } = result;
  const { source } = results.target;
  // Without values that change from run to run, so that a failure is one alert from its first day to its last.
  const mark = fingerprint(JSON.stringify([rule, subject, signatureOf(result)]));
  return {
    ruleId: visible(rule),
    ruleIndex,
    level: levelOf(result),
    message: { text: brief(messageOf(result, results)) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(source?.path ?? ''), uriBaseId: '%SRCROOT%' },
          region: { startLine: lineOf(result, results) ?? 1 },
        },
        logicalLocations: [{ name: brief(subject), kind: 'member' }],
      },
    ],
    partialFingerprints: { primaryLocationLineHash: `${mark}:1`, 'assayerSignature/v1': mark },
    ...(waiver === undefined
      ? {}
      : { suppressions: [{ kind: 'external', justification: brief(waiverPhrase(waiver, results)) }] }),
  };
}

function levelOf({ level, waiver }: Result): string {
  return waiver === undefined ? LEVELS[level] : 'note';
}

// Waiver and trace stand before the reason, which may be cut off.
function messageOf(result: Result, results: Results): string {
  const { subject, title, reason, waiver } = result;
  const waived = waiver === undefined ? '' : ` (waived: ${waiverPhrase(waiver, results)})`;
  return `${subject}: ${title}${waived}${traceNote(result, results)}: ${reason}`;
}

function invocationOf(others: readonly Result[], results: Results): object {
  const notes = others.slice(0, MOST_RESULTS).map((result) => ({
    level: isUnjudged(result) ? 'warning' : levelOf(result),
    message: { text: brief(`${result.rule} on ${messageOf(result, results)}`) },
    descriptor: { id: brief(result.rule) },
  }));
  const verdict = { level: 'note', message: { text: brief(verdictLine(results)) } };
  return {
    executionSuccessful: results.summary.verdict !== 'not-judged',
    toolExecutionNotifications: [verdict, ...notes],
  };
}

// Of a path relative to the repository; never absolute and never a web address.
function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function brief(text: string): string {
  return shorten(visible(text), LONGEST);
}
