import { type Answer, answerOf, type Reading } from '../answer.ts';
import type { Exchange, FailureKind, HttpRequest } from '../http/exchange.ts';
import { wantsPrecondition } from '../http/with-preconditions.ts';
import { writtenInWords } from '../http/written-in-words.ts';
import { Halt, inconclusive } from '../results/outcome.ts';

/** No client can read such an answer, whatever is being judged (RFC 9110 8.4, RFC 9112 2.1). */
const UNUSABLE: Partial<Record<FailureKind, string>> = {
  miscoded: 'a body in the coding that its Content-Encoding names',
  unreadable: 'an answer that is an HTTP/1.1 message',
};

/** The answer that a rule asked for by this request. Ends the check where there is none. */
export function readAnswer({ written }: HttpRequest, exchange: Exchange, how: Reading): Answer {
  if (exchange.response !== null) return answerOf(exchange, exchange.response, how);
  const { method, url } = exchange.request;
  const { kind = 'aborted', message = 'no answer' } = exchange.failure ?? {};
  const actual = `${method} ${url}${writtenInWords(written)}: ${message}`;
  const expected = UNUSABLE[kind];
  if (expected === undefined)
    throw new Halt({ outcome: 'inconclusive', reason: actual, witness: [], broken: exchange });
  const reason = `expected ${expected}, got ${actual}`;
  throw new Halt({ outcome: 'fail', reason, expected, actual, witness: [], broken: exchange });
}

/** Ends the check where an answer tells of the way to the target, and nothing of what was asked for. */
export function demandJudgeable(request: HttpRequest, answer: Answer): void {
  const { method, address, about } = request;
  if (answer.status === 503 && about !== 'unavailable')
    inconclusive(`${method} ${address} was answered 503: ${whyUnavailable(answer)}`, answer);
  // It was sent again as often as the target asked for: a limit says nothing of what is behind it (RFC 6585 4).
  if (answer.status === 429) {
    const retry = answer.header('Retry-After');
    const wait = retry === undefined ? '' : `, Retry-After: ${retry}`;
    inconclusive(
      `${method} ${address} was answered ${answer.brief}${wait}: the target takes no more such requests for now (--rate sends fewer)`,
      answer,
    );
  }
  if (wantsPrecondition(answer.exchange))
    inconclusive(`${method} ${address} was answered 428, and 412 with each precondition that is known`, answer);
}

/** What a 503 says: one with a Retry-After may be about the load alone (RFC 9110 15.6.4), and so are those of many proxies without it. */
function whyUnavailable(answer: Answer): string {
  const isLoad = answer.header('Retry-After') !== undefined;
  return isLoad
    ? 'the component is not running, or is asked too much (--concurrency and --rate)'
    : 'the component is not running, or a limit in front of it refuses (--rate sends fewer requests)';
}
