import { type HeaderLines, header } from './exchange.ts';

/** The field that names the trace of a request (W3C Trace Context 3.2). */
export const TRACEPARENT = 'traceparent';

/** A traceparent of 24 random bytes: a trace of its own for each request, so that a finding leads to the logs of just that one. */
export function traceparentOf(random: Uint8Array): string {
  let hex = '';
  for (const byte of random) hex += (byte + 256).toString(16).slice(1);
  // 00: the version; 01: it is to be recorded. A trace id of zeros alone is invalid, and is not drawn in practice.
  return `00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-01`;
}

/** The trace id that a request carried; undefined where it carried none that is one. */
export function traceIdOf(headers: HeaderLines): string | undefined {
  return /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/u.exec(header(headers, TRACEPARENT) ?? '')?.[1];
}
