import type { Answer } from '../../../core/answer.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** What the reader of messages may answer before there is a service, or another machine in front of it: it may have no clock. */
const OF_READERS: readonly number[] = [400, 403, 408, 411, 413, 414, 417, 421, 426, 429, 431];

/** Of so many answers, one in ten without a Date is not the way of the whole server. */
const FEW = 0.1;

/**
 * Demands a Date on every success, redirection and refusal (RFC 9110 6.6.1). A server without a clock sends none at all: where nearly all
 * answers have one, there is a clock. A 204 may be as bare as what stands in front makes it.
 */
export function datesAreSent(seen: readonly Answer[]): void {
  const due = seen.filter(({ status, exchange }) => {
    const isOfService = status < 500 && status !== 204 && !OF_READERS.includes(status);
    return isOfService && exchange.request.about !== 'absurd';
  });
  const lacking = due.filter((answer) => answer.header('Date') === undefined);
  const [first] = lacking;
  if (first === undefined || lacking.length > due.length * FEW) return;
  first.owes(false, 'a Date, as other answers have', `none on ${exchangeInWords(first)}`);
}
