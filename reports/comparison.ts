import { shorten, visible } from '../core/redaction/visible.ts';
import { CHANGES, type Change, type Comparison, type Difference } from '../core/results/compare.ts';
import { plain } from './markdown-text.ts';

const TITLES: Readonly<Record<Change, string>> = {
  regressed: 'Newly failing',
  changed: 'Failing in another way',
  lost: 'No longer exercised',
  gone: 'Gone from the catalogue',
  exercised: 'Newly exercised',
  fixed: 'Fixed',
};
const LENGTH = 200;
const SHOWN = 20;

/** Makes a report of a comparison. */
export type ComparisonReporter = (comparison: Comparison) => string;

/** Every report of a comparison by the name that `--reporter` takes. */
export const COMPARISON_REPORTERS: ReadonlyMap<string, ComparisonReporter> = new Map([
  ['text', comparisonText],
  ['markdown', comparisonMarkdown],
  ['json', (comparison) => `${JSON.stringify(comparison, null, 2)}\n`],
] satisfies [string, ComparisonReporter][]);

/** The comparison for a terminal, the counts last. */
export function comparisonText(comparison: Comparison): string {
  const blocks = groupsOf(comparison).map(({ title, members }) =>
    [`${title} (${members.length})`, ...told(members, comparison).map((line) => `  ${visible(line)}`)].join('\n'),
  );
  return `${[...unjudged(comparison).map(visible), ...blocks, countsLine(comparison)].join('\n\n')}\n`;
}

/** The comparison for a pull request. */
export function comparisonMarkdown(comparison: Comparison): string {
  const blocks = groupsOf(comparison).map(({ title, members }) => {
    const lines = told(members, comparison);
    const items = lines.slice(0, SHOWN).map((line) => `- ${plain(shorten(line, 2 * LENGTH))}`);
    const left = lines.length - SHOWN;
    return [`**${title}** (${members.length})`, '', ...items, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
  });
  const first = [`### ${plain(countsLine(comparison))}`, ...unjudged(comparison).map(plain)];
  return `${[...first, ...blocks].join('\n\n')}\n`;
}

/** That a run was not judged, and why. */
function unjudged({ base, head }: Comparison): readonly string[] {
  const runs: [string, string | undefined][] = [
    ['earlier', base.notJudged],
    ['later', head.notJudged],
  ];
  return runs.flatMap(([which, why]) => (why === undefined ? [] : [`The ${which} run was not judged: ${why}`]));
}

/** A line for each; one for all, where the later run came to no result at all. */
function told(members: readonly Difference[], { head }: Comparison): readonly string[] {
  const isNone = head.notJudged !== undefined && members.every(({ after }) => after === 'not judged');
  return isNone
    ? ['all that passed or failed in the earlier run: the later run came to no result']
    : members.map(wordsFor);
}

function groupsOf({ differences }: Comparison): readonly { title: string; members: readonly Difference[] }[] {
  return CHANGES.map((change) => ({
    title: TITLES[change],
    members: differences.filter((one) => one.change === change),
  })).filter(({ members }) => members.length > 0);
}

function wordsFor({ rule, subject, before, after, waived }: Difference): string {
  const note = waived === true ? ' (waived)' : '';
  return `${rule} on ${subject}: ${shorten(before, LENGTH)} → ${shorten(after, LENGTH)}${note}`;
}

function countsLine(comparison: Comparison): string {
  const counts = groupsOf(comparison).map(({ title, members }) => `${members.length} ${title.toLowerCase()}`);
  return counts.length === 0 ? 'No check differs' : `Compared: ${counts.join(', ')}`;
}
