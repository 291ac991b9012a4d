import { join } from 'node:path';
import type { Level } from '../../core/rule.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { patiently, resultsIn } from '../cli/patiently.ts';
import { serve, TARGET } from './stranger.ts';

/** A failure of a rule. */
export interface Failure {
  readonly rule: string;
  readonly subject: string;
  /** What tells it from another one of the same rule, without values that change from run to run. */
  readonly signature: string;
}

/** How the server was judged with one fault, with one oddity or as it is. */
export interface Row {
  /** Of the fault, the oddity, or one of `UNCHANGED`. */
  readonly id: string;
  /** Null: it did not end by itself. */
  readonly status: number | null;
  /** Undefined: there are no results. */
  readonly verdict: string | undefined;
  readonly must: readonly Failure[];
  readonly should: readonly Failure[];
  /** Rules that ended with an error of the checker itself. */
  readonly errors: readonly string[];
  readonly seconds: number;
  /** The end of stderr. */
  readonly stderr: string;
  /** The day on which it was judged. */
  readonly date: string;
}

/** The server as it is, several times: what fails in some runs only is no sign of a fault either. */
export const UNCHANGED: readonly string[] = ['unchanged-1', 'unchanged-2', 'unchanged-3'];

/** More than a run may last by itself: a process that is there after this hangs. */
const PATIENCE_MS = 360_000;

/** What to judge. */
export interface Asked {
  readonly id: string;
  /** To the end, or up to the first failure of a must rule. A fault is found by one; of an oddity each failure is looked at. */
  readonly whole: boolean;
}

/** Judges the server by all rules, as a user does, in a process of its own. */
export async function judgeStranger({ id, whole }: Asked): Promise<Row> {
  await using folder = await temporaryFolder();
  await using served = await serve(UNCHANGED.includes(id) ? [] : [id]);
  const args = ['check', served.url, '--target', TARGET, '--seed', '1', '--quiet', '--reporter', 'json=results.json'];
  const ended = await patiently([...args, ...(whole ? [] : ['--bail'])], folder.path, PATIENCE_MS);
  const results = await resultsIn(join(folder.path, 'results.json'));
  const failed = (level: Level): readonly Failure[] =>
    (results?.results ?? [])
      .filter((result) => result.outcome === 'fail' && result.level === level)
      .map(({ rule, subject, signature = '' }) => ({ rule, subject, signature }));
  return {
    id,
    status: ended.status,
    verdict: results?.summary.verdict,
    must: failed('must'),
    should: failed('should'),
    errors: (results?.results ?? [])
      .filter(({ outcome }) => outcome === 'error')
      .map(({ rule, reason }) => `${rule}: ${reason}`),
    seconds: ended.seconds,
    stderr: ended.stderr.slice(-500),
    date: new Date().toISOString().slice(0, 10),
  };
}
