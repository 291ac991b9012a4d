import { messageOf } from '../core/message-of.ts';
import type { Results } from '../core/results/results.ts';
import { type JudgeOptions, UsageProblem } from '../judge/options.ts';
import { readBaseline } from './baseline.ts';
import type { CheckFlags } from './check-flags.ts';
import { spelling } from './check-options.ts';
import { onInterrupt } from './interrupt.ts';
import { judgeOptions } from './judge-options.ts';
import { askingAgain, readLastFailed } from './last-failed.ts';
import { ledgerLines } from './ledger-path.ts';
import { collectEarly } from './memory.ts';
import { type Output, parseOutputs, prepareOutputs, withUnwritten, writeReports } from './outputs.ts';
import { besideReport, printRun } from './print-run.ts';
import { createProgress } from './progress.ts';
import { say } from './say.ts';
import { STATUS, statusOf } from './status.ts';
import { hasGoneOut } from './streams.ts';
import { tellLeftBehind } from './tell-left-behind.ts';
import { writeWaiverFile } from './waivers.ts';

/** What only a run that sends requests can do. */
const SENDING = ['transcript', 'watch', 'lastFailed', 'shard', 'replay', 'wait', 'fast'] as const;

async function judgeArchive(path: string, options: JudgeOptions, flags: CheckFlags): Promise<Results> {
  const other = SENDING.find((name) => flags[name] !== undefined);
  if (other !== undefined)
    throw new UsageProblem(
      `--har: nothing is sent, so ${spelling(other).split(' ', 1)[0] ?? ''} has no meaning beside it`,
    );
  const { judgeHar } = await import('../judge/traffic/judge-har.ts');
  return judgeHar(path, options);
}

function checkWatchFlags({ watch, watchPath }: CheckFlags, outputs: readonly Output[]): void {
  if (watch !== true && watchPath !== undefined)
    throw new UsageProblem('--watch-path says what is watched: give --watch as well');
  if (watch === true && outputs.length > 0)
    throw new UsageProblem(
      '--watch prints each round and writes no reports: leave out --reporter and --out, or --watch',
    );
}

// Before anything is sent: whoever misses a fault that is known to be there need not look for others.
async function judgeCanary(): Promise<void> {
  const { missedByCanary } = await import('../proof/canary.ts');
  const missed = await missedByCanary();
  if (missed !== undefined)
    throw new UsageProblem(`--canary: ${missed}; nothing was sent. Is this installation whole?`);
}

async function tellFixed(
  before: Results,
  now: Results,
  outputs: readonly Output[],
  flags: CheckFlags,
): Promise<number> {
  const { tellRetried } = await import('./tell-retried.ts');
  return tellRetried(before, now, besideReport(outputs), flags.quiet === true);
}

/** Judges a target as the options say, writes what they ask for, and gives the exit status. */
export async function runCheck(url: string | undefined, flags: CheckFlags): Promise<number> {
  const tell = say;
  const outputs = parseOutputs(flags.reporter ?? [], flags.out);
  checkWatchFlags(flags, outputs);
  const given = await judgeOptions(url, flags, outputs, tell);
  const before = await readLastFailed(flags);
  const options = before === undefined ? given : askingAgain(given, before);
  const againstBaseline = await readBaseline(flags);
  const { writeWaivers } = flags;
  // What watches files is loaded where it is asked for.
  if (flags.watch === true && flags.har === undefined)
    return (await import('./watch.ts')).watch(options, flags.watchPath);
  if (before !== undefined && options.only?.length === 0) {
    process.stdout.write(`nothing failed in ${flags.lastFailed ?? ''}\n`);
    return STATUS.kept;
  }
  if (writeWaivers !== undefined) await prepareOutputs([{ path: writeWaivers }]);

  const beforeCanary = performance.now();
  if (flags.canary === true) await judgeCanary();
  const canaryMs = performance.now() - beforeCanary;

  // The mock that is judged where no address is given means no harm.
  using _collecting = (options.baseUrl ?? options.target?.baseUrl) === undefined ? undefined : collectEarly();
  using interrupt = onInterrupt(tell, () => ledgerLines(options.ledger));
  // It takes several times as long to load as all before, which refuses what cannot be done.
  const { judge, refuseUnjudgeable } = await import('../judge/judge.ts');
  if (flags.har === undefined) await refuseUnjudgeable(options);
  const progress = createProgress(process.stderr, flags.quiet !== true && flags.har === undefined);
  const { onPlan, onResult } = progress;
  const { signal, cleanUpSignal } = interrupt;
  let isTranscriptLost = false;
  const onNotice = (line: string, lost?: 'transcript'): void => {
    tell(line);
    isTranscriptLost ||= lost === 'transcript';
  };
  const calls = { onPlan, onResult, onNotice, signal, cleanUpSignal };
  const { har } = flags;
  const judging =
    har === undefined ? judge({ ...options, ...calls, usedMs: usedTime(canaryMs) }) : judgeArchive(har, options, flags);
  const results = await judging.finally(progress.end);
  const status = await conclude(results, {
    outputs,
    flags,
    before,
    againstBaseline,
    ledger: options.ledger,
    signal,
    tell,
  });
  // Its notice has said so; what was asked for cannot be judged again.
  return isTranscriptLost ? STATUS.unjudged : status;
}

/** What is told of a run, and by what its exit status is decided. */
interface Concluding {
  readonly outputs: readonly Output[];
  readonly flags: CheckFlags;
  readonly before: Results | undefined;
  readonly againstBaseline: Awaited<ReturnType<typeof readBaseline>>;
  readonly ledger: string | undefined;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
}

/** Writes and prints everything, whatever of it cannot be written, and gives the exit status. */
async function conclude(
  results: Results,
  { outputs, flags, before, againstBaseline, ledger, signal, tell }: Concluding,
): Promise<number> {
  const unwritten = [...(await writeReports(results, outputs))];
  const retriedStatus = before === undefined ? undefined : await tellFixed(before, results, outputs, flags);
  if (before === undefined || outputs.some(({ path }) => path === undefined)) await printRun(results, outputs, flags);
  const compared = againstBaseline?.(results);
  if (compared !== undefined) besideReport(outputs).write(`\n${compared.text}`);
  const { writeWaivers } = flags;
  if (writeWaivers !== undefined)
    await writeWaiverFile(writeWaivers, results, tell).catch((cause: unknown) => unwritten.push(messageOf(cause)));
  tellLeftBehind(results.run.leftBehind ?? [], ledger, tell);
  for (const line of results.summary.failedOn ?? []) tell(line);
  if (!(await hasGoneOut(process.stdout))) unwritten.push('the output cannot be written: standard output was closed');
  const status = statusOf(results, signal.aborted);
  const gated = status === STATUS.kept && compared?.isMet === true ? STATUS.broken : status;
  return withUnwritten(unwritten, signal.aborted ? status : (retriedStatus ?? gated));
}

/**
 * What of the time limit the run cannot have, in milliseconds: the canary, and the start of this process, which takes as long again
 * to end, since the reports load and write as much as was loaded until here.
 */
function usedTime(canaryMs: number): number {
  return 2 * performance.now() - canaryMs;
}
