import type { MockRequest } from '../message.ts';
import { refuse } from './problems.ts';

/** What tells one state of a resource from the next (document 4.4-c4); without tags where validators are off. */
export interface Validators {
  /** The strong tags of all its representations; the one that is sent comes first. */
  readonly tags: readonly string[];
  /** Milliseconds; undefined where validators are off. */
  readonly changedAt: number | undefined;
}

/** A time as HTTP writes it (RFC 9110 5.6.7). */
export function httpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  // Nearly every date that is asked for is of this second.
  if (second !== last.second) last = { second, text: new Date(second * 1000).toUTCString() };
  return last.text;
}

let last = { second: Number.NaN, text: '' };

/** Refuses with 412 a request whose If-Match or If-Unmodified-Since no longer holds (RFC 9110 13.1.1, 13.1.4). */
export function refuseStale(ask: MockRequest, current: Validators): void {
  const ifMatch = ask.header('if-match');
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, current.tags, false)) refuse(412, 'If-Match names another state; read the resource again');
    return;
  }
  const since = seconds(ask.header('if-unmodified-since'));
  if (since !== undefined && current.changedAt !== undefined && Math.floor(current.changedAt / 1000) > since)
    refuse(412, 'the resource was changed since the time of If-Unmodified-Since; read it again');
}

/** Refuses with 412 a change that was to happen only where If-None-Match names no present state (RFC 9110 13.1.2). */
export function refusePresent(ask: MockRequest, current: Validators): void {
  const ifNoneMatch = ask.header('if-none-match');
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, current.tags, true))
    refuse(412, 'If-None-Match names the present state; nothing was changed');
}

/** Whether a GET is answered 304: the client has this very state (RFC 9110 13.1.2, 13.1.3). */
export function isNotModified(ask: MockRequest, current: Validators): boolean {
  const ifNoneMatch = ask.header('if-none-match');
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, current.tags.slice(0, 1), true);
  const since = seconds(ask.header('if-modified-since'));
  return since !== undefined && current.changedAt !== undefined && Math.floor(current.changedAt / 1000) <= since;
}

const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/gu;

function matches(field: string, tags: readonly string[], weakly: boolean): boolean {
  if (field.trim() === '*') return true;
  for (const [, weak, opaque] of field.matchAll(TAG))
    if (opaque !== undefined && (weakly || weak === undefined) && tags.includes(opaque)) return true;
  return false;
}

// A field that is no HTTP-date is ignored (RFC 9110 13.1.3); all three forms of the date end in GMT or, in asctime, a year.
function seconds(field: string | undefined): number | undefined {
  if (field === undefined || !/^[A-Z][a-z]{2,8},? .*(?:GMT|\d{4})$/u.test(field)) return undefined;
  const time = Date.parse(field.endsWith('GMT') ? field : `${field} GMT`);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}
