import type { RecordedResponse } from '../core/http/exchange.ts';

/**
 * Limits that refuse with 429 or 503 and do not say when to come back, as proxies do by default. A 503 may also say that the component is
 * off: what tells them apart is whether the same request is served a moment later.
 */
export interface UnannouncedLimits {
  /** Notes that a request is sent. */
  sent(): void;
  /** How long to wait before a request that was answered so is sent again; undefined where it is not. */
  waitMs(answered: Answered): number | undefined;
  /** Requests per second that such a limit seems to let pass; undefined where none was met. */
  rate(): number | undefined;
}

/** An answer without Retry-After. */
export interface Answered {
  readonly response: RecordedResponse;
  readonly method: string;
  /** Counts from 1. */
  readonly attempt: number;
}

/**
 * What is sent again before it is known that there is a limit. A component that breaks down with 503 may have carried out a write: what was
 * deleted may be somebody else's record by then, where ids are given again. A limit stands in front of it, and lets nothing through.
 */
const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** How long limits are counted over, as a rule. */
const WAIT_MS = 1000;

/** So often one request is sent again: once to learn whether it is a limit, and as often as this where it is one. */
const TRIES = 3;

/** After so many requests in a row that were sent again in vain, the component is off. */
const IN_VAIN = 5;

/** By how much the pace changes with a refusal, and after a while without one. */
const [SLOWER, FASTER] = [0.6, 1.25];

/** No limit is taken to be below so many requests per second. */
const LEAST_RATE = 5;

/** Opens what one client knows of them. `now`: milliseconds. */
export function openUnannouncedLimits(now: () => number): UnannouncedLimits {
  const recent: number[] = [];
  let inVain = 0;
  let isMet = false;
  let rate: number | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;
  /** How many requests were sent in the second before the latest refusal. */
  let refusedAt = 0;

  const lately = (): number => {
    const since = now() - WAIT_MS;
    while ((recent[0] ?? since) < since) recent.shift();
    return recent.length;
  };
  // Once a second at most: several are refused at the same time for the same reason.
  const change = (share: number): void => {
    if (now() - changedAt < WAIT_MS) return;
    changedAt = now();
    rate = Math.max(LEAST_RATE, (rate ?? refusedAt) * share);
  };
  const helped = (): void => {
    inVain = 0;
    if (rate === undefined) change(SLOWER);
  };

  return {
    sent: () => {
      lately();
      recent.push(now());
      // A second without a refusal.
      if (rate !== undefined) change(FASTER);
    },
    waitMs({ response, method, attempt }) {
      const isRefused = response.status === 429 || response.status === 503;
      if (!isRefused && attempt > 1 && isMet) helped();
      if (!isRefused) return undefined;
      isMet = true;
      refusedAt = lately();
      if (rate !== undefined) change(SLOWER);
      if (inVain >= IN_VAIN || (rate === undefined && !READING.includes(method))) return undefined;
      if (attempt <= (rate === undefined ? 1 : TRIES)) return WAIT_MS;
      inVain += 1;
      return undefined;
    },
    rate: () => rate,
  };
}
