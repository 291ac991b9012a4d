import { isObject } from '../../core/json-value.ts';
import { nearest } from '../../core/nearest.ts';
import { OPERATIONS } from '../../fixtures/operations.ts';
import type { MockRequest, MockResponse } from '../message.ts';
import { remembering } from './remembering.ts';

/** The field that tells what a request that succeeded had in it and meant nothing. */
export const HINT_FIELD = 'x-mock-hint';

/** A larger body is no slip of the finger. */
const LONGEST_BODY = 16 * 1024;

const ATTRIBUTES = [...new Set(['name', 'price', ...OPERATIONS.flatMap((o) => Object.keys(o.attributes))])];

/**
 * What in a request that succeeded was probably meant otherwise: a parameter that nothing reads, or a member that was kept as an
 * attribute of its own. Both are right by the document, so a hint is all that there can be.
 */
export function hintFor(ask: MockRequest, { status }: MockResponse): string | undefined {
  if (status >= 300) return undefined;
  if (ask.method === 'GET' || ask.method === 'HEAD') return ask.query === '' ? undefined : hintOnQuery(ask.query);
  if (ask.method === 'PUT' && DEAL.test(ask.path)) return hintOnUpdate(ask.body);
  return undefined;
}

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
