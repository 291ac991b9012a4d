import { type Failure, type Row, UNCHANGED } from './judge-stranger.ts';

/**
 * What a run says of a fault or an oddity.
 *
 * - `must`, `should`: a rule of that level fails, and none of a higher one.
 * - `not-judged`: no rule fails, and the run says that it could not judge.
 * - `nothing`: no rule fails, and the run is content.
 */
export type Sign = 'must' | 'should' | 'not-judged' | 'nothing';

/** A row, and what it says beyond what is said of the server as it is. */
export interface Sorted {
  readonly row: Row;
  readonly sign: Sign;
  /** The rules that fail, of the level of the sign, each once. */
  readonly rules: readonly string[];
}

/** Failures of the server as it is, in any of its runs, each once. */
export function usualOf(rows: readonly Row[]): readonly Failure[] {
  const unchanged = rows.filter(({ id }) => UNCHANGED.includes(id));
  if (unchanged.length === 0) throw new Error('The server as it is was not judged: there is nothing to compare with.');
  const failed = unchanged.flatMap(({ must, should }) => [...must, ...should]);
  return [...new Map(failed.map((failure) => [keyOf(failure), failure])).values()];
}

/** Says what a row means. A failure that the server shows in the same way without any fault or oddity does not count. */
export function sortOut(row: Row, usual: readonly Failure[]): Sorted {
  const known = new Set(usual.map(keyOf));
  const isNew = (failure: Failure): boolean => !known.has(keyOf(failure));
  for (const sign of ['must', 'should'] as const) {
    const rules = [...new Set(row[sign].filter(isNew).map(({ rule }) => rule))];
    if (rules.length > 0) return { row, sign, rules };
  }
  const content = row.verdict === 'conformant' || row.verdict === 'partly-judged';
  return { row, sign: content ? 'nothing' : 'not-judged', rules: [] };
}

function keyOf({ rule, subject, signature }: Failure): string {
  return `${rule}#${subject}: ${signature}`;
}
