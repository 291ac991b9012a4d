import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import { drawEntropy } from '../core/ids/fresh-ids.ts';
import { redactor } from '../core/redaction/redact.ts';
import type { Results } from '../core/results/results.ts';
import { SYSTEM_CLOCK } from '../core/run/clock.ts';
import type { TargetFile } from '../target-file/file.ts';
import { askedOf } from './asked.ts';
import { checkOptions } from './check-options.ts';
import { configOf } from './config.ts';
import { openLedger } from './ledger.ts';
import { judgeOnStage, type Run } from './on-stage.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';
import { reference } from './reference.ts';
import { type Given, givenSecrets } from './secrets.ts';
import { type OpenedSession, openRunSession } from './session.ts';
import { stopSignal } from './stop.ts';
import { tlsOf } from './tls.ts';
import { record } from './transcript/record.ts';
import type { Stage } from './transcript/stage.ts';
import { VERSION } from './version.ts';
import { waitForTarget } from './wait.ts';

export { type JudgeOptions, type Planned, UsageProblem } from './options.ts';

/**
 * Judges a target against every selected rule and returns the whole run, whatever came of it: a target that is not there
 * gives results whose verdict is `not-judged`. Throws a UsageProblem for what cannot start as asked.
 */
export async function judge(options: JudgeOptions = {}): Promise<Results> {
  // Before it is decided what is judged: a misspelt address would have the embedded mock judged.
  checkOptions(options);
  const baseUrl = options.baseUrl ?? options.target?.baseUrl;
  if (baseUrl !== undefined) return judgeFile(options, { ...options.target, baseUrl });
  const { startEmbedded } = await import('./embedded.ts');
  const embedded = await startEmbedded({ ...options.target?.claims, ...options.claims }, options.version);
  try {
    const { ledger: _, ...asked } = options;
    return await judgeFile({ ...asked, allowWrites: true }, embedded.file);
  } finally {
    await embedded.mock.close();
  }
}

/** Refuses what cannot start as asked, before anything is sent or told: what `judge` itself would refuse. */
export async function refuseUnjudgeable(options: JudgeOptions): Promise<void> {
  checkOptions(options);
  const file = options.target ?? {};
  // The embedded mock has an address once it is started.
  const baseUrl = options.baseUrl ?? file.baseUrl ?? 'http://127.0.0.1';
  try {
    askedOf(options, { ...file, baseUrl });
    await tlsOf(options.tls ?? {}, file.tls);
  } catch (cause) {
    throw withoutSecrets(cause, givenSecrets(options, file, baseUrl).values);
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
  wanted: JudgeOptions,
  file: TargetFile,
  open: (options: ClientOptions) => Client,
): Promise<Results> {
  checkOptions(wanted);
  const options = configOf(wanted);
  const asked = askedOf(options, file);
  const { draft, consent } = asked;
  const startedAt = new Date();
  const runStart = performance.now();
  const tls = await tlsOf(options.tls ?? {}, file.tls);
  using stop = stopSignal(options);
  const headers = { ...file.headers, ...options.headers };
  await waitForTarget(draft, { ...options, headers }, tls);
  // Without consent no login is sent either.
  const opened = await openRunSession(options, consent.problem === undefined ? file : {}, draft, given, tls);
  if (opened.unsent !== undefined)
    throw new UsageProblem(`The cookie file gives no session for ${draft.baseUrl}: ${opened.unsent}`);
  const client = open({
    baseUrl: draft.baseUrl,
    origins: draft.origins,
    headers,
    session: opened.session,
    ...(opened.renew === undefined ? {} : { renew: opened.renew }),
    tls,
    userAgent: `assayer/${VERSION}`,
    runStart,
    timeoutMs: options.timeoutMs,
    sizes: options.sizes,
    ...(options.rate === undefined ? {} : { rate: options.rate }),
  });
  const run = {
    ...asked,
    options,
    startedAt,
    opened,
    entropy: drawEntropy(),
    ...ledgerOf(options, file, opened),
  };
  const clock = { ...SYSTEM_CLOCK, now: () => performance.now() - runStart };
  const stage: Stage = { client, clock, stop, reference };
  const recording =
    options.transcript === undefined ? undefined : record(options.transcript, { ...run, file, headers }, stage);
  try {
    const results = await judgeOnStage(run, recording?.stage ?? stage);
    recording?.end(results);
    return results;
  } finally {
    recording?.drop();
    await client.close();
  }
}

/** How to open the ledger that was asked for. */
function ledgerOf(options: JudgeOptions, file: TargetFile, { secrets }: OpenedSession): Pick<Run, 'openLedger'> {
  const { ledger: path, target, baseUrl, onNotice } = options;
  if (path === undefined) return {};
  const declared = target?.baseUrl === undefined || target.baseUrl === baseUrl ? {} : { declared: target.baseUrl };
  const fields = Object.keys({ ...file.headers, ...options.headers });
  const clean = redactor(secrets);
  const tell = (problem: string): void => onNotice?.(clean(problem));
  return { openLedger: (home, fresh) => openLedger({ path, home, fresh, ...declared, fields, clean, tell }) };
}
