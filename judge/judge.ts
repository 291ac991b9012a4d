import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import { plan } from '../core/catalogue.ts';
import { askAboutNothing, whyNoEvidence } from '../core/discernment.ts';
import type { Exchange, Transport } from '../core/exchange.ts';
import { type Gate, type Result, type Results, type SavedExchange, summarise } from '../core/results.ts';
import { run } from '../core/run.ts';
import { saveExchange, saveResult } from '../core/save.ts';
import { followingSlash } from '../core/slash.ts';
import type { Target } from '../core/target.ts';
import { RULES } from '../suites/index.ts';
import { assume, Unreachable } from '../target/assume.ts';
import type { Draft } from '../target/draft.ts';
import type { TargetFile } from '../target/file.ts';
import type { InquiryOptions } from '../target/inquiry.ts';
import { TargetProblem } from '../target/problem.ts';
import { resolveTarget } from '../target/resolve.ts';
import { OTHERWISE } from '../target/settle-claims.ts';
import { mayOnlyRead } from './consent.ts';
import { startEmbedded } from './embedded.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';
import { reference } from './reference.ts';
import { replayOf, selection } from './select.ts';
import { type OpenedSession, openRunSession } from './session.ts';
import { reasonOf, type Stop, stopSignal } from './stop.ts';
import { VERSION } from './version.ts';

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
    return await judgeFile({ ...options, allowWrites: true }, embedded.file);
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
  const selected = selection(options);
  const startedAt = new Date();
  const runStart = performance.now();
  const draft = draftOf(options, file);
  const readOnly = mayOnlyRead(options, file, draft.baseUrl);
  const opened = await openRunSession(options, file, draft.baseUrl, draft.session);
  const stop = stopSignal(options);
  const client = open({
    baseUrl: draft.baseUrl,
    headers: { ...file.headers, ...options.headers },
    session: opened.session,
    userAgent: `assayer/${VERSION}`,
    runStart,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.rate === undefined ? {} : { rate: options.rate }),
  });
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
  const runs = options.runs ?? 20;
  try {
    const { target, interrupted, ...tried } = await tryAll({
      options,
      selected,
      draft,
      readOnly,
      stop,
      opened,
      client,
      seed,
      runs,
    });
    // Reasons quote answers, and an answer may echo what it was sent.
    const results = tried.results.map((result) => saveResult(result, opened.secrets));
    const gate: Gate = {
      level: options.level ?? 'must',
      minExercised: options.minExercised ?? 1,
      ...(interrupted === undefined ? {} : { interrupted }),
    };
    return {
      format: 'assayer-results/1',
      tool: { name: 'assayer', version: VERSION },
      target: { name: target.name, baseUrl: target.baseUrl, claims: target.claims, assumed: target.assumed },
      run: {
        startedAt: startedAt.toISOString(),
        durationMs: Math.round(performance.now() - runStart),
        seed,
        runs,
        requests: client.exchanges.length,
        ...(interrupted === undefined ? {} : { interrupted }),
      },
      summary: summarise(results, gate),
      results,
      exchanges: cited(results, client.exchanges, opened),
    };
  } finally {
    stop.done();
    await client.close();
  }
}

interface Undertaking {
  readonly options: JudgeOptions;
  readonly selected: ReturnType<typeof selection>;
  readonly draft: Draft;
  readonly readOnly: boolean;
  readonly stop: Stop;
  readonly opened: OpenedSession;
  readonly client: Client;
  readonly seed: number;
  readonly runs: number;
}

interface Outcome {
  readonly target: Pick<Target, 'name' | 'baseUrl' | 'claims' | 'assumed'>;
  readonly results: readonly Result[];
  /** Why the target could not be judged as a whole. */
  readonly interrupted?: string;
}

async function tryAll({
  options,
  selected,
  draft,
  readOnly,
  stop,
  opened,
  client,
  seed,
  runs,
}: Undertaking): Promise<Outcome> {
  const { settleMs = 0 } = options;
  const transport = followingSlash(client);
  const target = await settle(draft, transport, { readOnly, signal: stop.signal, settleMs }, opened);
  if (target instanceof Unreachable) {
    const { name, baseUrl, assumed } = draft;
    return { target: { name, baseUrl, assumed, claims: OTHERWISE }, results: [], interrupted: target.message };
  }
  const aboutNothing = await askAboutNothing(transport);
  const assays = plan(RULES, target, selected);
  options.onPlan?.(
    assays.flatMap(({ rule, subject, onlyAsControl }) =>
      onlyAsControl ? [] : [{ rule: rule.id, subject: subject.id, title: rule.title }],
    ),
  );
  const { results } = await run(
    assays,
    {
      target,
      transport,
      reference,
      seed,
      runs,
      concurrency: options.concurrency ?? 8,
      settleMs,
      readOnly,
      signal: stop.signal,
      ...(options.replay === undefined ? {} : { replay: replayOf(options.replay) }),
      onResult: (result) => {
        options.onResult?.(result);
        if (options.bail === true && result.outcome === 'fail' && result.level === (options.level ?? 'must'))
          stop.bail();
      },
    },
    (seen) => whyNoEvidence(aboutNothing, seen),
  );
  return { target, results, ...(stop.signal.aborted ? { interrupted: reasonOf(stop.signal) } : {}) };
}

async function settle(
  draft: Draft,
  transport: Transport,
  how: InquiryOptions,
  opened: OpenedSession,
): Promise<Target | Unreachable> {
  try {
    const target = await assume(draft, transport, how);
    const session = opened.value === undefined ? target.session : { ...target.session, value: opened.value };
    return { ...target, session, assumed: [...target.assumed, ...opened.notes] };
  } catch (cause) {
    if (cause instanceof Unreachable) return cause;
    throw cause;
  }
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
  { secrets, madeUp }: OpenedSession,
): Record<string, SavedExchange> {
  const wanted = new Set(results.flatMap((result) => result.witness));
  const kept = exchanges.filter(({ id }) => wanted.has(id));
  return Object.fromEntries(kept.map((exchange) => [exchange.id, saveExchange(exchange, secrets, madeUp)]));
}
