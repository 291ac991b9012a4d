import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { failedChecks } from '../core/results/last-failed.ts';
import type { Results } from '../core/results/results.ts';
import { judge } from '../judge/judge.ts';
import { type JudgeOptions, UsageProblem } from '../judge/options.ts';
import { findingLines, retriedLines, retriedSummary } from '../reports/retried.ts';
import { renderVerdict } from '../reports/text.ts';
import { onInterrupt } from './interrupt.ts';
import { askingAgain } from './last-failed.ts';
import { ledgerLines } from './ledger-path.ts';
import { say } from './say.ts';
import { STATUS, statusOf } from './status.ts';
import { takesColor } from './streams.ts';
import { tellLeftBehind } from './tell-left-behind.ts';
import { retriedIn } from './tell-retried.ts';
import { listenForChanges, type Wish } from './watch-events.ts';

const CLEAR = '\u001b[2J\u001b[3J\u001b[H';
const KEYS = 'watching: r judges again, q quits';
/** A server that is started again by what changed is not there at once. */
const AWAY_MS = 500;

/**
 * `assayer check --watch`: judges again whenever files change or a key is pressed, what failed before first. Gives the exit status of
 * the last run.
 */
export async function watch(given: JudgeOptions, paths: readonly string[] = ['.']): Promise<number> {
  if ((given.baseUrl ?? given.target?.baseUrl) === undefined) {
    throw new UsageProblem(
      '--watch needs a target that is yours; give its address, as in assayer check http://127.0.0.1:3000',
    );
  }
  // One seed for all rounds, so that they can be compared.
  const seeded = { ...given, seed: given.seed ?? Math.floor(Math.random() * 2 ** 31) };
  const round: Round = { isOn: false, ledger: undefined };
  // Between the rounds there is nothing to delete, so that there is nothing to say.
  using interrupt = onInterrupt(
    (line) => {
      if (round.isOn) tell(line);
    },
    () => ledgerLines(round.ledger),
  );
  const options = { ...seeded, cleanUpSignal: interrupt.cleanUpSignal };
  await using events = await listenForChanges(paths, interrupt);
  let last: Results | undefined;
  let wish: Wish = 'again';
  while (wish === 'again') {
    const over = new AbortController();
    const next = events.next();
    void next.then(() => over.abort(new Error('something changed meanwhile')));
    round.isOn = true;
    last = (await judgeRound(options, last, over.signal, round)) ?? last;
    round.isOn = false;
    if (!over.signal.aborted) print(KEYS);
    wish = await next;
  }
  if (wish === 'interrupt') return STATUS.interrupted;
  return last === undefined ? STATUS.unjudged : statusOf(last, false);
}

/** What goes on now. */
interface Round {
  isOn: boolean;
  /** The ledger that is written. */
  ledger: string | undefined;
}

/** What failed before, then everything; undefined where something changed meanwhile. */
async function judgeRound(
  options: JudgeOptions,
  before: Results | undefined,
  signal: AbortSignal,
  round: Round,
): Promise<Results | undefined> {
  if (process.stdout.isTTY) process.stdout.write(CLEAR);
  if (before !== undefined && failedChecks(before).length > 0) {
    const again = await judgeWhenThere(askingAgain(options, before), signal, round);
    if (signal.aborted) return undefined;
    const retried = retriedIn(before, again);
    print(...retriedLines(retried), retriedSummary(retried, again.run.durationMs));
  }
  const results = await judgeWhenThere(options, signal, round);
  if (signal.aborted) return undefined;
  print(...findingLines(results), renderVerdict(results, { color: takesColor(process.stdout, true) }).trimEnd());
  return results;
}

async function judgeWhenThere(options: JudgeOptions, signal: AbortSignal, round: Round): Promise<Results> {
  for (let told = false; ; told = true) {
    const ledger = options.ledger === undefined ? {} : { ledger: freeLedger(options.ledger) };
    round.ledger = ledger.ledger;
    const results = await judge({ ...options, ...ledger, signal, onNotice: tell });
    // Also of a round that a change ended: what it made is nobody else's to tell.
    tellLeftBehind(results.run.leftBehind ?? [], ledger.ledger, tell);
    const isAway = results.results.length === 0 && results.run.interrupted !== undefined;
    if (!isAway || signal.aborted) return results;
    if (!told) print(`waiting for the target: ${results.run.interrupted ?? ''}`);
    await sleep(AWAY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** A ledger that no earlier round left. */
function freeLedger(path: string): string {
  const named = (round: number): string => (round === 1 ? path : path.replace(/(?:\.jsonl)?$/u, `-${round}.jsonl`));
  for (let round = 1; ; round += 1) if (!existsSync(named(round))) return named(round);
}

function tell(line: string): void {
  say(line);
}

function print(...lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
