import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import { secretsOf } from '../client/session.ts';
import type { Exchange } from '../core/exchange.ts';
import { type Redactor, redactor } from '../core/redact.ts';
import type { Result, Results, SavedExchange, WaiverSummary } from '../core/results.ts';
import { saveExchange, saveResult } from '../core/save.ts';
import { splitByScore } from '../core/scoring.ts';
import { isDistinctive } from '../core/secrets.ts';
import { type Gate, summarise } from '../core/verdict.ts';
import { applyWaivers } from '../core/waivers.ts';
import { RULES } from '../suites/index.ts';
import type { Draft } from '../target-file/draft.ts';
import type { TargetFile } from '../target-file/file.ts';
import { TargetProblem } from '../target-file/problem.ts';
import { resolveTarget } from '../target-file/resolve.ts';
import { checkOptions } from './check-options.ts';
import { configOf } from './config.ts';
import { consentTo } from './consent.ts';
import { startEmbedded } from './embedded.ts';
import { failedOn } from './fail-on.ts';
import { openLedger } from './ledger.ts';
import { saveLeftBehind } from './left-behind.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';
import { type Given, givenSecrets, mintedSecrets } from './secrets.ts';
import { catalogueOf, describeSelection, selection } from './select.ts';
import { type OpenedSession, openRunSession } from './session.ts';
import { linesOf } from './source-lines.ts';
import { statementsOf } from './statements.ts';
import { stopSignal } from './stop.ts';
import { tlsOf } from './tls.ts';
import { type RunInput, tryAll } from './try-all.ts';
import { VERSION } from './version.ts';
import { waitForTarget } from './wait.ts';

export { type JudgeOptions, type Planned, UsageProblem } from './options.ts';

/**
 * Judges a target against every selected rule and returns the whole run, whatever came of it: a target that is not there
 * gives results whose verdict is `not-judged`. Throws a UsageProblem for what cannot start as asked.
 */
export async function judge(options: JudgeOptions = {}): Promise<Results> {
  const baseUrl = options.baseUrl ?? options.target?.baseUrl;
  if (baseUrl !== undefined) return judgeFile(options, { ...options.target, baseUrl });
  const embedded = await startEmbedded({ ...options.target?.claims, ...options.claims }, options.version);
  try {
    const { ledger: _, ...asked } = options;
    return await judgeFile({ ...asked, allowWrites: true }, embedded.file);
  } finally {
    await embedded.mock.close();
  }
}

/** Judges what a target file describes, through a client of one's own making. */
export async function judgeFile(
  options: JudgeOptions,
  file: TargetFile,
  open: (options: ClientOptions) => Client = createClient,
): Promise<Results> {
  const given = givenSecrets(options, file, options.baseUrl ?? file.baseUrl ?? '');
  try {
    return await judgeKnowing(given, options, file, open);
  } catch (cause) {
    throw withoutSecrets(cause, given.values);
  }
}

// A message may quote an address with its query, or what somebody gave where something else was due.
function withoutSecrets(cause: unknown, secrets: readonly string[]): unknown {
  if (!(cause instanceof Error)) return cause;
  const clean = redactor(secrets);
  cause.message = clean(cause.message);
  cause.stack = clean(cause.stack ?? '');
  return cause;
}

async function judgeKnowing(
  given: Given,
  asked: JudgeOptions,
  file: TargetFile,
  open: (options: ClientOptions) => Client,
): Promise<Results> {
  checkOptions(asked);
  const options = configOf(asked);
  const selected = selection(options);
  const catalogue = catalogueOf(options);
  const startedAt = new Date();
  const runStart = performance.now();
  const draft = draftOf(options, file);
  const consent = consentTo(options, file, draft.baseUrl);
  const { readOnly } = consent;
  const tls = await tlsOf(options.tls ?? {}, file.tls);
  using stop = stopSignal(options);
  await waitForTarget(draft, { ...options, headers: { ...file.headers, ...options.headers } }, tls);
  // Without consent no login is sent either.
  const opened = await openRunSession(options, consent.problem === undefined ? file : {}, draft, given, tls);
  const client = open({
    baseUrl: draft.baseUrl,
    origins: draft.origins,
    headers: { ...file.headers, ...options.headers },
    session: opened.session,
    ...(opened.renew === undefined ? {} : { renew: opened.renew }),
    tls,
    userAgent: `assayer/${VERSION}`,
    runStart,
    timeoutMs: options.timeoutMs,
    sizes: options.sizes,
    ...(options.rate === undefined ? {} : { rate: options.rate }),
  });
  const { seed, runs } = options;
  try {
    const ledger = ledgerOf(options, file, opened);
    const today = startedAt.toISOString().slice(0, 10);
    const input = {
      options,
      selected,
      ...(catalogue === undefined ? {} : { catalogue }),
      draft,
      ...consent,
      stop,
      opened,
      client,
      today,
      ...ledger,
    };
    const { target, leftOut, headline: explained, leftBehind, checks, spread, ...tried } = await tryAll(input);
    const { renewal } = client;
    const renewed = renewal?.told === undefined ? [] : secretsOf(renewal.session).filter(isDistinctive);
    const secrets = [...opened.secrets, ...renewed, ...mintedSecrets(client.exchanges, opened.madeUp)];
    const clean = redactor(secrets);
    const headline = renewal?.told === undefined ? explained : [...explained, renewal.told];
    // Reasons quote answers, and an answer may echo what it was sent.
    const saved = tried.results.map((result) => saveResult(result, secrets));
    const { results: counted, unscored } = splitByScore(saved, catalogue);
    const { results, waivers } = withWaivers(counted, options, today, checks);
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
    const met = failedOn(options.failOn ?? [], { leftBehind: kept });
    return {
      format: 'assayer-results/1',
      tool: { name: 'assayer', version: VERSION },
      target: {
        name: clean(target.name),
        baseUrl: target.baseUrl,
        claims: target.claims,
        assumed: target.assumed.map((line) => clean(line)),
        ...sourceOf(options, results),
      },
      run: {
        startedAt: startedAt.toISOString(),
        durationMs: Math.round(performance.now() - runStart),
        seed,
        runs,
        requests: client.exchanges.length,
        selection: describeSelection(options, readOnly, leftOut),
        ...labelsOf(options, clean),
        leftBehind: kept,
        ...(shard === undefined ? {} : { shard }),
        ...(interrupted === undefined ? {} : { interrupted }),
      },
      summary: {
        ...summarise(results, gate),
        ...(waivers === undefined ? {} : { waivers }),
        ...(headline.length === 0 ? {} : { headline: headline.map((line) => clean(line)) }),
        ...(met.length === 0 ? {} : { failedOn: met }),
      },
      results,
      statements: statementsOf(results),
      ...(catalogue === undefined ? {} : { unscored }),
      exchanges: cited([...results, ...unscored], client.exchanges, { ...opened, secrets }),
    };
  } finally {
    await client.close();
  }
}

/** How to open the ledger that was asked for. */
function ledgerOf(options: JudgeOptions, file: TargetFile, { secrets }: OpenedSession): Pick<RunInput, 'openLedger'> {
  const { ledger: path, target, baseUrl, onNotice } = options;
  if (path === undefined) return {};
  const declared = target?.baseUrl === undefined || target.baseUrl === baseUrl ? {} : { declared: target.baseUrl };
  const fields = Object.keys({ ...file.headers, ...options.headers });
  const clean = redactor(secrets);
  const tell = (problem: string): void => onNotice?.(clean(problem));
  return { openLedger: (home, fresh) => openLedger({ path, home, fresh, ...declared, fields, clean, tell }) };
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

function draftOf(options: JudgeOptions, file: TargetFile): Draft {
  try {
    const { claims, version } = options;
    return resolveTarget(file, {
      ...(claims === undefined ? {} : { claims }),
      ...(version === undefined ? {} : { version }),
    });
  } catch (cause) {
    if (cause instanceof TargetProblem) throw new UsageProblem(cause.message, { cause });
    throw cause;
  }
}

function cited(
  results: readonly Result[],
  exchanges: readonly Exchange[],
  { secrets, madeUp, secretFields }: OpenedSession,
): Record<string, SavedExchange> {
  const wanted = new Set(results.flatMap((result) => result.witness));
  const kept = exchanges.filter(({ id }) => wanted.has(id));
  return Object.fromEntries(
    kept.map((exchange) => [exchange.id, saveExchange(exchange, secrets, madeUp, secretFields)]),
  );
}
