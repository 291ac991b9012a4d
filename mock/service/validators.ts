import { parseHttpDate } from '../../core/http/http-date.ts';
import type { MockRequest } from '../message.ts';
import { refuse } from './problems.ts';

/** What tells one state of a resource from the next (document 4.4-c4); without tags where validators are off. */
export interface Validators {
  /** The strong tags of all its representations; the one that is sent comes first. */
  readonly tags: readonly string[];
  /** Milliseconds; undefined where validators are off. */
  readonly changedAt: number | undefined;
  /** Whether they are off though the resource could have them. */
  readonly off?: true;
}

/** Whether a request asks for anything of the state that it is about; hardly any does (RFC 9110 13.1). */
export function isConditional(ask: MockRequest): boolean {
  return CONDITIONS.some((field) => ask.header(field) !== undefined);
}

const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'];

/** Refuses with 412 a request whose If-Match or If-Unmodified-Since no longer holds (RFC 9110 13.1.1, 13.1.4). */
export function refuseStale(ask: MockRequest, current: Validators): void {
  const ifMatch = ask.header('if-match');
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, current.tags, false)) refuse(412, current.off === true ? OFF : OTHER);
    return;
  }
  const since = seconds(ask.header('if-unmodified-since'));
  if (since !== undefined && current.changedAt !== undefined && Math.floor(current.changedAt / 1000) > since)
    refuse(412, 'the resource was changed since the time of If-Unmodified-Since; read it again');
}

const OTHER = 'If-Match names another state; read the resource again';
const OFF = 'If-Match names a state, and no validators are given here; they are where validators=true is claimed';

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

/** Refuses with 412 a request that asks for a state of what has none: nothing is shown at its address (RFC 9110 13.1.1). */
export function refuseOnAbsent(ask: MockRequest): void {
  if (ask.header('if-match') !== undefined) refuse(412, 'If-Match asks for a state, and nothing is there that has one');
}

// `W/` has case (RFC 9110 8.8.3). Each match begins where the last one ended, so what is no tag ends the list.
const TAG = /[\s,]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(?:,|$)/guy;

function matches(field: string, tags: readonly string[], weakly: boolean): boolean {
  if (field.trim() === '*') return true;
  for (const [, weak, opaque] of field.matchAll(TAG))
    if (opaque !== undefined && (weakly || weak === undefined) && tags.includes(opaque)) return true;
  return false;
}

// What is no HTTP-date is ignored (RFC 9110 13.1.3, 13.1.4).
function seconds(field: string | undefined): number | undefined {
  const time = field === undefined ? undefined : parseHttpDate(field);
  return time === undefined ? undefined : Math.floor(time / 1000);
}
