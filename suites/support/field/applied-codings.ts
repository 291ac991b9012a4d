import type { Answer } from '../../../core/answer.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** Undone before a body is read, or nothing to undo. */
const UNDONE: readonly string[] = ['gzip', 'x-gzip', 'deflate', 'br', 'identity'];

/**
 * Demands that Content-Encoding names nothing but codings that were applied (RFC 9110 8.4): where a body is read as what its Content-Type says
 * though a coding was left in place, that coding is none, such as a charset. Clients give up on a coding that they do not know.
 */
export function namesAppliedCodings(answer: Answer): void {
  const codings = answer
    .headerLines('Content-Encoding')
    .flatMap((line) => line.split(','))
    .map((coding) => coding.trim().toLowerCase());
  const left = codings.find((coding) => coding !== '' && !UNDONE.includes(coding));
  // A part is read as it came.
  if (left === undefined || answer.size === 0 || answer.status === 206) return;
  const { syntax, problem, limit } = answer.asRead;
  const isRead = (syntax === 'json' || syntax === 'xml') && problem === undefined && limit === undefined;
  const due = 'a Content-Encoding of codings that were applied (RFC 9110 8.4)';
  answer.owes(!isRead, due, `${left}, which was not, on ${exchangeInWords(answer)}`);
}
