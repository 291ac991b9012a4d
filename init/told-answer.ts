import type { Answer } from '../core/answer.ts';
import type { Json } from '../core/target.ts';

/** How an answer is told to a person who has to decide about it: `answered 400: {"error":"name is missing"}`. */
export function toldAnswer(answer: Answer | undefined): string {
  if (answer === undefined) return 'not answered';
  const text = answer.excerpt(BODY_LENGTH);
  return `answered ${answer.status}${text === '' ? ' without a body' : `: ${text}`}`;
}

const BODY_LENGTH = 160;

/** A value as JSON in a sentence. */
export function quotedJson(value: Json): string {
  return JSON.stringify(value);
}

/** Whether an answer finds fault with what is sent, at an address that is served (document 7, RFC 9110 15.5). */
export function refusedContent(answer: Answer | undefined): boolean {
  return answer !== undefined && [400, 409, 415, 422].includes(answer.status);
}
