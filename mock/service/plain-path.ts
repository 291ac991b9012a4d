import type { MockRequest } from '../message.ts';

/**
 * A request with its path in the plain form: letters, digits and `- . _ ~` as they are, since their percent-encoding names the
 * same resource (RFC 9110 4.2.3, RFC 3986 6.2.2.2). Everything else stays encoded as it came.
 */
export function withPlainPath(ask: MockRequest): MockRequest {
  const { path } = ask;
  if (!path.includes('%')) return ask;
  const plain = path.replace(ENCODED, decodeURIComponent);
  return plain === path ? ask : { ...ask, path: plain };
}

// A dot stays encoded where it would make a dot segment: those are never resolved here.
const ENCODED = /%(?:2D|5F|7E|3\d|[46][1-9A-F]|[57][\dA])|(?<!\/)(?<!\/%2E)%2E(?!$|\/)/giu;
