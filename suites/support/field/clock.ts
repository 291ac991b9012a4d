import type { Answer } from '../../../core/answer.ts';
import { parseHttpDate } from '../../../core/http/http-date.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** So far two clocks may be apart. */
const APART_MS = 600_000;

/** So many answers have to say so: one of several servers may have been started with a wrong clock. */
const SEVERAL = 4;

interface Dated {
  readonly answer: Answer;
  readonly isNear: boolean;
}

/**
 * Demands that Date is near the moment at which the answer came: it tells when the message was made (RFC 9110 6.6.1), and caches reckon with
 * it. A clock that jumps, as that of this machine does when it has slept, is told by answers that are right before and wrong ever after.
 */
export function datesAreOfNow({ asked, seen, records }: Trial): void {
  const { beganAt } = records;
  if (beganAt === undefined) return;
  const dated = [...asked, ...seen].flatMap((answer) => datedBy(answer, beganAt));
  const [firstNear, lastNear] = [dated.findIndex(isNear), dated.findLastIndex(isNear)];
  const wrong = firstNear < 0 ? dated : dated.slice(firstNear, lastNear).filter((one) => !isNear(one));
  const [first] = wrong;
  if (first === undefined || wrong.length < SEVERAL) return;
  const { answer } = first;
  const came = new Date(beganAt + answer.exchange.timings.startedAt).toUTCString();
  answer.owes(
    false,
    `a Date near ${came}, when it was sent`,
    `${answer.header('Date') ?? ''} on ${exchangeInWords(answer)}`,
  );
}

function isNear(dated: Dated): boolean {
  return dated.isNear;
}

/** What a cache kept has the Date of then, and says so by its Age (RFC 9111 5.1), or by a name of its own. */
function datedBy(answer: Answer, beganAt: number): readonly Dated[] {
  const date = parseHttpDate((answer.header('Date') ?? '').trim());
  if (date === undefined || isKept(answer)) return [];
  const { startedAt, total } = answer.exchange.timings;
  const sent = beganAt + startedAt;
  return [{ answer, isNear: date > sent - APART_MS && date < sent + total + APART_MS }];
}

function isKept({ exchange }: Answer): boolean {
  const { method } = exchange.request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return (exchange.response?.headers ?? []).some(([name]) =>
    /^(?:age|.*cache-?(?:status|hits?|lookup)|x-cache|x-varnish)$/iu.test(name),
  );
}
