import type { Answer } from '../../../core/answer.ts';
import { isReading } from '../../../core/guard/record-gate.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { endOf, isNamedBy, startOf } from '../record-histories.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

const READING: readonly string[] = ['GET', 'HEAD'];

/** Demands that no GET and no HEAD is answered 201: they ask for nothing to be made (document 7, RFC 9110 9.2.1). */
export function makesNothingByReading(seen: readonly Answer[]): void {
  for (const answer of seen)
    if (answer.status === 201 && READING.includes(answer.exchange.request.method))
      fail('no 201 to a request that only reads', exchangeInWords(answer), answer);
}

/**
 * Demands that what is read with 200 in JSON, before and after, is not answered 201 or 202 in between, whatever the client accepts (document
 * 7, 4.5-2): it is there, and nothing is under way, unless a write
 * that names it was accepted alone (202).
 */
export function acceptsNothingByReading(trial: Trial): void {
  const { seen } = trial;
  const others = seen.filter(
    ({ status, exchange }) => [201, 202].includes(status) && READING.includes(exchange.request.method),
  );
  for (const other of others) {
    const { url } = other.exchange.request;
    const found = readAround(seen, other);
    if (found === undefined) continue;
    const { before, after } = found;
    const isUnderWay = seen.some((answer) => answer.status === 202 && isAbout(answer, url));
    if (!isUnderWay)
      fail(`no ${other.status} where GET gives 200 before and after`, exchangeInWords(other), before, other, after);
  }
}

/** Whether an answer is to a write that names what is read at an address, or that goes there. */
function isAbout(answer: Answer, url: string): boolean {
  const { request } = answer.exchange;
  return !isReading(request) && (request.url === url || isNamedBy(answer, url));
}

const OTHER_SUCCESS: readonly number[] = [203, 204, 205];

/**
 * Demands that what is read with 200 is read with no other success (document 4.4): between two readings in JSON with 200 at its address it is
 * there, whatever is accepted. A query that finds nothing may be answered 204 (4.4-m2), and where that is claimed, 204 is passed over.
 */
export function succeedsAlikeByReading({ seen, target }: Trial): void {
  const isEmptyTold = target.claims.emptyQuery === 204;
  const others = seen.filter(
    ({ status, exchange }) =>
      OTHER_SUCCESS.includes(status) && READING.includes(exchange.request.method) && !(isEmptyTold && status === 204),
  );
  for (const other of others) {
    const found = readAround(seen, other);
    if (found !== undefined)
      fail(`status 200, as GET gives it before and after`, exchangeInWords(other), found.before, other, found.after);
  }
}

/** The readings in JSON with 200 right before and after an answer, at its address; undefined where one of them is not there. */
function readAround(seen: readonly Answer[], other: Answer): { before: Answer; after: Answer } | undefined {
  const { url } = other.exchange.request;
  const found = seen.filter(
    ({ status, exchange: { request }, representation }) =>
      request.url === url && request.method === 'GET' && status === 200 && representation.syntax === 'json',
  );
  const before = found.findLast((answer) => endOf(answer) <= startOf(other));
  const after = found.find((answer) => startOf(answer) >= endOf(other));
  return before === undefined || after === undefined ? undefined : { before, after };
}
