import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** What a 304 has to have where a 200 to the same request would have it (RFC 9110 15.4.5). */
const KEPT = ['ETag', 'Date', 'Vary', 'Cache-Control', 'Expires', 'Content-Location'] as const;

const READING: readonly string[] = ['GET', 'HEAD'];

/** Without one of these nothing is asked to be left out (RFC 9110 15.4.5). */
const ASKING = ['If-None-Match', 'If-Modified-Since'] as const;

/** Demands of every 304 that it answers a conditional GET or HEAD and has no body, the fields that the 200 has, its length where one is told, and the tag that was asked for. */
export function notModifiedAnswers(seen: readonly Answer[]): void {
  const always = fieldsOfEach200(seen);
  for (const answer of seen.filter(({ status }) => status === 304)) {
    const on = exchangeInWords(answer);
    const { method, headers } = answer.exchange.request;
    const isAsked = READING.includes(method) && ASKING.some((field) => header(headers, field) !== undefined);
    answer.owes(isAsked, 'a 304 to a conditional GET or HEAD alone', on);
    answer.owes(answer.body.length === 0, 'a 304 without a body', `${answer.body.length} bytes on ${on}`);
    const lacking = always.get(viewOf(answer))?.find((field) => answer.header(field) === undefined);
    answer.owes(lacking === undefined, `the ${lacking ?? ''} of the 200 on the 304`, `none on ${on}`);
    hasTagAskedFor(answer);
  }
  tellLengthOf200(seen);
}

/** A Content-Length on a 304 is that of the 200 to the same request (RFC 9110 8.6); most servers leave it out. */
function tellLengthOf200(seen: readonly Answer[]): void {
  const told = seen.filter((answer) => answer.status === 304 && answer.header('Content-Length') !== undefined);
  for (const answer of told) {
    const same = seen.filter((other) => other.status === 200 && isSameView(answer, other));
    const isCoded = same.some((other) => other.header('Content-Encoding') !== undefined);
    const lengths = new Set(same.map((other) => other.header('Content-Length') ?? String(other.body.length)));
    const length = answer.header('Content-Length') ?? '';
    // Where bodies of one tag differ in length, the tag is weak or wrong, and the length says nothing.
    if (isCoded || lengths.size !== 1 || header(answer.exchange.request.headers, 'Accept-Encoding') !== undefined)
      continue;
    const due = `Content-Length: ${[...lengths].join()} as on the 200, or none`;
    answer.owes(lengths.has(length), due, `Content-Length: ${length} on ${exchangeInWords(answer)}`);
  }
}

function isSameView(answer: Answer, other: Answer): boolean {
  const tag = answer.header('ETag');
  return (
    tag !== undefined &&
    other.exchange.request.method === 'GET' &&
    other.header('ETag') === tag &&
    viewOf(other) === viewOf(answer)
  );
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
