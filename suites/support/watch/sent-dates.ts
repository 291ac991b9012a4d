import type { Answer } from '../../../core/answer.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** What the reader of messages may answer before there is a service, or another machine in front of it: it may have no clock. */
const OF_READERS: readonly number[] = [400, 403, 408, 411, 413, 414, 417, 421, 426, 429, 431];

/** Of so many answers, one in ten without a Date is not the way of the whole server. */
const FEW = 0.1;

/** Of a run, so large a part has to show that there is a clock. */
const OTHERS = 4;

/** So many answers of one kind are no accident of one of several servers. */
const SEVERAL = 4;

/**
 * Demands a Date on every success, redirection and refusal (RFC 9110 6.6.1). A server without a clock sends none at all: where nearly all
 * answers have one, there is a clock. A 204 now and then may be as bare as what stands in front makes it, but not every one.
 */
export function datesAreSent(seen: readonly Answer[]): void {
  const due = seen.filter(({ status, exchange }) => {
    const isOfService = status < 500 && status !== 204 && !OF_READERS.includes(status);
    return isOfService && exchange.request.about !== 'absurd';
  });
  const lacking = due.filter(isBare);
  const [first] = lacking;
  if (first !== undefined && lacking.length <= due.length * FEW)
    first.owes(false, 'a Date, as other answers have', `none on ${exchangeInWords(first)}`);
  kindsHaveDates(seen);
}

function isBare(answer: Answer): boolean {
  return answer.header('Date') === undefined;
}

/**
 * The same of each kind of success and redirection, by method and status, however many these are: one that never has a Date, while nearly all
 * others have it. A cache in front of a server without a clock may date what it keeps: what is written is held only against what else is
 * written. OPTIONS is often answered by another machine.
 */
function kindsHaveDates(seen: readonly Answer[]): void {
  const successes = seen.filter(({ status, exchange: { request } }) => {
    return status >= 200 && status < 400 && request.method !== 'OPTIONS' && request.about !== 'absurd';
  });
  const kinds = new Map<string, Answer[]>();
  for (const answer of successes) {
    const kind = `${answer.exchange.request.method} ${answer.status}`;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [answer]);
    else known.push(answer);
  }
  const bare = [...kinds.values()].filter((kind) => kind.length >= SEVERAL && kind.every(isBare));
  const bareOnes = new Set(bare.flat());
  for (const kind of bare) {
    const [first] = kind;
    if (first === undefined) continue;
    const others = successes.filter((one) => (isWrite(one) || !isWrite(first)) && !bareOnes.has(one));
    const isDated = others.length * OTHERS >= kind.length && others.length >= SEVERAL;
    const isUsual = others.filter(isBare).length <= others.length * FEW;
    const what = `none on any of ${kind.length} such as ${exchangeInWords(first)}`;
    first.owes(!isDated || !isUsual, 'a Date, as other answers have', what);
  }
}

function isWrite({ exchange: { request } }: Answer): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD';
}
