import { curlLine } from '../core/http/curl.ts';
import { visible, visibleLines } from '../core/redaction/visible.ts';
import type { Result, Results } from '../core/results/results.ts';
import { type Case, caseOf, troublesOf } from './cases.ts';
import { exchangeLines } from './exchange-lines.ts';
import { jsonText } from './json-text.ts';
import { bySection, sectionName } from './sections.ts';
import { verdictLine } from './verdict-wording.ts';

/** The version of the format (ctrf.io) that is written. */
const SPEC = '0.0.0';

/** The run in the Common Test Report Format: a test for each check, in the suite of its clause. Inconclusive and error are failed. */
export function reportCtrf(results: Results): string {
  const { run, tool, target } = results;
  const begin = Date.parse(run.startedAt);
  const start = Number.isNaN(begin) ? 0 : begin;
  const sections = bySection(results.results);
  const tests = sections.flatMap((section) =>
    section.results.map((result) => testOf(result, visible(sectionName(section)) || 'assayer', results)),
  );
  const troubles = troublesOf(results).map(
    ({ name, message }): Test => ({ name, message, status: 'failed', duration: 0, suite: ['Verdict'] }),
  );
  const all = [...tests, ...troubles];
  const count = (status: Case['status']): number => all.filter((test) => test.status === status).length;
  const report = {
    reportFormat: 'CTRF',
    specVersion: SPEC,
    ...(Number.isNaN(begin) ? {} : { timestamp: new Date(begin + run.durationMs).toISOString() }),
    generatedBy: `assayer ${tool.version}`,
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: {
        ...{ tests: all.length, passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
        ...{ pending: 0, other: 0, suites: sections.length },
        ...{ start, stop: start + Math.round(run.durationMs), duration: Math.round(run.durationMs) },
        extra: { verdict: visible(verdictLine(results)), seed: run.seed },
      },
      tests: all,
      environment: { appName: visible(target.name), testEnvironment: visible(target.baseUrl) },
    },
  };
  return jsonText(report);
}

/** A test as the format has it; its other members follow from the result. */
interface Test {
  readonly status: Case['status'];
  readonly [member: string]: unknown;
}

function testOf(result: Result, suite: string, results: Results): Test {
  const { status, raw, message } = caseOf(result, results);
  const { rule, subject, level, clause, title, durationMs, flaky, replay } = result;
  const source = results.target.source;
  const line = source?.lines[subject];
  return {
    ...{
      name: visible(`${rule} [${subject}]`),
      status,
      duration: Math.round(durationMs),
      rawStatus: raw,
      suite: [suite],
    },
    tags: [level, visible(rule.split('/')[0] ?? rule)],
    ...(message === undefined ? {} : { message }),
    ...(result.outcome === 'fail' ? { trace: traceOf(result, results) } : {}),
    ...(source === undefined ? {} : { filePath: visible(source.path) }),
    ...(line === undefined ? {} : { line }),
    extra: {
      ...{ rule: visible(rule), subject: visible(subject), clause: visible(clause), title: visible(title) },
      ...(flaky === undefined ? {} : { flaky: visible(flaky) }),
      ...(replay === undefined ? {} : { replay: visible(replay) }),
    },
  };
}

function traceOf({ witness }: Result, { exchanges }: Results): string {
  const lines = witness.flatMap((id) => {
    const exchange = exchanges[id];
    if (exchange === undefined) return [];
    const { request, response, trace } = exchangeLines(exchange);
    return [`> ${request}`, `< ${response}`, ...trace, curlLine(exchange).command];
  });
  return visibleLines(lines.join('\n')).join('\n');
}
