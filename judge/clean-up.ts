import { createClient } from '../client/client.ts';
import { withoutEndSlashes } from '../core/http/address.ts';
import { curlLine } from '../core/http/curl.ts';
import { towardTarget } from '../core/http/toward-target.ts';
import { redactor } from '../core/redaction/redact.ts';
import { saveExchange } from '../core/results/save.ts';
import type { TargetFile } from '../target-file/file.ts';
import { resolveTarget } from '../target-file/resolve.ts';
import { cleanLedger } from './clean-ledger.ts';
import type { LedgerContent } from './ledger-lines.ts';
import type { Cleaned } from './ledger-removals.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';
import { givenSecrets } from './secrets.ts';
import { openRunSession } from './session.ts';
import { tlsOf } from './tls.ts';
import { VERSION } from './version.ts';

/** Who asks, and how. */
export type CleanUpLedgerOptions = Pick<
  JudgeOptions,
  'target' | 'cookie' | 'cookieFile' | 'headers' | 'timeoutMs' | 'tls' | 'rate'
>;

/** One thing that a run made, without secrets, and the command that deletes or shows it where it stays. */
export type CleanedUp = Omit<Cleaned, 'exchange'> & { readonly curl?: string };

/** What became of all that a ledger names. */
export interface CleanUpOutcome {
  readonly cleaned: readonly CleanedUp[];
  readonly notes: readonly string[];
}

/** Deletes what a killed run left, by its ledger. Throws a UsageProblem where the ledger is of another target than the given one. */
export async function cleanUpByLedger(ledger: LedgerContent, options: CleanUpLedgerOptions): Promise<CleanUpOutcome> {
  const { head } = ledger;
  const file: TargetFile = { ...options.target, baseUrl: head.baseUrl };
  refuseOther(ledger, options.target);
  const draft = resolveTarget(file);
  const given = givenSecrets(options, file, head.baseUrl);
  const tls = await tlsOf(options.tls ?? {}, file.tls);
  const opened = await openRunSession(options, file, draft, given, tls);
  const headers = { ...file.headers, ...options.headers };
  const client = createClient({
    baseUrl: head.baseUrl,
    origins: head.origins,
    headers,
    session: opened.session,
    tls,
    userAgent: `assayer/${VERSION}`,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.rate === undefined ? {} : { rate: options.rate }),
  });
  const { secrets, madeUp, secretFields } = opened;
  const clean = redactor(secrets);
  try {
    const isKnown = options.target?.resources !== undefined;
    const { cleaned, notes } = await cleanLedger(ledger, {
      transport: towardTarget(client),
      known: (name) => (isKnown ? draft.resources.find((resource) => resource.name === name) : undefined),
    });
    const missing = head.fields.filter(
      (name) => !Object.keys(headers).some((one) => one.toLowerCase() === name.toLowerCase()),
    );
    return {
      cleaned: cleaned.map(({ exchange, ...one }) => {
        const { address, tried, answered, end } = one;
        const told = { ...one, address: clean(address), tried: clean(tried), answered: clean(answered) };
        if (end !== 'stays') return told;
        const saved = saveExchange(
          exchange ?? {
            id: 'x0',
            request: { method: 'GET', url: address, headers: [], body: null },
            response: null,
            timings: { startedAt: 0, firstByte: null, total: 0 },
          },
          secrets,
          madeUp,
          secretFields,
        );
        return { ...told, curl: curlLine(saved).command };
      }),
      notes: [
        ...notes,
        ...(missing.length === 0
          ? []
          : [`the run sent ${missing.join(', ')}, which were not given now (--header, --target)`]),
      ],
    };
  } finally {
    await client.close();
  }
}

function refuseOther({ head }: LedgerContent, target: TargetFile | undefined): void {
  if (target?.baseUrl === undefined) return;
  const own = [head.baseUrl, head.declared].flatMap((address) => (address === undefined ? [] : [plain(address)]));
  if (own.includes(plain(target.baseUrl))) return;
  throw new UsageProblem(
    `The ledger is of ${head.baseUrl}, the target file of ${target.baseUrl}: nothing was sent. Name the target file of that run with --target`,
  );
}

function plain(address: string): string {
  return URL.canParse(address) ? withoutEndSlashes(new URL(address).href) : address;
}
