import type { Answer } from '../../core/answer.ts';
import type { RecordedRequest } from '../../core/http/exchange.ts';
import { TRACEPARENT } from '../../core/http/trace.ts';
import { endOf } from './record-histories.ts';

/** Requests of the same words: another Accept, or none of the session's cookies, may rightly find something else. */
export function equalReadings(seen: readonly Answer[], methods: readonly string[] = ['GET']): Map<string, Answer[]> {
  const groups = new Map<string, Answer[]>();
  for (const answer of seen) {
    if (!methods.includes(answer.exchange.request.method)) continue;
    const key = wordsOf(answer);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [answer]);
    else group.push(answer);
  }
  return groups;
}

// Every answer of the run is looked at once for each thing that is read.
const words = new WeakMap<RecordedRequest, string>();
/** Longer words are written anew: a target decides how long its addresses are, and a run keeps every request. */
const LONGEST = 2048;

/** The words of a request: what was asked, without what marks it for a trace. */
export function wordsOf(answer: Answer | undefined): string {
  const request = answer?.exchange.request;
  if (request === undefined) return '';
  // Each request is a trace of its own, which says nothing of what is asked for.
  const fields = (): unknown => request.headers.filter(([name]) => name.toLowerCase() !== TRACEPARENT);
  const known = words.get(request) ?? JSON.stringify([request.method, request.url, fields()]);
  if (known.length <= LONGEST) words.set(request, known);
  return known;
}

/** Three answers to equal requests, one after the other. */
export interface Sandwich {
  readonly before: Answer;
  readonly between: Answer;
  readonly after: Answer;
}

/** Every three answers that follow one another, each asked for when the one before was there. */
export function sandwiches(equal: readonly Answer[]): readonly Sandwich[] {
  return equal.flatMap((between, i): Sandwich[] => {
    const [before, after] = [equal[i - 1], equal[i + 1]];
    if (before === undefined || after === undefined) return [];
    return follows(before, between) && follows(between, after) ? [{ before, between, after }] : [];
  });
}

function follows(first: Answer, second: Answer): boolean {
  return second.exchange.timings.startedAt >= endOf(first);
}
