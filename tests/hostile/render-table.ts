import type { Row } from './judge-hostile.ts';

/** Where the table was made. */
export interface Made {
  readonly machine: string;
  readonly maxTime: string;
}

/** How much memory a run may hold. */
const MEMORY_LIMIT_MB = 300;

/** Seconds beside `--max-time` for the start of the process and for the reports, on a busy machine. */
const BESIDES_S = 10;

/** The table of hostile servers as Markdown. */
export function renderTable(rows: readonly Row[], { machine, maxTime }: Made): string {
  const dates = [...new Set(rows.map(({ date }) => date))].sort();
  const loads = rows.map(({ load }) => load).sort((a, b) => a - b);
  const frequencies = [...new Set(rows.map(({ every }) => every))];
  return [
    '# Robustness: hostile servers',
    '',
    `Made by \`npm run hostile -- --into FILE --write\` on ${dates.join(', ')}: ${machine}.`,
    `The machine was shared: the load average was ${at(loads, 0.1)} to ${at(loads, 0.9)}. Each server was judged by \`assayer check --max-time ${maxTime}\``,
    'in a process of its own. The servers are in `tests/hostile/servers/`: the reference mock, with one bad habit.',
    '',
    '- **exit**: 0 conformant, 1 the target breaks a rule, 2 not judged. A server may be hostile and break no rule of the document.',
    '- **memory**: the most that the process held (`VmHWM`).',
    `- **elsewhere**: requests that another server got. It must be 0.`,
    '- **left**: records that the run made and that are still there; **told**: how many of them `run.leftBehind` names.',
    '  Where a server refuses a creation (401, 429 and such) and makes the record all the same, nobody can know of it. What may be',
    '  there is told too, so that more can be told than is left. A server that says that it deleted, and did not, is found out by its',
    '  list: what shows no text of the run there is not told (`deletion-204-undone` and its like).',
    '- **harmed**: records of before that are gone or changed. It must be 0.',
    '- **error**: rules that ended with an error of the checker. It must be 0.',
    '',
    ...summary(rows, Number.parseFloat(maxTime) + BESIDES_S),
    ...frequencies.flatMap((every) =>
      section(
        every,
        rows.filter((row) => row.every === every),
      ),
    ),
  ].join('\n');
}

/** A load average below which this share of them is. */
function at(sorted: readonly number[], share: number): string {
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0).toString();
}

function summary(rows: readonly Row[], longest: number): string[] {
  const count = (is: (row: Row) => boolean): number => rows.filter(is).length;
  return [
    `${new Set(rows.map(({ id }) => id)).size} servers, ${rows.length} runs: ${count(({ report }) => !report)} without a report, ${count(({ status }) => status === null)} killed,`,
    `${count(({ leaks }) => leaks.length > 0)} with a stack trace or control characters, ${count(({ errors }) => errors.length > 0)} with an error outcome,`,
    `${count(({ elsewhere }) => elsewhere.length > 0)} that asked elsewhere, ${count(({ harmed }) => harmed.length > 0)} that harmed a record,`,
    `${count(({ peakMb }) => peakMb > MEMORY_LIMIT_MB)} above ${MEMORY_LIMIT_MB} MB, ${count(({ seconds }) => seconds > longest)} longer than ${longest} s.`,
    '',
  ];
}

function section(every: number, rows: readonly Row[]): string[] {
  return [
    every === 1 ? '## Every answer hostile' : `## Every ${every}th answer hostile, the others honest`,
    '',
    '| server | what it does | exit | verdict | time | memory | requests | elsewhere | left | told | harmed | error | report |',
    '|---|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|---|',
    ...rows.map(
      (row) =>
        `| ${[
          row.id,
          row.title,
          row.status ?? 'killed',
          row.verdict ?? '',
          `${row.seconds.toFixed(1)} s`,
          `${Math.round(row.peakMb)} MB`,
          row.requests,
          row.elsewhere.length,
          row.left,
          row.told,
          row.harmed.length,
          row.errors.length,
          row.report ? 'yes' : '**no**',
        ].join(' | ')} |`,
    ),
    '',
  ];
}
