import type { Answer } from '../../core/answer.ts';

/**
 * Demands 404 of an answer about what never was (document 4.4-m1; 410 would claim that it once was, 4.4-m3). Input that may
 * rightly be refused before it reaches the service is only held against the target when it succeeds or breaks it.
 */
export function isMissing(answer: Answer): Answer {
  if (isTooLong(answer)) return answer;
  if (answer.exchange.request.about !== 'absurd') return answer.hasStatus(404);
  return answer.owes(answer.status >= 300 && answer.status < 500, 'a refusal (404, 400, 414 …)');
}

/** Whether a long address was refused as too long: routers limit the length of a segment, some to 100 characters (RFC 9110 15.5.15). */
export function isTooLong({ status, exchange }: Answer): boolean {
  return status === 414 && exchange.request.url.split(/[/?#]/u).some((segment) => segment.length > SHORT);
}

const SHORT = 100;

/** Demands 404, or 410 for what was and is gone (document 4.4-m3). */
export function isGone(answer: Answer): Answer {
  return answer.hasStatus(...statusesOfGone(false));
}

/**
 * What says of a deal that a body names that it is not there. The document rules on ids in the path alone (4.4-m1), and has 400 for what is
 * semantically invalid (7); HTTP has 422 for content that is well-formed and cannot be carried out (RFC 9110 15.5.21), and 409 for what
 * conflicts with the state of things (15.5.10).
 */
const IN_BODY: readonly number[] = [400, 404, 409, 422];

/** Demands a refusal for a deal that never was and is named in the body. */
export function isMissingInBody(answer: Answer): Answer {
  return answer.hasStatus(...IN_BODY);
}

/** What may be answered about a deal that was and is gone (document 4.4-m3); where the body names it, as one that never was. */
export function statusesOfGone(isInBody: boolean): readonly number[] {
  return isInBody ? [...IN_BODY, 410].toSorted((a, b) => a - b) : [404, 410];
}
