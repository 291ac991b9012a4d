import type { FailureKind, RecordedResponse, Wire } from '../core/http/exchange.ts';
import type { SizeLimits } from './size-limits.ts';

/** Why no response was had. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
}

/** What one attempt came to. `firstByte` is in milliseconds since the attempt began. */
export interface Reply {
  readonly response: RecordedResponse | null;
  readonly failure?: Failure;
  readonly firstByte: number | null;
  readonly wire?: Wire;
}

/** How far one attempt may go. */
export interface Limits {
  /** Milliseconds for the whole attempt, from connecting to the last byte: a server that drips does not escape it. */
  readonly timeoutMs: number;
  readonly sizes: SizeLimits;
  /** Ends the attempt as `aborted`; `reason` says why in words. */
  readonly signal: AbortSignal;
}

/** A reply without a response. */
export function failed(kind: FailureKind, message: string, firstByte: number | null = null): Reply {
  return { response: null, failure: { kind, message }, firstByte };
}

/** Whether a response has no body whatever its fields say (RFC 9112 6.3). */
export function isBodiless(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}
