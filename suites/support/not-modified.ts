import type { Answer } from '../../core/answer.ts';
import { header } from '../../core/exchange.ts';
import { exchangeInWords } from './validator-form.ts';

/** What a 304 has to have where a 200 to the same request would have it (RFC 9110 15.4.5). */
const KEPT = ['ETag', 'Date', 'Vary', 'Cache-Control', 'Expires', 'Content-Location'] as const;

/** Demands of every 304 that it has no body, the fields that the 200 has, and the tag that was asked for. */
export function notModifiedAnswers(seen: readonly Answer[]): void {
  const always = fieldsOfEach200(seen);
  for (const answer of seen.filter(({ status }) => status === 304)) {
    const on = exchangeInWords(answer);
    answer.owes(answer.body.length === 0, 'a 304 without a body', `${answer.body.length} bytes on ${on}`);
    const lacking = always.get(viewOf(answer))?.find((field) => answer.header(field) === undefined);
    answer.owes(lacking === undefined, `the ${lacking ?? ''} of the 200 on the 304`, `none on ${on}`);
    hasTagAskedFor(answer);
  }
}

/** The fields that every 200 to the same request had, by what was asked. */
function fieldsOfEach200(seen: readonly Answer[]): ReadonlyMap<string, readonly string[]> {
  const always = new Map<string, readonly string[]>();
  for (const answer of seen) {
    if (answer.exchange.request.method !== 'GET' || answer.status !== 200) continue;
    const known = always.get(viewOf(answer)) ?? KEPT;
    always.set(
      viewOf(answer),
      known.filter((field) => answer.header(field) !== undefined),
    );
  }
  return always;
}

/** It was not modified since one of the tags that the request named (RFC 9110 13.1.2), so it has that one. */
function hasTagAskedFor(answer: Answer): void {
  const asked = header(answer.exchange.request.headers, 'If-None-Match');
  const tag = answer.header('ETag');
  if (asked === undefined || tag === undefined || !asked.includes('"')) return;
  const isNamed = asked.includes(tag.replace(/^W\//u, ''));
  answer.owes(isNamed, `an ETag of those that were asked for (${asked})`, `${tag} on ${exchangeInWords(answer)}`);
}

function viewOf({ exchange: { request } }: Answer): string {
  return `${request.url} ${header(request.headers, 'Accept') ?? ''}`;
}
