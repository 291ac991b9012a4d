import type { MockRequest, MockResponse } from '../message.ts';
import { corsFields } from './cors.ts';
import { httpDate } from './http-date.ts';

/** A reply's fields with those that every reply has, whatever it is about: Vary, what a page of another origin needs, and Date. */
export function fieldsLeaving(reply: MockResponse, ask: MockRequest, now: number): string[] {
  // One list that grows: every request comes through here.
  const fields = reply.fields.slice();
  fields.push('Vary', reply.chosenByAccept ? 'Accept, Origin' : 'Origin');
  const origin = ask.header('origin');
  if (origin !== undefined) fields.push(...corsFields(origin));
  // By the same clock as Last-Modified, so that a change is never later than its answer (RFC 9110 8.8.2.1).
  fields.push('Date', httpDate(now));
  return fields;
}

/** A reply's body as it leaves: HEAD keeps the fields and drops the body (RFC 9110 9.3.2). */
export function bodyLeaving({ body }: MockResponse, { method }: MockRequest): MockResponse['body'] {
  return method === 'HEAD' ? null : body;
}
