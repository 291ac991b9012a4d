import { header, type RecordedResponse } from '../core/http/exchange.ts';
import { parseHttpDate } from '../core/http/http-date.ts';
import type { Load } from './load.ts';
import type { Reply } from './reply.ts';
import { sleep } from './time.ts';
import { openUnannouncedLimits } from './unannounced.ts';

/** How requests are spaced and when a refused one is sent again. */
export interface Pacing {
  /** Waits until a first attempt may go out. */
  turn(): Promise<void>;
  /** Waits as long as the refusal asks, and says whether to send again. */
  again(reply: Reply, sent: Attempt): Promise<boolean>;
}

/** One sending of a request. */
export interface Attempt {
  readonly method: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** So many requests were under way with it. */
  readonly atOnce: number;
}

export interface PacingOptions {
  /** Requests per second; absent: as they come. */
  readonly rate?: number | undefined;
  /** How often one request is sent again. */
  readonly maxRetries: number;
  /** The longest wait that is honoured; a refusal that asks for more is the answer. */
  readonly retryCapMs: number;
  /** Is told what was refused, and what was not. */
  readonly load: Pick<Load, 'refused' | 'served'>;
  readonly signal: AbortSignal;
}

// So many requests in a row whose retries were all refused, and waiting is given up: the component is off, not busy.
const HOPELESS = 3;

/**
 * Spaces requests by rate, and gives way when the target says 429 or 503, with Retry-After (RFC 9110 10.2.3) or without, or 423 (locked,
 * RFC 4918 11.3) with it.
 */
export function createPacing(options: PacingOptions): Pacing {
  const { maxRetries, retryCapMs, load, signal } = options;
  const unannounced = openUnannouncedLimits(() => performance.now());
  let nextSlot = 0;
  let pausedUntil = 0;
  let waiting = 0;
  let exhausted = 0;

  const slot = async (): Promise<void> => {
    const rate = Math.min(options.rate ?? Number.POSITIVE_INFINITY, unannounced.rate() ?? Number.POSITIVE_INFINITY);
    if (rate === Number.POSITIVE_INFINITY) return;
    const at = Math.max(performance.now(), nextSlot);
    nextSlot = at + 1000 / rate;
    await sleep(at - performance.now(), signal);
  };

  /** Waits, while others go on, and says whether the client still sends then. */
  const alone = async (ms: number): Promise<boolean> => {
    await sleep(ms, signal);
    await slot();
    return !signal.aborted;
  };

  /** The same, with newcomers kept back. */
  const later = async (ms: number): Promise<boolean> => {
    waiting += 1;
    const goesOn = await alone(ms);
    waiting -= 1;
    return goesOn;
  };

  return {
    async turn() {
      // Those that were refused go first, or newcomers would use up the limit and have them refused again.
      while (!signal.aborted && (waiting > 0 || performance.now() < pausedUntil)) {
        await sleep(Math.max(5, pausedUntil - performance.now()), signal);
      }
      await slot();
      unannounced.sent();
    },
    async again({ response }, { method, attempt, atOnce }) {
      if (response === null) return false;
      const asked = retryAfterMs(response);
      if (asked === undefined) {
        const waitMs = unannounced.waitMs({ response, method, attempt });
        if (waitMs !== undefined) return later(waitMs);
        exhausted = 0;
        load.served();
        return false;
      }
      const isLast = asked > retryCapMs || attempt > maxRetries;
      // One record is locked; that says nothing of the load, and others need not wait.
      if (response.status === LOCKED) return isLast ? false : alone(asked);
      load.refused(atOnce, isLast);
      if (isLast || exhausted >= HOPELESS) {
        if (attempt > maxRetries) exhausted += 1;
        return false;
      }
      // A rate limit concerns every request, a component that is off only those that need it.
      if (response.status === 429) pausedUntil = Math.max(pausedUntil, performance.now() + asked);
      return later(asked);
    },
  };
}

const LOCKED = 423;

/** The wait that a 423, 429 or 503 asks for; undefined when it is another answer or names none. Each says that nothing was done. */
export function retryAfterMs(response: RecordedResponse, now: number = Date.now()): number | undefined {
  if (![LOCKED, 429, 503].includes(response.status)) return undefined;
  const value = header(response.headers, 'retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/u.test(value)) return Number(value) * 1000;
  const date = parseHttpDate(value, now);
  return date === undefined ? undefined : Math.max(0, date - now);
}
