import { traceparentOf } from '../core/http/trace.ts';

const BYTES = 24;
const AT_ONCE = 256;

let drawn = new Uint8Array();
let used = 0;

/** A traceparent that no other request has. Random bytes are drawn for many at once: each call of the system costs as much as the rest. */
export function nextTraceparent(): string {
  if (used === drawn.length) {
    drawn = crypto.getRandomValues(new Uint8Array(BYTES * AT_ONCE));
    used = 0;
  }
  used += BYTES;
  return traceparentOf(drawn.subarray(used - BYTES, used));
}
