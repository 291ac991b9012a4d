import { decodeSegment, lastSegment } from '../../core/address.ts';
import type { Answer } from '../../core/answer.ts';
import { header } from '../../core/exchange.ts';
import type { Trial } from '../../core/trial.ts';

/** A record of the run from its creation on. */
export interface RecordHistory {
  readonly creation: Answer;
  /** GET and DELETE of its own address, in order. */
  readonly asked: Answer[];
  /** What may have changed it or taken it away: any other method, at its address or naming it, and every DELETE that was not in vain. */
  readonly written: Answer[];
}

/** The lives of the records that were created, each up to the next creation that was given the same address. */
export function recordHistories(made: readonly Answer[], seen: readonly Answer[]): readonly RecordHistory[] {
  const byPath = new Map<string, RecordHistory>();
  const byId = new Map<string, RecordHistory>();
  const lives: RecordHistory[] = [];
  const creations = new Set(made);
  for (const answer of seen) {
    const { location } = answer;
    if (creations.has(answer)) {
      if (location === undefined) continue;
      const life: RecordHistory = { creation: answer, asked: [], written: [] };
      byPath.set(pathOf(location), life);
      byId.set(lastSegment(location) ?? '', life);
      lives.push(life);
      continue;
    }
    const { method, url } = answer.exchange.request;
    const own = byPath.get(pathOf(url));
    const isRead = method === 'GET' || method === 'HEAD';
    // What was under way already when the address was given anew is about its former owner.
    const isLater = own !== undefined && answer.exchange.timings.startedAt >= endOf(own.creation);
    if (isLater && (method === 'DELETE' || (method === 'GET' && takesJson(answer)))) own.asked.push(answer);
    if (isRead || isNotFound(answer)) continue;
    for (const id of named(answer)) byId.get(id)?.written.push(answer);
  }
  return lives;
}

// That it is not there in some other representation does not say that it is not there.
function takesJson({ exchange }: Answer): boolean {
  const accept = header(exchange.request.headers, 'Accept');
  return accept === undefined || /json|\*\/\*/u.test(accept);
}

/** Whether an answer says that nothing was there. */
export function isNotFound({ status }: Answer): boolean {
  return status === 404 || status === 410;
}

/** The ids that a request may name: a record stands in the path, whole or before an operation; or in the body of a command. */
export function named({ exchange }: Answer): Set<string> {
  const { url, body } = exchange.request;
  const segments = new URL(url).pathname.split('/').map(decodeSegment);
  const words = body === null ? [] : (decoder.decode(body).match(/[^"\s,:{}[\]]+/gu) ?? []);
  return new Set([...segments, ...words, ...words.flatMap((word) => lastOf(word))]);
}

function lastOf(word: string): string[] {
  return word.includes('/') ? [decodeSegment(word.slice(word.lastIndexOf('/') + 1))] : [];
}

function pathOf(address: string): string {
  return new URL(address).pathname.split('/').map(decodeSegment).join('/').replace(/\/$/u, '');
}

const decoder = new TextDecoder();

/**
 * When a record was taken away after use: another rule may have found it in a list, and read it just then. An id may be
 * given anew, so it is the first time after the creation that counts.
 */
export function cleanings({ cleaned }: Trial): (creation: Answer) => number {
  const times = new Map<string | undefined, number[]>();
  for (const { request, timings } of cleaned) {
    const id = lastSegment(request.url);
    times.set(id, [...(times.get(id) ?? []), timings.startedAt]);
  }
  return ({ location, exchange }) => {
    const known = location === undefined ? [] : (times.get(lastSegment(location)) ?? []);
    return Math.min(...known.filter((time) => time >= exchange.timings.startedAt));
  };
}

/** When an answer was there, in the run's time. */
export function endOf({ exchange: { timings } }: Answer): number {
  return timings.startedAt + timings.total;
}
