import { curlLine } from '../core/http/curl.ts';
import { visible, visibleLines } from '../core/redaction/visible.ts';
import type { Result, Results, WaiverProblem } from '../core/results/results.ts';
import { sentAgainPhrase } from '../core/run/sent-again-wording.ts';
import { exchangeLines } from './exchange-lines.ts';
import { leftBehindNote } from './left-behind.ts';
import { bySection, sectionName } from './sections.ts';
import { selectionNote, verdictLine } from './verdict-wording.ts';
import { waiverPhrase } from './waiver-wording.ts';

/** What one test case amounts to in JUnit's terms. */
type Kind = 'passed' | 'failure' | 'error' | 'skipped';

interface Case {
  readonly kind: Kind;
  readonly seconds: number;
  readonly xml: string;
}

/**
 * JUnit XML as Jenkins, GitLab and others read it: a suite per section of the document, a case per rule and subject.
 * What could not be judged is an `<error>`, so that no build is green by it; what does not concern the target is skipped.
 */
export function reportJunit(results: Results): string {
  const suites = bySection(results.results).map((section) => ({
    name: sectionName(section),
    cases: section.results.map((result) => resultCase(result, results)),
  }));
  const waivers = (results.summary.waivers?.problems ?? []).map(waiverCase);
  if (waivers.length > 0) suites.push({ name: 'Waivers', cases: waivers });
  if (results.summary.verdict === 'not-judged') suites.push({ name: 'Verdict', cases: [verdictCase(results)] });
  const all = suites.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="assayer" ${counts(all, results.run.durationMs / 1000)}>`,
    // Once, in the first suite: only a suite has a place for it.
    ...suites.map(({ name, cases }, i) => suiteXml(name, cases, results, i === 0 ? systemOut(results) : [])),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteXml(name: string, cases: readonly Case[], results: Results, told: readonly string[]): string {
  const skipped = cases.filter((c) => c.kind === 'skipped').length;
  // Without milliseconds and zone, as the schemas of both Ant and Jenkins have it.
  const timestamp = results.run.startedAt.slice(0, 19);
  return [
    `<testsuite name="${attribute(name)}" ${counts(cases)} skipped="${skipped}" timestamp="${attribute(timestamp)}">`,
    properties(results),
    ...cases.map((c) => c.xml),
    ...told,
    '</testsuite>',
  ].join('\n');
}

// Checks run beside each other, so that the time of a whole run is less than that of its cases.
function counts(cases: readonly Case[], seconds = cases.reduce((sum, c) => sum + c.seconds, 0)): string {
  const count = (kind: Kind): number => cases.filter((c) => c.kind === kind).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" time="${seconds.toFixed(3)}"`;
}

function properties(results: Results): string {
  const { target, run, tool, summary } = results;
  const { applicable, exercised } = summary.coverage;
  const note = leftBehindNote(results);
  const pairs = {
    target: target.name,
    baseUrl: target.baseUrl,
    seed: String(run.seed),
    assayer: tool.version,
    verdict: verdictLine(results),
    selection: selectionNote(results) ?? 'every rule',
    coverage: `${exercised} of ${applicable} applicable must checks exercised`,
    ...(note === undefined ? {} : { leftBehind: note.entries.map(({ address }) => address).join('; ') }),
    ...(summary.headline === undefined ? {} : { headline: summary.headline.join('; ') }),
  };
  const lines = Object.entries(pairs).map(([name, value]) => `<property name="${name}" value="${attribute(value)}"/>`);
  return `<properties>\n${lines.join('\n')}\n</properties>`;
}

function systemOut(results: Results): string[] {
  const note = leftBehindNote(results);
  if (note === undefined) return [];
  const lines = note.entries.flatMap(({ address, told, curl }) => [
    `${address}: ${told}`,
    ...(curl === undefined ? [] : [curl]),
  ]);
  return [`<system-out>${content([note.heading, note.intro, ...lines].join('\n'))}</system-out>`];
}

function resultCase(result: Result, results: Results): Case {
  const seconds = result.durationMs / 1000;
  // The name identifies the case from run to run, so nothing that may be reworded is in it.
  const name = `${result.rule} [${result.subject}]`;
  const family = result.rule.split('/')[0] ?? result.rule;
  const open = `<testcase classname="assayer.${attribute(family)}" name="${attribute(name)}" time="${seconds.toFixed(3)}"`;
  const { kind, xml } = ending(result, results);
  return { kind, seconds, xml: xml === '' ? `${open}/>` : `${open}>\n${xml}\n</testcase>` };
}

function ending(result: Result, results: Results): { kind: Kind; xml: string } {
  const { outcome, reason, waiver, level } = result;
  if (outcome === 'pass') return { kind: 'passed', xml: '' };
  if (outcome === 'fail' && waiver === undefined) {
    return { kind: 'failure', xml: told('failure', reason, level, failureText(result, results)) };
  }
  // JUnit has no failure that is let pass; the failure itself is told in full beside it.
  if (outcome === 'fail' && waiver !== undefined) {
    const told = `<system-out>${content(failureText(result, results))}</system-out>`;
    return {
      kind: 'skipped',
      xml: `${skipped(`failed, waived: ${waiverPhrase(waiver, results)}; ${reason}`)}\n${told}`,
    };
  }
  if (outcome === 'error' || outcome === 'inconclusive') {
    return { kind: 'error', xml: told('error', reason.split('\n')[0] ?? '', outcome, reason) };
  }
  return { kind: 'skipped', xml: skipped(`${outcome}: ${reason}`) };
}

function verdictCase(results: Results): Case {
  const cause = verdictLine(results);
  const xml = [
    '<testcase classname="assayer.verdict" name="the target could be judged" time="0.000">',
    told('error', cause, 'not-judged', cause),
    '</testcase>',
  ].join('\n');
  return { kind: 'error', seconds: 0, xml };
}

function waiverCase({ kind, rule, subject, message }: WaiverProblem): Case {
  const xml = [
    `<testcase classname="assayer.waivers" name="${attribute(`waiver of ${rule} [${subject}]`)}" time="0.000">`,
    told('failure', message, kind, message),
    '</testcase>',
  ].join('\n');
  return { kind: 'failure', seconds: 0, xml };
}

function failureText(result: Result, results: Results): string {
  const { title, clause, level, expected, actual, counterexample, flaky, replay } = result;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['rule', `${title} (${level}, clause ${clause})`],
    ['expected', expected],
    ['got', actual],
    ['case', counterexample],
    ['sent again', flaky === undefined ? undefined : sentAgainPhrase(flaky)],
    ['replay', replay === undefined ? undefined : `--replay ${replay}`],
  ];
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [...lines, ...result.witness.flatMap((id) => evidence(id, results))].join('\n');
}

function evidence(id: string, results: Results): string[] {
  const exchange = results.exchanges[id];
  if (exchange === undefined) return [];
  const { request, response, responseDetails, trace } = exchangeLines(exchange);
  return [
    '',
    `> ${request}`,
    `< ${response}`,
    ...[...trace, ...responseDetails].map((line) => `  ${line}`),
    curlLine(exchange).command,
  ];
}

function told(element: 'failure' | 'error', message: string, type: string, text: string): string {
  return `<${element} message="${attribute(message)}" type="${attribute(type)}">${content(text)}</${element}>`;
}

function skipped(message: string): string {
  return `<skipped message="${attribute(message)}"/>`;
}

// `visible` leaves none of the characters that XML 1.0 forbids (2.2).
function content(text: string): string {
  return escapeXml(visibleLines(text).join('\n'));
}

function attribute(text: string): string {
  return escapeXml(visible(text)).replaceAll('"', '&quot;');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
