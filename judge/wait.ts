import { createClient } from '../client/client.ts';
import type { TlsOptions } from '../client/tls.ts';
import type { Exchange, FailureKind } from '../core/http/exchange.ts';
import type { Draft } from '../target-file/draft.ts';
import type { RunConfig } from './config.ts';
import { VERSION } from './version.ts';

/** What passes while a service starts. A certificate that is not trusted is not trusted a minute later either. */
const PASSING: readonly FailureKind[] = ['refused', 'unresolved', 'reset', 'timeout'];
// What a proxy says of a service that is not there yet.
const NOT_YET: readonly number[] = [502, 503, 504];

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;
/** One attempt takes no longer, so that a service which comes up is seen soon. */
const ATTEMPT_MS = 5000;

/**
 * Asks by GET, without a session, until the target answers, or the time is over: what follows tells then that it is not there.
 * Each pause is twice as long as the one before.
 */
export async function waitForTarget(
  { baseUrl, session }: Pick<Draft, 'baseUrl' | 'session'>,
  options: Pick<RunConfig, 'waitMs' | 'timeoutMs' | 'signal' | 'headers' | 'onNotice'>,
  tls: TlsOptions,
): Promise<void> {
  const { waitMs, timeoutMs, signal, headers = {}, onNotice } = options;
  if (waitMs === 0) return;
  const end = performance.now() + waitMs;
  const left = (): number => end - performance.now();
  let isTold = false;
  for (
    let pause = FIRST_PAUSE_MS;
    left() > 0 && signal?.aborted !== true;
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  ) {
    const within = Math.max(1, Math.min(timeoutMs, ATTEMPT_MS, left()));
    const client = createClient({
      baseUrl,
      headers,
      tls,
      timeoutMs: within,
      maxRetries: 0,
      userAgent: `assayer/${VERSION}`,
    });
    const exchange = await client.send({ method: 'GET', address: session.address, anonymous: true });
    await client.close();
    const why = whyNotYet(exchange);
    if (why === undefined) return;
    if (!isTold) onNotice?.(`waiting for ${baseUrl}: ${why}`);
    isTold = true;
    await sleep(Math.max(0, Math.min(pause, left())), signal);
  }
}

function whyNotYet({ response, failure }: Exchange): string | undefined {
  if (failure !== undefined) return PASSING.includes(failure.kind) ? failure.message : undefined;
  return response !== null && NOT_YET.includes(response.status) ? `it is answered ${response.status}` : undefined;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}
