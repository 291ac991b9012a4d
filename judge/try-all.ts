import { ASSUMED } from '../core/claims.ts';
import { whatWasTried } from '../core/cleanup/deletion.ts';
import type { LeftBehind } from '../core/cleanup/leftover.ts';
import { type CleanUp, openCleanUp } from '../core/cleanup/record-cleanup.ts';
import { SAFE_METHODS } from '../core/guard/safe-methods.ts';
import type { Exchange, HttpRequest, Transport } from '../core/http/exchange.ts';
import { towardTarget } from '../core/http/toward-target.ts';
import { createFreshIds } from '../core/ids/fresh-ids.ts';
import { openRecords } from '../core/records/open-records.ts';
import { visible } from '../core/redaction/visible.ts';
import type { Result } from '../core/results/results.ts';
import { scored } from '../core/results/scoring.ts';
import { binds } from '../core/results/verdict.ts';
import { checkName, waiverFor } from '../core/results/waivers.ts';
import { askAboutNothing, spreadOf, whyNoEvidence } from '../core/run/response-variance.ts';
import { type RunOptions, run } from '../core/run/run.ts';
import { endingWith, reasonOf } from '../core/run/until-stopped.ts';
import { RULES } from '../suites/index.ts';
import { NothingServed } from '../target-file/assume.ts';
import { headlines } from './headline.ts';
import { isReported, plannedChecks } from './planned.ts';
import { canServe } from './reference.ts';
import { RULE_COSTS } from './rule-costs.ts';
import type { RunInput, RunOutcome } from './run-input.ts';
import { replaysOf } from './select.ts';
import { settle } from './settle.ts';

/** Asks the target what nobody said, tries every selected rule on it, and deletes what was made, whatever came of it. */
export async function tryAll(input: RunInput): Promise<RunOutcome> {
  const { draft, stop, clock } = input;
  const transport = towardTarget(input.client);
  const { baseUrl, origins } = draft;
  const home = { baseUrl, origins };
  const fresh = createFreshIds(input.entropy);
  const ledger = input.openLedger?.(home, fresh);
  const log = ledger === undefined ? {} : { log: ledger };
  const judging = endingWith(transport, home, stop);
  // What is asked of records while they are deleted is asked after the end of the run. Once that is done, only GET is sent: nobody
  // would delete what anything else makes.
  let phase: 'judging' | 'cleaning' | 'cleaned' = 'judging';
  const askedBy = ({ method }: HttpRequest): Transport =>
    phase === 'cleaning' || (phase === 'cleaned' && method === 'GET') ? transport : judging;
  const reading: Transport = {
    send: (request) => askedBy(request).send(request),
    probe: (request) => askedBy(request).probe(request),
  };
  const { maxLeftBehind, settleMs } = input.options;
  const startedAt = input.startedAt.getTime();
  const records = openRecords({
    home,
    fresh,
    transport: reading,
    clock,
    startedAt,
    settleMs,
    signal: stop.signal,
    ...log,
  });
  const cleanUp = openCleanUp({ records, transport, signal: stop.signal, clock, maxLeftBehind, ...log });
  let judged: Judged | undefined;
  let leftBehind: readonly LeftBehind[] | undefined;
  let finished: ReturnType<CleanUp['finish']> | undefined;
  const finishOnce = async (): ReturnType<CleanUp['finish']> => {
    phase = 'cleaning';
    try {
      return await cleanUp.finish(stop.cleanUpLeft(), stop.giveUp);
    } finally {
      phase = 'cleaned';
    }
  };
  const finish = (): ReturnType<CleanUp['finish']> => {
    finished ??= finishOnce();
    return finished;
  };
  try {
    judged = await judgeAll(input, { transport, judging }, { records, cleanUp, onStopped: finish });
  } finally {
    try {
      leftBehind = await finish();
      // A run that is refused now has no results that could tell it.
      if (judged === undefined) tellLeftBehind(input, leftBehind);
    } finally {
      ledger?.close(leftBehind?.length === 0);
    }
  }
  return { ...judged, leftBehind };
}

function tellLeftBehind({ options, hide }: RunInput, leftBehind: readonly LeftBehind[]): void {
  for (const left of leftBehind)
    options.onNotice?.(visible(hide(`left behind: ${left.address}  ${whatWasTried(left)}`)));
}

type Judged = Omit<RunOutcome, 'leftBehind'>;

interface Transports {
  /** For the rules: a trial ends with the run by itself, and takes a late answer for what it tells of records. */
  readonly transport: Transport;
  /** For questions: whatever is under way when the run ends has no answer. */
  readonly judging: Transport;
}

async function judgeAll(
  input: RunInput,
  { transport, judging }: Transports,
  { records, cleanUp, onStopped }: Required<Pick<RunOptions, 'records' | 'cleanUp' | 'onStopped'>>,
): Promise<Judged> {
  const { options, draft, readOnly, stop, clock, reference, hide } = input;
  const { seed, runs, concurrency, settleMs } = options;
  const how = { readOnly, signal: stop.signal, settleMs, clock, records, cleanUp, hide };
  const unselected = RULES.filter((rule) => !input.selected(rule)).length;
  const asked: Exchange[] = [];
  const asking = recording(judging, asked);
  const target = await settle(input, asking, how);
  if (target instanceof Error) {
    const { name, baseUrl, assumed } = draft;
    // Whoever stops a run while the target is asked ends the request that is under way: that says nothing of the target.
    const isStopped = stop.signal.aborted;
    return {
      target: { name, baseUrl, assumed, claims: ASSUMED },
      results: [],
      leftOut: { rules: unselected },
      headline: target instanceof NothingServed && !isStopped ? [target.message] : [],
      interrupted: isStopped ? reasonOf(stop.signal) : target.message,
    };
  }
  const aboutNothing = await askAboutNothing(asking, records.fresh);
  records.undoing.know(target.operations, target.commands);
  if (!readOnly) await cleanUp.watch(target.resources);
  const { shard } = options;
  const { planned, chosen, all } = plannedChecks(input, target);
  options.onPlan?.(
    planned.filter(isReported).map(({ rule, subject }) => ({ rule: rule.id, subject: subject.id, title: rule.title })),
  );
  const { results, seen, told } = await run(
    planned,
    {
      target,
      transport,
      records,
      cleanUp,
      asked,
      ...(canServe(target) ? { reference } : {}),
      seed,
      runs,
      concurrency,
      settleMs,
      clock,
      hide,
      readOnly,
      isJudged: judgedBy(input),
      signal: stop.signal,
      writesSignal: stop.writesSignal,
      onStopped,
      replays: replaysOf(options),
      ...(options.fast === true ? { once: { cost: (rule: string) => RULE_COSTS[rule] ?? 0 } } : {}),
      onResult: (result) => {
        options.onResult?.(result);
        if (options.bail === true && isCounted(result, input)) stop.bail();
      },
    },
    // What one shard saw says too little: all together decide.
    (seen) => (shard === undefined ? whyNoEvidence(spreadOf(aboutNothing, seen)) : undefined),
  );
  // What other shards try is not left out.
  const leftOut = { rules: unselected, results: all.length - chosen.filter(isReported).length };
  const missing = target.resources.find(({ unserved }) => unserved !== undefined);
  const unjudged = missing === undefined ? [] : [`${missing.name} could not be judged: ${missing.unserved}`];
  const read = await records.toldReading(seen.map(({ exchange }) => exchange));
  // What came with the records of the run is counted before it is told why no more are created.
  const came = readOnly || stop.signal.aborted ? [] : await cleanUp.told();
  const uncreated = target.resources.flatMap((resource) => cleanUp.whyNoMore(resource) ?? []);
  // What the deletions at the end took of others is told too.
  await onStopped();
  const harm = [
    ...(await records.wrong.told(!stop.signal.aborted)),
    ...read,
    ...SAFE_METHODS.flatMap((method) => records.safe[method].told()),
  ];
  const headline = [
    ...unjudged,
    ...harm,
    ...records.wrong.toldOfOwn(),
    ...(readOnly || stop.signal.aborted ? [] : await records.toldNewcomers()),
    ...records.replaced.told(),
    ...new Set(uncreated),
    ...came,
    ...told,
    ...headlines(seen, target, shard === undefined),
  ];
  const interrupted = stop.signal.aborted ? { interrupted: reasonOf(stop.signal) } : {};
  return {
    target,
    results,
    headline,
    harm,
    leftOut,
    checks: new Set(all.map(checkName)),
    spread: spreadOf(aboutNothing, seen),
    ...(unjudged[0] === undefined ? {} : { unjudged: unjudged[0] }),
    ...interrupted,
  };
}

/** Whether the run, with all its shards, gives a verdict on a rule. */
function judgedBy({ options: { only }, selected }: RunInput): (rule: string) => boolean {
  const judged = new Set(RULES.filter(selected).map(({ id }) => id));
  const wanted = only === undefined ? undefined : new Set(only.map(({ rule }) => rule));
  return (rule) => judged.has(rule) && wanted?.has(rule) !== false;
}

// A failure that is waived does not end the run.
function isCounted(tried: Result, { options, today, catalogue }: RunInput): boolean {
  const result = scored(tried, catalogue);
  if (result === undefined) return false;
  if (result.outcome !== 'fail' || !binds(result, options.level)) return false;
  return waiverFor(result, options.waivers ?? [], today) === undefined;
}

/** The same transport, which also keeps what it was asked and answered. */
function recording(transport: Transport, kept: Exchange[]): Transport {
  const keep = async (answering: Promise<Exchange>): Promise<Exchange> => {
    const exchange = await answering;
    kept.push(exchange);
    return exchange;
  };
  return { send: (request) => keep(transport.send(request)), probe: (request) => keep(transport.probe(request)) };
}
