import type { Logged } from '../log.ts';
import { EMPTY, utf8Length } from '../message.ts';

/** How long an exchange was, in milliseconds to the microsecond. */
export interface Durations {
  /** From the whole request to the whole answer, as measured: what the mock itself did. */
  readonly tookMs: number;
  /** Until the first byte of the answer: the same, and what chaos put before it. */
  readonly waitMs: number;
  /** From the first byte to the last, where chaos made that slow. */
  readonly receiveMs: number;
}

/** The durations of an exchange. What chaos adds is as it was asked to: it begins when the exchange is logged. */
export function durationsOf({ tookMs, reply: { body, fault = {} } }: Logged): Durations {
  const { delayMs = 0, bytesPerSecond, truncateAt } = fault;
  const length = typeof body === 'string' ? utf8Length(body) : (body ?? EMPTY).length;
  const sent = Math.min(length, truncateAt ?? length);
  return {
    tookMs: toMicroseconds(tookMs),
    waitMs: toMicroseconds(tookMs + delayMs),
    receiveMs: bytesPerSecond === undefined ? 0 : toMicroseconds((sent / bytesPerSecond) * 1000),
  };
}

function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
