import type { Answer } from '../../core/answer.ts';
import { header } from '../../core/exchange.ts';
import { exchangeInWords } from './validator-form.ts';

const CONDITIONS = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'If-Range'] as const;

/** The statuses that answer a field of the request, and the fields one of which each answers (RFC 9110 15.3.7, 15.5.13, 15.5.17). */
const ANSWERING: Readonly<Record<number, readonly string[]>> = {
  206: ['Range'],
  412: CONDITIONS,
  416: ['Range'],
};

const READING: readonly string[] = ['GET', 'HEAD'];

/**
 * Demands that a part, or a condition that failed, is told only to a reading that asked for it. Of 304 see notModifiedAnswers. A write
 * may be answered 412 for conditions of the service's own.
 */
export function answersWhatWasAsked(seen: readonly Answer[]): void {
  for (const answer of seen) {
    const fields = ANSWERING[answer.status];
    const { method, headers } = answer.exchange.request;
    if (fields === undefined || !READING.includes(method)) continue;
    const isAsked = fields.some((field) => header(headers, field) !== undefined);
    answer.owes(isAsked, `no ${answer.status} without ${fields.join(', ')}`, exchangeInWords(answer));
  }
}
