import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';

/**
 * Whether a record shows a member in its reading that the answer to its write has not, and that records beside it are read without: it may
 * have come by itself after the write, as a count does that a job of the service keeps, and then validators are others (RFC 9110 8.8). A member
 * that each reading shows was left out of that answer, which may show less.
 */
export function growthIn(seen: readonly Answer[]): (write: Answer, read: Answer) => boolean {
  const byPlace = new Map<string, Answer[]>();
  for (const answer of seen) {
    const { method } = answer.exchange.request;
    if (method !== 'GET' || answer.status !== 200) continue;
    const known = byPlace.get(collectionOf(answer));
    if (known === undefined) byPlace.set(collectionOf(answer), [answer]);
    else known.push(answer);
  }
  return (write, read) => {
    const told = membersOf(write);
    if (told.length === 0) return false;
    const more = membersOf(read).filter((name) => !told.includes(name));
    if (more.length === 0) return false;
    const beside = (byPlace.get(collectionOf(read)) ?? []).map(membersOf).filter((members) => members.length > 0);
    return more.some((name) => beside.some((members) => !members.includes(name)));
  };
}

/** The address of a record, without its own segment. */
export function collectionOf({ exchange: { request } }: Answer): string {
  return request.url.slice(0, request.url.lastIndexOf('/') + 1);
}

function membersOf({ representation }: Answer): readonly string[] {
  return isObject(representation.value) ? Object.keys(representation.value) : [];
}
