import { shorten, visible } from '../core/redaction/visible.ts';
import type { Drift, DriftRow } from '../core/results/drift.ts';
import { plain } from './markdown-text.ts';

const LENGTH = 200;

/** Every report of a drift by the name that `--reporter` takes. */
export const DRIFT_REPORTERS: ReadonlyMap<string, (drift: Drift) => string> = new Map([
  ['text', driftText],
  ['markdown', driftMarkdown],
  ['json', (drift) => `${JSON.stringify(drift, null, 2)}\n`],
] satisfies [string, (drift: Drift) => string][]);

const HEAD = ['rule', 'subject', 'mock', 'service', 'reason'] as const;

/** The table for a terminal, the counts last. */
export function driftText(drift: Drift): string {
  const blocks = tablesOf(drift).map(({ title, rows }) => `${title}\n${tableText(rows)}`);
  return `${[...blocks, ...notesOf(drift)].map(visibleText).join('\n\n')}\n`;
}

/** The table for a pull request. */
export function driftMarkdown(drift: Drift): string {
  const blocks = tablesOf(drift).map(({ title, rows }) => {
    const lines = rows.map(
      (row) =>
        `| ${cells(row)
          .map((cell) => plain(cell))
          .join(' | ')} |`,
    );
    return [`**${plain(title)}**`, '', `| ${HEAD.join(' | ')} |`, `|${'---|'.repeat(HEAD.length)}`, ...lines].join(
      '\n',
    );
  });
  return `${[...blocks, ...notesOf(drift).map((note) => plain(note))].join('\n\n')}\n`;
}

function tablesOf({ differences, undecided }: Drift): readonly { title: string; rows: readonly DriftRow[] }[] {
  return [
    { title: 'The service differs from the mock', rows: differences },
    { title: 'Not compared: one side gave no answer to go by', rows: undecided },
  ].filter(({ rows }) => rows.length > 0);
}

function cells({ rule, subject, mock, service, reason }: DriftRow): string[] {
  return [rule, subject, mock, service, shorten(reason.replace(/\s+/gu, ' '), LENGTH)];
}

// The last column needs no padding.
function tableText(rows: readonly DriftRow[]): string {
  const lines = [[...HEAD], ...rows.map(cells)];
  const widths = HEAD.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `  ${line.map((cell, at) => (at === HEAD.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ')}`,
    )
    .join('\n');
}

function notesOf({ service, compared, differences, undecided, leftOut, problem }: Drift): string[] {
  const notes = leftOut.length === 0 ? [] : [leftOut.map((line) => `left out: ${line}`).join('\n')];
  if (problem !== undefined) return [...notes, `Not compared: ${problem}`];
  const rest = undecided.length === 0 ? '' : `, ${undecided.length} not compared`;
  return [
    ...notes,
    `${service.baseUrl} beside the mock: ${compared} checks judged on both, ${differences.length} differ${rest}`,
  ];
}

function visibleText(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
