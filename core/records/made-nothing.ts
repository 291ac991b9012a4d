import type { Answer } from '../answer.ts';
import type { Home } from '../http/origins.ts';
import { isAbsent, isRedirect, isRefusal } from '../http/status-kinds.ts';
import { listedIn } from '../representation/entries.ts';
import { idInAddress, type RecordResource } from './record-claim.ts';

/** An answer to a creation, and what the collection was answered when it was read before the first one; undefined where it was not. */
export interface Compared {
  readonly home: Home;
  readonly resource: RecordResource;
  readonly answer: Answer;
  readonly first: Answer | undefined;
}

/**
 * Whether an answer to a creation that is no success says that nothing was made: a refusal; 501, which says that the method is not
 * supported (RFC 9110 15.6.2); or a redirect that has nothing to do with the creation. All other failures leave it open.
 */
export function madeNothing(compared: Compared): boolean {
  const { answer } = compared;
  return isRefusal(answer) || answer.status === 501 || isLedAway(compared);
}

/**
 * Whether a success is that of a server that answers everything alike: the very answer to a reading of the collection, which is no list,
 * before anything was created. It says nothing of what was made, and names no record.
 */
export function isAnsweredAlike({ resource, answer, first }: Compared): boolean {
  if (first?.succeeded !== true || !answer.succeeded || answer.location !== undefined) return false;
  if (first.text === '' || listedIn(first.representation.value, resource) !== undefined) return false;
  return first.status === answer.status && first.text === answer.text;
}

/** Whether an answer to a creation says that records are not created there at all, whatever is sent. */
export function createsNothing(compared: Compared): boolean {
  const { answer } = compared;
  if (isAbsent(answer) || answer.status === 405 || answer.status === 501) return true;
  return isLedAway(compared) || isAnsweredAlike(compared);
}

function isLedAway({ home, resource, answer, first }: Compared): boolean {
  const way = wayOf(answer);
  if (way === undefined || idInAddress(home, resource, answer.location ?? '') !== undefined) return false;
  // With 307 and 308 a request is to be sent again elsewhere, so that nothing was done here (RFC 9110 15.4.8, 15.4.9).
  if (answer.status === 307 || answer.status === 308) return true;
  // After the others a framework may lead on from what it made. Not where a mere reading was led the same way.
  return first !== undefined && wayOf(first) === way;
}

/**
 * Where a redirect leads: another origin, where only that changes; else an address without its query, which may name the page that was
 * asked for, or hold a value of the moment. Undefined where it is none, and where it leads to what was asked for or below it.
 */
function wayOf(answer: Answer): string | undefined {
  const { location, exchange } = answer;
  if (!isRedirect(answer) || location === undefined) return undefined;
  const [from, to] = [new URL(exchange.request.url), new URL(location)];
  const [asked, led] = [bare(from.pathname), bare(to.pathname)];
  if (led.startsWith(`${asked}/`)) return undefined;
  if (asked !== led) return to.origin + led;
  return from.origin === to.origin ? undefined : to.origin;
}

function bare(path: string): string {
  return path.replace(/\/$/u, '');
}
