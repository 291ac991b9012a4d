import { type Answer, answerOf } from './answer.ts';
import { isAboutReturned, returnedIn, sawItNotHold } from './came-back.ts';
import { controlFor, type PlannedCheck } from './catalogue.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { unlessDeletedMeanwhile } from './deleted-meanwhile.ts';
import type { Exchange, Transport } from './exchange.ts';
import { type Fast, leftOut, tryOnce } from './fast.ts';
import { openLanes } from './lanes.ts';
import { unlessMetAnother } from './met-another.ts';
import { openTrial } from './open-trial.ts';
import type { Witness } from './outcome.ts';
import { type Ending, Halt } from './outcome.ts';
import { type Counterexample, PropertyFailure, type PropertyRun } from './property.ts';
import type { CleanUp } from './record-cleanup.ts';
import type { Records } from './records.ts';
import type { Redactor } from './redact.ts';
import { type Replay, replayToken } from './replay.ts';
import { takenBack } from './response-variance.ts';
import type { Result } from './results.ts';
import {
  type Attempt,
  brokeDown,
  insteadOf,
  isWorthRetrying,
  type Judged,
  retryAlone,
  withOwnEvidence,
} from './retry-alone.ts';
import type { Inapplicable, Subject } from './rule.ts';
import type { OpenTrial, RunContext } from './run-context.ts';
import type { RunSettings } from './run-settings.ts';
import { createScope, shareEvidence } from './shared-evidence.ts';
import { signatureAmong } from './signature.ts';
import type { Target } from './target.ts';
import type { Proof, Remark } from './trial.ts';
import { type StopSignals, untilStopped } from './until-stopped.ts';

/** How to run. */
export interface RunOptions extends RunSettings, StopSignals {
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
  /** Of these properties, try only the one case. */
  readonly replays?: readonly Replay[];
  /** Told of each result as it comes, controls that were not asked for left out. */
  readonly onResult?: (result: Result) => void;
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
  const apart = withOwnEvidence(context);
  const lanes = openLanes(options.concurrency);
  const started = new Map<PlannedCheck, Promise<Result>>();

  const resultFor = (check: PlannedCheck, attempt: Attempt): Result =>
    asResult(check, attempt, options.records.fresh.nonce);
  const resultOf = (check: PlannedCheck): Promise<Result> => {
    const known = started.get(check);
    if (known !== undefined) return known;
    const result = attempt(check).then((r) => {
      if (!check.onlyAsControl && check.rule.passive !== true) options.onResult?.(r);
      return r;
    });
    started.set(check, result);
    return result;
  };
  const sure = async (attempt: Attempt): Promise<Attempt> => {
    const judged = await untilStopped(unlessMetAnother(attempt.judged, context.records), context.signal);
    return judged === undefined ? attempt : { ...attempt, judged };
  };
  const attempt = async (check: PlannedCheck): Promise<Result> => {
    const { subject } = check;
    if ('notApplicable' in subject) return resultFor(check, unsent(inapplicable(subject)));
    const unserved = subject.unserved ?? subject.resource?.unserved;
    if (unserved !== undefined)
      return resultFor(check, unsent({ outcome: 'not-exercised', reason: unserved, witness: [] }));
    const missing = await missingControl(check, subject, planned, resultOf);
    if (missing !== undefined) return resultFor(check, unsent(missing));
    const tried = await lanes.beside(() => tryOne(check, subject, context, options));
    const looking = unlessDeletedMeanwhile(tried.judged, subject, context);
    const first = { ...tried, judged: (await untilStopped(looking, context.signal)) ?? tried.judged };
    // Passive rules run alone already, and judge what was seen before.
    if (check.rule.passive === true || !isUnsure(first, context)) return resultFor(check, await sure(first));
    const again = (only?: Counterexample): Promise<Attempt> => tryOne(check, subject, apart, options, only);
    const attempt = await lanes.alone(async () => {
      if (isWorthRetrying(first, context.seen)) return retryAlone(first, again);
      // Now that all creations are answered.
      return isAboutReturned(first.judged, context.records.claims) ? insteadOf(first, await again()) : first;
    });
    const { outcome } = attempt.judged;
    if (outcome === 'inconclusive' || outcome === 'pass') await shareEvidence(apart.scope, context.scope);
    return resultFor(check, await sure(attempt));
  };

  const sending = planned.filter((a) => a.rule.passive !== true);
  const active = [
    ...sending.filter(({ rule }) => rule.first === true),
    ...sending.filter(({ rule }) => rule.first !== true),
  ];
  const passive = planned.filter((a) => a.rule.passive === true);
  const { once } = options;
  const closed = new Set<(typeof context.shelved)[number]>();
  const closeShelved = async (): Promise<void> => {
    const open = context.shelved.filter((one) => !closed.has(one));
    if (open.length > 0) await untilStopped(context.records.replaced.lookAtLists(), context.signal);
    for (const one of open) closed.add(one);
    await Promise.all(open.map((one) => one.close()));
  };
  const ifStopped = async (): Promise<void> => {
    if (context.signal?.aborted !== true) return;
    // What they made is to be deleted too.
    await closeShelved();
    await options.onStopped?.();
  };
  if (once === undefined) {
    await Promise.all(active.map(resultOf));
    await ifStopped();
    for (const check of passive) await resultOf(check);
  } else {
    await tryOnce(active, once, options.concurrency, resultOf);
    await ifStopped();
    await tryOnce(passive, once, 1, resultOf);
  }
  // What needs no request has its result all the same.
  const isLeftOut = (check: PlannedCheck): boolean =>
    once !== undefined && !started.has(check) && !('notApplicable' in check.subject);
  await closeShelved();

  const reason = voided(context.seen);
  const results: Result[] = [];
  for (const check of planned) {
    if (check.onlyAsControl) continue;
    const isSkipped = isLeftOut(check);
    const result = isSkipped ? resultFor(check, unsent(leftOut())) : await resultOf(check);
    const final = reason === undefined ? result : takenBack(result, reason);
    if (check.rule.passive === true || isSkipped) options.onResult?.(final);
    results.push(final);
  }
  return { results, seen: [...context.asked, ...context.seen] };
}

/** Whether it may have to be tried again alone. */
function isUnsure(first: Attempt, { records }: RunContext): boolean {
  return brokeDown(first) || (sawItNotHold(first.judged) && returnedIn(records.claims).length > 0);
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

async function missingControl(
  check: PlannedCheck,
  subject: Subject,
  planned: readonly PlannedCheck[],
  resultOf: (check: PlannedCheck) => Promise<Result>,
): Promise<Ending | undefined> {
  for (const id of check.rule.needs ?? []) {
    const control = controlFor(planned, id, subject);
    if (control === undefined) continue;
    const result = await resultOf(control);
    if (result.outcome === 'pass') continue;
    // Without the control's subject matter there is nothing that this rule could be about.
    const outcome = result.outcome === 'not-applicable' ? 'not-applicable' : 'not-exercised';
    return { outcome, reason: `its control ${id} ended as ${result.outcome}: ${result.reason}`, witness: [] };
  }
  return undefined;
}

async function tryOne(
  check: PlannedCheck,
  subject: Subject,
  context: RunContext,
  options: RunOptions,
  only?: Counterexample,
): Promise<Attempt> {
  const { clock } = context;
  const began = clock.now();
  const property = only ?? propertyRun(check, subject, options);
  const open = openTrial(context, subject, property);
  const judged = await judgeOne(check, open);
  await open.close();
  return { judged, requests: open.sent.length, durationMs: clock.now() - began };
}

// Each rule draws from a seed of its own, so that neither order nor selection changes what it makes up.
function propertyRun(check: PlannedCheck, subject: Subject, options: RunOptions): PropertyRun {
  const { replays = [], runs } = options;
  const replay = replays.find((one) => one.rule === check.rule.id && one.subject === subject.id);
  if (replay !== undefined) return { seed: replay.seed, runs: replay.runs, path: replay.path };
  return { seed: mix(options.seed, `${check.rule.id}@${subject.id}`), runs };
}

// FNV-1a over the text, started from the seed: spreads nearby seeds and names over all 32 bits.
function mix(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash | 0;
}

async function judgeOne(check: PlannedCheck, open: OpenTrial): Promise<Judged> {
  try {
    return passed(await check.rule.check(open.trial));
  } catch (thrown) {
    if (thrown instanceof PropertyFailure) return { ...thrown.ending, property: thrown.counterexample };
    if (thrown instanceof Halt) return thrown.ending;
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { outcome: 'error', reason: text };
  }
}

function passed(given: Witness | Proof | Remark): Judged {
  const witness = 'witness' in given ? given.witness : [given].flat();
  // A pass without a witness would be a verdict without evidence: the rule is wrongly written.
  if (witness.length === 0) return { outcome: 'error', reason: 'the check passed without citing an exchange' };
  const remark = 'remark' in given ? given.remark : '';
  return { outcome: 'pass', witness, remark, ...('cases' in given ? { tried: given } : {}) };
}

function inapplicable(subject: Inapplicable): Ending {
  return { outcome: 'not-applicable', reason: subject.notApplicable, witness: [] };
}

function unsent(judged: Judged): Attempt {
  return { judged, requests: 0, durationMs: 0 };
}

function asResult(check: PlannedCheck, { judged, requests, durationMs }: Attempt, nonce: string): Result {
  const { rule, subject } = check;
  const base = {
    rule: rule.id,
    subject: subject.id,
    level: rule.level,
    clause: rule.clause,
    title: rule.title,
    requests,
    durationMs: Math.round(durationMs * 10) / 10,
  };
  if (judged.outcome === 'pass') {
    const { witness, remark, tried } = judged;
    const counted = tried === undefined ? {} : { cases: tried.cases, discards: tried.discards };
    return { ...base, outcome: 'pass', reason: remark, witness: idsOf(witness), ...counted };
  }
  if (judged.outcome === 'error') return { ...base, outcome: 'error', reason: judged.reason, witness: [] };
  const { outcome, reason, expected, actual, witness, broken, property } = judged;
  return {
    ...base,
    outcome,
    reason,
    witness: [...(broken === undefined ? [] : [broken.id]), ...idsOf(witness)],
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(outcome === 'fail' ? { signature: signatureAmong(judged, witness, nonce) } : {}),
    ...(property === undefined ? {} : fromProperty(check, property)),
  };
}

function fromProperty(check: PlannedCheck, found: Counterexample): Partial<Result> {
  const { counterexample, cases, discards, flaky, seed, path, runs } = found;
  const replay = replayToken({ rule: check.rule.id, subject: check.subject.id, seed, runs, path });
  return { counterexample, cases, discards, replay, ...(flaky === undefined ? {} : { flaky }) };
}

function idsOf(witness: readonly Answer[]): string[] {
  return [...new Set(witness.map((answer) => answer.exchange.id))];
}
