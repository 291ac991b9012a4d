import type { Answer } from '../../../core/answer.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import { isEntityTag } from './entity-tag.ts';

/** The fields that say which version of a representation an answer holds, and when it was sent. */
export const VALIDATOR_FIELDS = ['ETag', 'Last-Modified', 'Date'] as const;

/** Demands that each of these fields, where it is sent, is there once and well formed, and that Last-Modified is not after Date. */
export function isWellFormed(answer: Answer): void {
  const on = `on ${exchangeInWords(answer)}`;
  for (const name of VALIDATOR_FIELDS) {
    const lines = answer.headerLines(name);
    answer.owes(lines.length < 2, `one ${name}`, `${lines.length} of them ${on}`);
  }
  const [tag, changed, date] = VALIDATOR_FIELDS.map((name) => answer.header(name));
  answer.owes(tag === undefined || isEntityTag(tag), 'a quoted tag', `${tag ?? ''} ${on}`);
  // A sender may not use the two obsolete forms (RFC 9110 5.6.7); every reader reads them, and validator/last-modified-form tells.
  for (const value of [changed, date])
    answer.owes(value === undefined || parseHttpDate(value) !== undefined, 'an HTTP-date', `${value ?? ''} ${on}`);
  if (changed === undefined || date === undefined) return;
  answer.owes(!isAfterDate(changed, date), `a Last-Modified not after Date ${date}`, `${changed} ${on}`);
}

// Servers keep the text of Date for a second (node:http does), longer where they are busy, and dates have no fractions.
const DATE_LAG_MS = 3000;

/** Whether a Last-Modified is later than the Date of its message (RFC 9110 8.8.2.1), the lag of a Date that is kept aside. */
export function isAfterDate(changed: string, date: string): boolean {
  const [at, sentAt] = [parseHttpDate(changed), parseHttpDate(date)];
  return at !== undefined && sentAt !== undefined && at > sentAt + DATE_LAG_MS;
}

/** An answer by its status and its request: `the 304 to GET http://…`. */
export function exchangeInWords({ exchange: { request }, status }: Answer): string {
  return `the ${status} to ${request.method} ${request.url}`;
}
