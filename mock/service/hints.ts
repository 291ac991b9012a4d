import { REPRESENTATIONS } from '../../core/claims.ts';
import { nearest } from '../../core/nearest.ts';
import { isObject } from '../../core/representation/json-value.ts';
import { OPERATIONS } from '../../fixtures/operations.ts';
import type { MockRequest, MockResponse } from '../message.ts';
import type { ResolvedMockOptions } from '../options.ts';
import { namedIn } from './negotiation.ts';
import { queryReader } from './query.ts';
import { remembering } from './remembering.ts';
import type { Place } from './router.ts';

/** The field that tells what a request that succeeded had in it and meant nothing. */
export const HINT_FIELD = 'x-mock-hint';

/** A larger body is no slip of the finger. */
const LONGEST_BODY = 16 * 1024;

const ATTRIBUTES = [...new Set(['name', 'price', ...OPERATIONS.flatMap((o) => Object.keys(o.attributes))])];

/** What was probably meant otherwise in a request that was answered. */
type Hints = (ask: MockRequest, reply: MockResponse, place: Place | undefined) => string | undefined;

/**
 * What in a request that succeeded was probably meant otherwise: a parameter that nothing reads, a member that was kept as an
 * attribute of its own, or what only another claim gives a meaning to. All are right by the document, so a hint is all that there
 * can be.
 */
export function createHints(options: ResolvedMockOptions): Hints {
  const ofClaims = createClaimHints(options);
  return (ask, reply, place) => {
    const { status, hint } = reply;
    if (hint !== undefined || status >= 300) return hint;
    if (ask.method === 'GET' || ask.method === 'HEAD')
      return ofClaims?.(ask, place) ?? (ask.query === '' ? undefined : hintOnQuery(ask.query));
    if (ask.method === 'PUT' && DEAL.test(ask.path)) return hintOnUpdate(ask.body);
    return undefined;
  };
}

/** What a read asked for in a way that is not claimed; undefined where every way is. */
function createClaimHints({
  selectors,
  representations,
  validators,
}: ResolvedMockOptions): ((ask: MockRequest, place: Place | undefined) => string | undefined) | undefined {
  const [byAccept, byFormat] = [selectors.includes('accept'), selectors.includes('format')];
  if (byAccept && byFormat && validators) return undefined;
  const asksForAnother = remembering(
    (accept) => namedIn(accept)[0] !== REPRESENTATIONS.find((name) => representations.includes(name)),
  );
  return (ask, place) => {
    if (!validators && CONDITIONS.some((field) => ask.header(field) !== undefined))
      return 'no validators are given here, so nothing is compared; they are where validators=true is claimed';
    // What is shown in one way only is shown so under every claim.
    if (place?.plain !== false || place.component === 'session') return undefined;
    if (!byFormat && formatIn(ask.query) !== undefined)
      return '"format" selects nothing here; it does where selectors=format is claimed';
    const accept = ask.header('accept') ?? '';
    if (byAccept || namedIn(accept).length === 0 || !asksForAnother(accept)) return undefined;
    return 'Accept selects nothing here; it does where selectors=accept is claimed';
  };
}

const CONDITIONS = ['if-none-match', 'if-modified-since'];

const formatIn = queryReader('format');

const DEAL = /\/rest\/[^/]+\/deals\/[^/]+$/u;

const hintOnQuery = remembering((query): string | undefined => {
  const unknown = [...new URLSearchParams(query).keys()].find((name) => name !== 'name' && name !== 'format');
  if (unknown === undefined) return undefined;
  const near = nearest(unknown.replace(/\[\]$/u, ''), ['name', 'format']);
  return `${quoted(unknown)} is no known parameter and selects nothing${near === undefined ? '' : `; "${near}" is one`}`;
});

function hintOnUpdate(body: MockRequest['body']): string | undefined {
  if (body === 'too-large' || body.length > LONGEST_BODY) return undefined;
  const value = parsed(body);
  if (!isObject(value) || Object.hasOwn(value, 'action')) return undefined;
  for (const name of Object.keys(value)) {
    if (nearest(name, ['action']) !== undefined) return `${quoted(name)} is no known member; "action" would be form C`;
    if (name === 'params') return '"params" without "action" is an attribute; with it, it would be form C';
    const near = ATTRIBUTES.includes(name) ? undefined : nearest(name, ATTRIBUTES);
    if (near !== undefined) return `${quoted(name)} is no known attribute; "${near}" is one`;
  }
  return undefined;
}

/** Whether a body holds an action (form C) and no attributes of a deal (form D). */
export function isAction(body: MockRequest['body']): boolean {
  if (body === 'too-large' || body.length > LONGEST_BODY) return false;
  const value = parsed(body);
  return isObject(value) && Object.hasOwn(value, 'action');
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

// It goes into a header field.
function quoted(name: string): string {
  return `"${name.slice(0, 40).replace(/[^\x20\x21\x23-\x7e]/gu, '?')}"`;
}
