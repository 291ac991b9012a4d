import { type Fields, type MockResponse, textual } from '../message.ts';
import { reasonOf } from '../reasons.ts';

/** One thing that is wrong with a payload. */
export interface Violation {
  /** A JSON Pointer (RFC 6901) into the payload; empty: the payload as a whole. */
  readonly pointer: string;
  readonly detail: string;
}

/** An error as problem details (RFC 9457): the document leaves the error format open (7). */
export function problem(
  status: number,
  detail: string,
  violations: readonly Violation[] = [],
  fields: Fields = [],
  chosenByAccept = false,
): MockResponse {
  const title = reasonOf(status) || 'Error';
  const errors = violations.length === 0 ? {} : { errors: violations };
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, ...errors });
  return textual(status, body, ['Content-Type', 'application/problem+json', ...fields], chosenByAccept);
}

/** Thrown by a handler to answer with an error; only the app catches it. */
export class Refusal extends Error {
  readonly reply: MockResponse;
  constructor(reply: MockResponse) {
    super(`refused with ${reply.status}`);
    this.name = 'Refusal';
    this.reply = reply;
  }
}

/** Ends the handling with an error. */
export function refuse(status: number, detail: string, violations: readonly Violation[] = []): never {
  throw new Refusal(problem(status, detail, violations));
}
