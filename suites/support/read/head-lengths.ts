import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { sandwiches, wordsOf } from '../equal-readings.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

const ROUNDS = 3;

/**
 * Demands that HEAD tells the length that GET has (RFC 9110 8.6), where both tell one. A refusal may name its own time or request:
 * a length that differs is asked for again, between two answers to GET that agree.
 */
export async function lengthAsGet(trial: Trial, request: HttpRequest, get: Answer, head: Answer): Promise<void> {
  let [before, own] = [get, head];
  for (let round = 1; isOtherLength(before, own); round += 1) {
    before = await trial.send(request);
    own = await trial.send({ ...request, method: 'HEAD' });
    const after = await trial.send(request);
    if (lengthOf(before) !== lengthOf(after)) return;
    if (round === ROUNDS && isOtherLength(before, own)) tellsOtherLength(before, own);
  }
}

/** The same of each HEAD of the run that stands between two equal answers to GET of the same words. */
export function lengthsAsBetween(seen: readonly Answer[]): void {
  const groups = new Map<string, Answer[]>();
  for (const answer of seen) {
    const words = wordsOf(answer);
    const isHead = words.startsWith('["HEAD"');
    if (!isHead && !words.startsWith('["GET"')) continue;
    const key = isHead ? words.replace('["HEAD"', '["GET"') : words;
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  for (const group of groups.values()) {
    for (const { before, between, after } of sandwiches(group)) {
      const [first, head, last] = [before, between, after].map(({ exchange }) => exchange.request.method);
      if (first !== 'GET' || head !== 'HEAD' || last !== 'GET') continue;
      const isSteady = before.status === after.status && before.text === after.text;
      if (isSteady && isOtherLength(before, between) && isOtherLength(after, between))
        tellsOtherLength(before, between);
    }
  }
}

function tellsOtherLength(get: Answer, head: Answer): never {
  const due = `Content-Length: ${lengthOf(get) ?? ''} on ${exchangeInWords(head)}, as GET gives it, or none`;
  fail(due, `Content-Length: ${lengthOf(head) ?? ''}`, get, head);
}

function isOtherLength(get: Answer, head: Answer): boolean {
  const [due, told] = [lengthOf(get), lengthOf(head)];
  return get.status === head.status && due !== undefined && told !== undefined && due !== told;
}

/**
 * The length that an answer tells. What is coded on the way out is as long as it comes to be, and what is refused for its method (405, 501)
 * may name that.
 */
export function lengthOf(answer: Answer): string | undefined {
  const isFree = answer.header('Content-Encoding') !== undefined || [405, 501].includes(answer.status);
  return isFree ? undefined : answer.header('Content-Length');
}
