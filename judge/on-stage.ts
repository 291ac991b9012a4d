import type { Exchange } from '../core/http/exchange.ts';
import { toldPreconditions } from '../core/http/with-preconditions.ts';
import { type Redactor, redactor } from '../core/redaction/redact.ts';
import type { Result, Results, SavedExchange, WaiverSummary } from '../core/results/results.ts';
import { saveExchange, saveResult, withShortHead } from '../core/results/save.ts';
import { splitByScore } from '../core/results/scoring.ts';
import { type Gate, summarise } from '../core/results/verdict.ts';
import { applyWaivers } from '../core/results/waivers.ts';
import { RULES } from '../suites/index.ts';
import type { Asked } from './asked.ts';
import { assuranceOf } from './assurance.ts';
import type { RunConfig } from './config.ts';
import { diagnosisOf } from './diagnosis.ts';
import { failedOn } from './fail-on.ts';
import { saveLeftBehind } from './left-behind.ts';
import type { JudgeOptions } from './options.ts';
import { ruleTextsOf } from './rule-texts.ts';
import type { RunInput, RunOutcome } from './run-input.ts';
import { openRunSecrets } from './run-secrets.ts';
import { describeSelection } from './select.ts';
import type { OpenedSession } from './session.ts';
import { linesOf } from './source-lines.ts';
import { statementsOf } from './statements.ts';
import { toldLag } from './told-lag.ts';
import { toldWaits } from './told-waits.ts';
import type { Stage } from './transcript/stage.ts';
import { tryAll } from './try-all.ts';
import { VERSION } from './version.ts';

/** One run that is about to begin, on whatever stage. */
export interface Run extends Asked, Pick<RunInput, 'openLedger'> {
  readonly options: RunConfig;
  readonly startedAt: Date;
  readonly opened: OpenedSession;
  /** What all that the run makes up is drawn from. */
  readonly entropy: string;
}

/** Tries all rules, and makes the results of what came of it. The time of the stage's clock is that since the run began. */
export async function judgeOnStage(run: Run, stage: Stage): Promise<Results> {
  const { clean: hide } = openRunSecrets(run.opened, stage.client);
  return resultsOf(run, stage, await tryAll({ ...run, ...run.consent, ...stage, hide, today: dayOf(run) }));
}

/** The results of a run, whatever it was made of. */
export function resultsOf(run: Run, { client, clock }: Pick<Stage, 'client' | 'clock'>, outcome: RunOutcome): Results {
  const { options, catalogue, consent, opened, startedAt } = run;
  const { readOnly } = consent;
  const { seed, runs } = options;
  const { target, leftOut, headline: explained, harm: seen = [], leftBehind, checks, spread, ...tried } = outcome;
  const { renewal } = client;
  const secrets = openRunSecrets(opened, client).list();
  const clean = redactor(secrets);
  const headline = renewal?.told === undefined ? explained : [...explained, renewal.told];
  // Reasons quote answers, and an answer may echo what it was sent.
  const saved = tried.results.map((result) => saveResult(result, secrets));
  const { results: counted, unscored } = splitByScore(saved, catalogue);
  const { results, waivers } = withWaivers(counted, options, dayOf(run), checks);
  const interrupted = tried.interrupted === undefined ? undefined : clean(tried.interrupted);
  const unjudged = tried.unjudged === undefined ? undefined : clean(tried.unjudged);
  const gate: Gate = {
    level: options.level,
    isShard: options.shard !== undefined,
    minExercised: options.minExercised,
    ...(options.maxNotExercised === undefined ? {} : { maxNotExercised: options.maxNotExercised }),
    ...(options.minCoverage === undefined ? {} : { minCoverage: options.minCoverage }),
    ...(unjudged === undefined ? {} : { interrupted: unjudged }),
    ...(interrupted === undefined ? {} : { interrupted }),
  };
  const shard = options.shard && {
    ...options.shard,
    ...(spread === undefined ? {} : { spread }),
    ...(unjudged === undefined ? {} : { unjudged }),
  };
  const kept = saveLeftBehind(leftBehind, secrets, opened.madeUp);
  const harm = seen.map((line) => clean(line));
  const met = failedOn(options.failOn ?? [], { leftBehind: kept, harm });
  const lines = [...headline, ...toldWaits(client.exchanges), ...toldLag(client.exchanges)];
  const rules = ruleTextsOf([...results, ...unscored]);
  const selection = describeSelection(options, readOnly, leftOut);
  const judged: Results['target'] = {
    name: clean(target.name),
    baseUrl: target.baseUrl,
    claims: target.claims,
    assumed: [...target.assumed, ...toldPreconditions(client.exchanges)].map((line) => clean(line)),
    ...(target.foundOperations === undefined ? {} : { operations: target.foundOperations }),
    ...sourceOf(options, results),
  };
  return {
    format: 'assayer-results/1',
    tool: { name: 'assayer', version: VERSION },
    target: judged,
    run: {
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(clock.now()),
      seed,
      runs,
      requests: client.exchanges.length,
      selection,
      ...labelsOf(options, clean),
      leftBehind: kept,
      ...(harm.length === 0 ? {} : { harm }),
      ...(shard === undefined ? {} : { shard }),
      ...(interrupted === undefined ? {} : { interrupted }),
    },
    summary: {
      ...summarise(results, gate),
      ...(waivers === undefined ? {} : { waivers }),
      ...(lines.length === 0 ? {} : { headline: lines.map((line) => clean(line)) }),
      ...(met.length === 0 ? {} : { failedOn: met }),
    },
    // A shard saw a part only: the whole is diagnosed when the shards are joined.
    ...(shard === undefined ? diagnosisOf({ target: judged, results, rules }) : {}),
    ...(shard === undefined ? assuranceOf({ target: judged, run: { selection }, results }) : {}),
    results,
    rules,
    statements: statementsOf(results),
    ...(catalogue === undefined ? {} : { unscored }),
    exchanges: cited([...results, ...unscored], client.exchanges, { ...opened, secrets }),
  };
}

function dayOf({ startedAt }: Run): string {
  return startedAt.toISOString().slice(0, 10);
}

/** A label may quote an address, and so what is secret in it. */
function labelsOf({ labels = {} }: JudgeOptions, clean: Redactor): Pick<Results['run'], 'labels'> {
  const told = Object.entries(labels).map(([key, value]) => [key, clean(value)] as const);
  return told.length === 0 ? {} : { labels: Object.fromEntries(told) };
}

function sourceOf({ source }: JudgeOptions, results: readonly Result[]): Pick<Results['target'], 'source'> {
  if (source === undefined) return {};
  const subjects = new Set(results.map(({ subject }) => subject));
  return { source: { path: source.path, lines: linesOf(source.text, subjects) } };
}

function withWaivers(
  results: readonly Result[],
  { waivers }: JudgeOptions,
  today: string,
  checks: ReadonlySet<string> | undefined,
): { readonly results: readonly Result[]; readonly waivers?: WaiverSummary } {
  if (waivers === undefined) return { results };
  const rules = RULES.map(({ id }) => id);
  return applyWaivers(results, waivers, { today, rules, ...(checks === undefined ? {} : { checks }) });
}

function cited(
  results: readonly Result[],
  exchanges: readonly Exchange[],
  { secrets, madeUp, secretFields }: OpenedSession,
): Record<string, SavedExchange> {
  const wanted = new Set(results.flatMap((result) => result.witness));
  const kept = exchanges.filter(({ id }) => wanted.has(id));
  return Object.fromEntries(
    kept.map((exchange) => [exchange.id, withShortHead(saveExchange(exchange, secrets, madeUp, secretFields))]),
  );
}
