import type { Results, Verdict } from '../core/results/results.ts';
import { binds } from '../core/results/verdict.ts';
import { isSelective } from '../core/run/selection.ts';
import { shardName } from '../core/run/split.ts';
import { capital, isBroken, plural } from './wording.ts';

const WORDS: Readonly<Record<Verdict, string>> = {
  conformant: 'conformant',
  'partly-judged': 'partly judged',
  'non-conformant': 'non-conformant',
  'not-judged': 'not judged',
};

/** Each verdict as a mark that does not need colour. */
export const VERDICT_MARKS: Readonly<Record<Verdict, string>> = {
  conformant: '✓',
  'partly-judged': '◐',
  'non-conformant': '✗',
  'not-judged': '?',
};

/** The verdict in one line, with what it rests on and what was left out. */
export function verdictLine(results: Results): string {
  return `${verdictWord(results)}: ${verdictReason(results)}`;
}

/** The verdict in words: a run that left rules out is conformant in what was selected, and no more. */
export function verdictWord(results: Results): string {
  const { verdict } = results.summary;
  if (!isGood(results)) return WORDS[verdict];
  const waived = waivedFailures(results);
  const { selection, shard } = results.run;
  const selected = isSelective(selection) ? ' in what was selected' : '';
  const part = shard === undefined ? '' : ` in shard ${shardName(shard)}`;
  const but = waived === 0 ? '' : ` but for ${plural(waived, 'waived failure')}`;
  // Who reads one word alone has to learn of it.
  return WORDS[verdict] + selected + part + but + (isHarmful(results) ? `, and ${HARM}` : '');
}

const HARM = 'records of others came to harm';

function isHarmful({ run: { harm = [] } }: Results): boolean {
  return harm.length > 0;
}

function isGood({ summary: { verdict } }: Results): boolean {
  return verdict === 'conformant' || verdict === 'partly-judged';
}

/** How many failures would count, were they not waived. */
function waivedFailures({ results, run }: Results): number {
  return results.filter(
    (result) => result.outcome === 'fail' && result.waiver !== undefined && binds(result, run.selection.level),
  ).length;
}

/** The verdict as a heading. */
export function verdictHeading(results: Results): string {
  return results.summary.verdict === 'non-conformant' ? 'Not conformant' : capital(verdictWord(results));
}

/** What the verdict rests on, and what was left out, in a phrase. */
export function verdictReason(results: Results): string {
  const { summary, run } = results;
  // Where the run ended early, the cause of a verdict that could not be given says so already.
  const early = summary.verdict === 'not-judged' ? undefined : run.interrupted;
  const harm = isHarmful(results) && !isGood(results) ? HARM : undefined;
  return [grounds(results), harm, early, waiverTrouble(results), selectionNote(results)]
    .filter((part) => part !== undefined && part !== '')
    .join('; ');
}

/** What the run was asked to leave out or do otherwise, as a phrase; undefined where everything was judged as usual. */
export function selectionNote({ run: { selection, shard } }: Results): string | undefined {
  const { leftOut, level, readOnly, bail } = selection;
  const patterns = [
    ...selection.rules.map((pattern) => `--rule ${pattern}`),
    ...selection.skip.map((pattern) => `--skip ${pattern}`),
    ...(selection.replay === undefined ? [] : [`--replay ${selection.replay}`]),
    ...(selection.lastFailed === true ? ['--last-failed'] : []),
  ];
  const count = leftOut.results === undefined ? plural(leftOut.rules, 'rule') : plural(leftOut.results, 'result');
  const switches = [
    ...(level === 'should' ? ['--level should'] : []),
    ...(readOnly ? ['--read-only'] : []),
    ...(bail ? ['--bail'] : []),
    ...(selection.fast === true ? ['--fast'] : []),
    ...(selection.catalogue === undefined ? [] : [`--catalogue ${selection.catalogue}`]),
  ];
  const notes = [
    ...(patterns.length === 0 ? [] : [`${count} left out by ${patterns.join(', ')}`]),
    ...(shard === undefined ? [] : [`one shard of ${shard.count}, to be joined with assayer merge`]),
    ...(switches.length === 0 ? [] : [`judged with ${switches.join(', ')}`]),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}

/** Says that a run may be partly judged and still end well, and how to set a limit; undefined where nothing was left unexercised. */
export function allowanceNote({ summary }: Results): string | undefined {
  if (summary.verdict !== 'partly-judged') return undefined;
  return 'What was not exercised does not count against the target; --max-not-exercised and --min-coverage set a limit.';
}

function waiverTrouble(results: Results): string | undefined {
  const count = results.summary.waivers?.problems.length ?? 0;
  if (count === 0) return undefined;
  const have = count === 1 ? '1 waiver has' : `${count} waivers have`;
  return `${have} to be removed${isGood(results) ? ', and until then the gate fails' : ''}`;
}

function grounds(results: Results): string {
  const { summary } = results;
  const { verdict, must, should, coverage } = summary;
  if (verdict === 'not-judged') return summary.cause ?? 'no cause was given';
  if (verdict === 'non-conformant') return brokenChecks(results);
  const unkept = results.results.filter((result) => result.level === 'should' && isBroken(result)).length;
  const aside = unkept > 0 ? `; ${plural(unkept, 'recommendation')} not kept` : '';
  if (verdict === 'conformant') return `${must.pass} must and ${should.pass} should checks hold${aside}`;
  const { applicable, notExercised } = coverage;
  const musts = `${must.pass} of ${applicable} applicable must checks hold, ${were(notExercised)} not exercised`;
  // Only with --level should can a should check alone leave the verdict open.
  const shoulds = notExercised === 0 ? `, and ${were(should['not-exercised'])} not exercised of the should checks` : '';
  return musts + shoulds + aside;
}

function brokenChecks(results: Results): string {
  const { must, should, coverage } = results.summary;
  const waived = waivedFailures(results);
  const broken = [
    must.fail > 0 ? `${must.fail} of ${must.fail + must.pass} must checks fail` : '',
    should.fail > 0 ? `${should.fail} of ${should.fail + should.pass} should checks fail` : '',
  ];
  const { notExercised, applicable } = coverage;
  const unknown =
    notExercised > 0
      ? `; ${notExercised} of ${applicable} applicable must checks ${notExercised === 1 ? 'was' : 'were'} not exercised`
      : '';
  return broken.filter((part) => part !== '').join(', ') + (waived === 0 ? '' : `, ${waived} of them waived`) + unknown;
}

function were(count: number): string {
  return `${count} ${count === 1 ? 'was' : 'were'}`;
}
