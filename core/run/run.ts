import { type Answer, answerOf } from '../answer.ts';
import type { CleanUp } from '../cleanup/record-cleanup.ts';
import type { Exchange, Transport } from '../http/exchange.ts';
import type { Records } from '../records/records.ts';
import type { Redactor } from '../redaction/redact.ts';
import { unsent } from '../results/as-result.ts';
import type { Result } from '../results/results.ts';
import type { Target } from '../target.ts';
import type { PlannedCheck } from './catalogue.ts';
import { type Checks, type ChecksOptions, openChecks } from './checks.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { type Fast, leftOut, tryOnce } from './fast.ts';
import { takenBack } from './response-variance.ts';
import type { OpenTrial, RunContext } from './run-context.ts';
import type { RunSettings } from './run-settings.ts';
import { createScope } from './shared-evidence.ts';
import { type StopSignals, untilStopped } from './until-stopped.ts';

/** How to run. */
export interface RunOptions extends RunSettings, StopSignals, ChecksOptions {
  readonly target: Target;
  readonly transport: Transport;
  /** What the run makes, from detection on. */
  readonly records: Records;
  /** Deletes what a trial made when it ends. What is left then is for the caller to finish. */
  readonly cleanUp: CleanUp;
  /** The reference implementation, for side-by-side comparison. */
  readonly reference?: (target: Target) => Transport;
  /** Takes out the secrets that are known by now, before an answer is quoted in part. */
  readonly hide?: Redactor;
  /** The clock of this machine by default. */
  readonly clock?: Clock;
  /** Whether the run as a whole gives a verdict on a rule; where nobody says, on those that are planned. */
  readonly isJudged?: (rule: string) => boolean;
  /** What the target was asked before the rules began: the rules that watch the whole run judge those answers too. */
  readonly asked?: readonly Exchange[];
  /** Answers that are there before the rules begin, as if the run had got them. */
  readonly seen?: readonly Exchange[];
  /** Try each rule on one subject alone; all others are not exercised. */
  readonly once?: Fast;
  /**
   * Called where the run was stopped, when nothing is under way any more and before the rules that watch judge what was seen: that may take
   * a while, and cleaning up has little time then.
   */
  readonly onStopped?: () => Promise<unknown>;
}

/** What a run gave: results in the order of the plan, and the answers that they cite and more. */
export interface RunOutput {
  readonly results: readonly Result[];
  readonly seen: readonly Answer[];
  /** What explains several results at once, each in a line. */
  readonly told: readonly string[];
}

/**
 * Tries every planned check: independent ones at the same time, each after its controls; passive rules last.
 * `voided` may take back every pass, with its reason, once all active rules have ended: see response-variance.ts.
 */
export async function run(
  planned: readonly PlannedCheck[],
  options: RunOptions,
  voided: (seen: readonly Answer[]) => string | undefined = () => undefined,
): Promise<RunOutput> {
  const context = contextOf(options, planned);
  const checks = openChecks(planned, context, options);
  const closeShelved = shelfCloser(context);
  await tryAll(planned, checks, options, async () => {
    if (context.signal?.aborted !== true) return;
    // What they made is to be deleted too.
    await closeShelved();
    await options.onStopped?.();
  });
  // What needs no request has its result all the same.
  const isLeftOut = (check: PlannedCheck): boolean =>
    options.once !== undefined && !checks.isTried(check) && !('notApplicable' in check.subject);
  await closeShelved();

  const reason = voided(context.seen);
  const results: Result[] = [];
  for (const check of planned) {
    if (check.onlyAsControl) continue;
    const isSkipped = isLeftOut(check);
    const result = isSkipped ? checks.asResult(check, unsent(leftOut())) : await checks.resultOf(check);
    const final = reason === undefined ? result : takenBack(result, reason);
    if (check.rule.passive === true || isSkipped) options.onResult?.(final);
    results.push(final);
  }
  return { results, seen: [...context.asked, ...context.seen], told: checks.told() };
}

/** Tries the rules that send, and then those that watch; in between what is to be done where the run was stopped. */
async function tryAll(
  planned: readonly PlannedCheck[],
  { resultOf }: Checks,
  { once, concurrency }: RunOptions,
  ifStopped: () => Promise<void>,
): Promise<void> {
  const sending = planned.filter(({ rule }) => rule.passive !== true);
  const place = ({ rule }: PlannedCheck): number => (rule.first === true ? 0 : rule.reads === true ? 1 : 2);
  const active = sending.toSorted((a, b) => place(a) - place(b));
  const passive = planned.filter(({ rule }) => rule.passive === true);
  if (once === undefined) {
    await Promise.all(active.map(resultOf));
    await ifStopped();
    for (const check of passive) await resultOf(check);
    return;
  }
  await tryOnce(active, once, concurrency, resultOf);
  await ifStopped();
  await tryOnce(passive, once, 1, resultOf);
}

/** Takes away, once each, what trials made that took shared evidence. */
function shelfCloser({ shelved, records, signal }: RunContext): () => Promise<void> {
  const closed = new Set<OpenTrial>();
  return async () => {
    const open = shelved.filter((one) => !closed.has(one));
    if (signal?.aborted !== true) records.last();
    if (open.length > 0) await untilStopped(records.replaced.lookAtLists(), signal);
    for (const one of open) closed.add(one);
    await Promise.all(open.map((one) => one.close()));
  };
}

function contextOf(options: RunOptions, planned: readonly PlannedCheck[]): RunContext {
  return {
    ...options,
    clock: options.clock ?? SYSTEM_CLOCK,
    isJudged: options.isJudged ?? ((id) => planned.some(({ rule, onlyAsControl }) => rule.id === id && !onlyAsControl)),
    scope: createScope(),
    seen: (options.seen ?? []).flatMap((exchange) => answersIn(exchange, options)),
    asked: (options.asked ?? []).flatMap((exchange) => answersIn(exchange, options)),
    shelved: [],
  };
}

function answersIn(exchange: Exchange, { hide }: RunOptions): Answer[] {
  return exchange.response === null ? [] : [answerOf(exchange, exchange.response, { hide })];
}
