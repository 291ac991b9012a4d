import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

const CONDITIONS = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'If-Range'] as const;

/** The statuses that answer a field of the request, and the fields one of which each answers (RFC 9110 15.3.7, 15.5.13, 15.5.17). */
const ANSWERING: Readonly<Record<number, readonly string[]>> = {
  206: ['Range'],
  412: CONDITIONS,
  416: ['Range'],
};

const READING: readonly string[] = ['GET', 'HEAD'];

/**
 * Demands that a part, or a condition that failed, is told only to a reading that asked for it, and a part to no write, with what says
 * which part it is. Of 304 see notModifiedAnswers. A write may be answered 412 for conditions of the service's own.
 */
export function answersWhatWasAsked(seen: readonly Answer[]): void {
  for (const answer of seen) {
    const fields = ANSWERING[answer.status];
    if (fields === undefined) continue;
    const { method, headers } = answer.exchange.request;
    const isAsked = fields.some((field) => header(headers, field) !== undefined);
    if (READING.includes(method))
      answer.owes(isAsked, `no ${answer.status} without ${fields.join(', ')}`, exchangeInWords(answer));
    if (answer.status === 412) continue;
    // Ranges are defined for GET alone, and elsewhere the field is passed over (RFC 9110 14.2). HEAD is the matter of status/steady.
    const isOfReading = READING.includes(method) || !isAsked;
    answer.owes(isOfReading, `${method} to be answered as without Range`, exchangeInWords(answer));
    if (answer.status === 206 && method === 'GET') tellsItsPart(answer);
  }
}

/** How long the probe waits for a word before it sends the body all the same. */
const WAITED_MS = 1000;

/**
 * Demands that a request whose body waits for it is answered 100, or by a final status, before the body comes (RFC 9110 10.1.1): most clients
 * wait no longer than the probe, and lose that second each time. What was carried out had its body, so that a slow answer is told from
 * silence. A server of HTTP/1.0 passes over the field.
 */
export function answersWhoWaits(seen: readonly Answer[]): void {
  for (const answer of seen) {
    const { request, timings } = answer.exchange;
    const { wire, succeeded } = answer;
    if (header(request.headers, 'Expect')?.toLowerCase() !== '100-continue' || !succeeded) continue;
    if (wire === undefined || wire.isOld === true || (timings.firstByte ?? 0) < WAITED_MS) continue;
    answer.owes(wire.interim.length > 0, '100 for Expect: 100-continue, or a final status', 'neither before the body');
  }
}

/** A part says which one it is, by itself or as one of several (RFC 9110 15.3.7), and is as long as it says (14.4). */
export function tellsItsPart(answer: Answer): void {
  if (answer.mediaType === 'multipart/byteranges') return;
  const part = answer.header('Content-Range');
  const on = exchangeInWords(answer);
  answer.owes(part !== undefined, 'a Content-Range, or multipart/byteranges', `neither on ${on}`);
  const [, first, last] = /^bytes (\d{1,15})-(\d{1,15})\//u.exec(part ?? '') ?? [];
  if (first === undefined || last === undefined || answer.header('Content-Encoding') !== undefined) return;
  const length = Number(last) - Number(first) + 1;
  answer.owes(length === answer.size, `the ${length} bytes of ${part ?? ''}`, `${answer.size} bytes on ${on}`);
}
