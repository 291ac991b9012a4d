import { type Client, createClient } from '../client/client.ts';
import { type CleanUp, openCleanUp } from '../core/cleanup/record-cleanup.ts';
import type { Transport } from '../core/http/exchange.ts';
import { towardTarget } from '../core/http/toward-target.ts';
import { createFreshIds } from '../core/ids/fresh-ids.ts';
import { openRecords } from '../core/records/open-records.ts';
import type { Records } from '../core/records/records.ts';
import { type Redactor, redactor } from '../core/redaction/redact.ts';
import type { SavedLeftBehind } from '../core/results/results.ts';
import { OPTION_DEFAULTS } from '../fixtures/check-options.ts';
import type { Draft } from '../target-file/draft.ts';
import type { TargetFile } from '../target-file/file.ts';
import { resolveTarget } from '../target-file/resolve.ts';
import { openLedger } from './ledger.ts';
import { saveLeftBehind } from './left-behind.ts';
import type { JudgeOptions } from './options.ts';
import { openRunSecrets } from './run-secrets.ts';
import { givenSecrets } from './secrets.ts';
import { type OpenedSession, openRunSession } from './session.ts';
import { tlsOf } from './tls.ts';
import { VERSION } from './version.ts';

/** Who asks a target without judging it, and how. */
export type VisitOptions = Pick<
  JudgeOptions,
  | 'cookie'
  | 'cookieFile'
  | 'headers'
  | 'tls'
  | 'timeoutMs'
  | 'rate'
  | 'ledger'
  | 'signal'
  | 'cleanUpSignal'
  | 'onNotice'
>;

/** A target that is asked without being judged: its draft, and everything by which requests go out and are cleaned up after. */
export interface Visit {
  readonly file: TargetFile;
  readonly draft: Draft;
  readonly client: Client;
  readonly transport: Transport;
  readonly opened: OpenedSession;
  readonly records: Records;
  readonly cleanUp: CleanUp;
  readonly signal: AbortSignal;
  /** When it began, by `performance.now()`: the times of its exchanges count from there. */
  readonly runStart: number;
  /** Takes the secrets out of a text, those that the target gave out so far too. */
  readonly clean: Redactor;
  /** Deletes what was made, closes every connection, and tells what could not be deleted. Once. */
  end(): Promise<readonly SavedLeftBehind[]>;
}

/** Opens the session of a target file whose base address is known, and all that is needed to ask. */
export async function visit(file: TargetFile, options: VisitOptions): Promise<Visit> {
  const draft = resolveTarget(file);
  const { baseUrl, origins } = draft;
  const given = givenSecrets(options, file, baseUrl);
  const tls = await tlsOf(options.tls ?? {}, file.tls);
  const opened = await openRunSession(options, file, draft, given, tls);
  const headers = { ...file.headers, ...options.headers };
  const runStart = performance.now();
  const client = createClient({
    baseUrl,
    origins,
    headers,
    session: opened.session,
    tls,
    userAgent: `assayer/${VERSION}`,
    runStart,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.rate === undefined ? {} : { rate: options.rate }),
  });
  const transport = towardTarget(client);
  const home = { baseUrl, origins };
  const fresh = createFreshIds();
  const known = openRunSecrets(opened, client);
  const tell = (problem: string): void => options.onNotice?.(known.clean(problem));
  const { ledger: path } = options;
  const ledger =
    path === undefined
      ? undefined
      : openLedger({ path, home, fresh, fields: Object.keys(headers), clean: redactor(opened.secrets), tell });
  const log = ledger === undefined ? {} : { log: ledger };
  const signal = options.signal ?? new AbortController().signal;
  const records = openRecords({ home, fresh, transport, ...log });
  const cleanUp = openCleanUp({ records, transport, signal, ...log });
  return {
    file,
    draft,
    client,
    transport,
    opened,
    records,
    cleanUp,
    signal,
    runStart,
    clean: known.clean,
    async end() {
      let isClean = false;
      try {
        const left = await cleanUp.finish(OPTION_DEFAULTS.cleanUpMs, options.cleanUpSignal);
        isClean = left.length === 0;
        return saveLeftBehind(left, known.list(), opened.madeUp);
      } finally {
        ledger?.close(isClean);
        await client.close();
      }
    },
  };
}
