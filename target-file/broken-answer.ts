import type { Answer } from '../core/answer.ts';

/**
 * Whether the target broke down over a request that it was asked: a server error, or a body that is not what it says it is.
 * That is a fault to be judged (document 7, 4.4-c3), never evidence that something is not offered.
 */
export function isBroken(answer: Answer | undefined): answer is Answer {
  if (answer === undefined) return false;
  const { status, succeeded, representation } = answer;
  // A 204 has no content, whatever its fields say of one (RFC 9110 15.3.5).
  return isServerError(status) || (succeeded && status !== 204 && representation.problem !== undefined);
}

/**
 * Whether a reading succeeded with another status than 200 (4.4-m3): the address is served, and what it answers is to be judged. 203
 * and 206 are ways to say 200 (RFC 9110 15.3).
 */
export function isOddSuccess({ succeeded, status }: Answer): boolean {
  return succeeded && ![200, 203, 206].includes(status);
}

/** Whether a request broke a target down: 501 is HTTP's answer to an unknown method, and 503 says that the component is not running (document 7). */
export function isServerError(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503;
}

/** How the target broke down over a request: `GET /users was answered 500`. */
export function toldBroken({ exchange, status, representation }: Answer): string {
  const { method, url } = exchange.request;
  const { pathname, search } = new URL(url);
  const problem = representation.problem === undefined || status >= 500 ? '' : ` with ${representation.problem}`;
  return `${method} ${pathname}${search} was answered ${status}${problem}`;
}

/** Whether a status says that the address or the method is not served at all. */
export function isNotServed(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}
