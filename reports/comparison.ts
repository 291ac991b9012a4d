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
    [`${title} (${members.length})`, ...members.map((one) => `  ${visible(wordsFor(one))}`)].join('\n'),
  );
  return `${[...blocks, countsLine(comparison)].join('\n\n')}\n`;
}

/** The comparison for a pull request. */
export function comparisonMarkdown(comparison: Comparison): string {
  const blocks = groupsOf(comparison).map(({ title, members }) => {
    const items = members.slice(0, SHOWN).map((one) => `- ${plain(shorten(wordsFor(one), 2 * LENGTH))}`);
    const left = members.length - SHOWN;
    return [`**${title}** (${members.length})`, '', ...items, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
  });
  return `${[`### ${plain(countsLine(comparison))}`, ...blocks].join('\n\n')}\n`;
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
