import { shorten, visible } from '../core/redaction/visible.ts';
import type { Results } from '../core/results/results.ts';
import { traceNote } from './exchange-lines.ts';
import { type Finding, findingsOf, subjectsOf } from './findings.ts';
import { verdictLine } from './verdict-wording.ts';
import { waiverPhrase } from './waiver-wording.ts';
import { isBroken } from './wording.ts';

type Kind = 'error' | 'warning' | 'notice';

/** GitHub shows ten annotations of each kind for a step; the tenth tells how many there are besides. */
const SHOWN = 10;
const LONGEST = 1000;

/** Findings as workflow commands of GitHub Actions: they show at the line of the target file that names their subject. */
export function reportAnnotations(results: Results): string {
  const findings = findingsOf(results).filter(({ repeats }) => repeats === undefined);
  const lines = (['error', 'warning', 'notice'] as const).flatMap((kind) => {
    const members = findings.filter((finding) => kindOf(finding, results) === kind);
    const shown = members.length > SHOWN ? members.slice(0, SHOWN - 1) : members;
    const left = members.length - shown.length;
    const more = left === 0 ? [] : [command(kind, { title: 'assayer' }, `and ${left} more findings of this kind`)];
    return [...shown.map((finding) => annotation(kind, finding, results)), ...more];
  });
  const { verdict } = results.summary;
  const troubled = verdict === 'not-judged' ? [command('error', { title: 'assayer' }, verdictLine(results))] : [];
  const stale = (results.summary.waivers?.problems ?? []).map(({ message }) =>
    command('error', { title: 'assayer' }, message),
  );
  return [...troubled, ...stale.slice(0, SHOWN), ...lines].map((line) => `${line}\n`).join('');
}

function kindOf({ first }: Finding, { run }: Results): Kind {
  if (!isBroken(first)) return 'notice';
  const counts = first.level === 'must' || (first.level === 'should' && run.selection.level === 'should');
  if (counts) return 'error';
  return first.level === 'should' ? 'warning' : 'notice';
}

function annotation(kind: Kind, finding: Finding, results: Results): string {
  const { first } = finding;
  const { source } = results.target;
  const line = source?.lines[first.subject];
  const place = source === undefined || line === undefined ? {} : { file: source.path, line: String(line) };
  const title = `${first.rule} on ${subjectsOf(finding)}`;
  // Before the reason, which may be cut off.
  const waived = first.waiver === undefined ? '' : ` (waived: ${waiverPhrase(first.waiver, results)})`;
  return command(kind, { ...place, title }, `${first.title}${waived}${traceNote(first, results)}: ${first.reason}`);
}

function command(kind: Kind, properties: Readonly<Record<string, string>>, message: string): string {
  const told = Object.entries(properties).map(
    ([name, value]) => `${name}=${property(shorten(visible(value), LONGEST))}`,
  );
  return `::${kind} ${told.join(',')}::${data(shorten(visible(message), LONGEST))}`;
}

// As the toolkit of GitHub Actions escapes them.
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
