import { remembered } from '../representation/remembered.ts';

/** An absolute address, taken apart as WHATWG URL does. */
export type AddressParts = Readonly<Pick<URL, 'origin' | 'protocol' | 'hostname' | 'port' | 'pathname' | 'search'>> & {
  /** Those of the path, percent-decoded, without empty ones at its end. */
  readonly segments: readonly string[];
};

/** How many addresses are remembered: rules go through all those of a run, of which there are some thousands. */
const ADDRESSES = 5000;

/** Takes an absolute address apart; undefined where it is not absolute. */
export const partsOf: (address: string) => AddressParts | undefined = remembered((address) => {
  if (!URL.canParse(address)) return undefined;
  const { origin, protocol, hostname, port, pathname, search } = new URL(address);
  return { origin, protocol, hostname, port, pathname, search, segments: segmentsOf(pathname) };
}, ADDRESSES);

/** The segments of a path, percent-decoded, without empty ones at its end. */
export function segmentsOf(pathname: string): string[] {
  return withoutEndSlashes(pathname).split('/').map(decodeSegment);
}

/**
 * An address's path in one spelling; undefined where it is no address. A slash in a segment stays percent-encoded: it divides nothing
 * (RFC 3986 2.2).
 */
export function pathOf(address: string): string | undefined {
  return partsOf(address)
    ?.segments.map((segment) => segment.replaceAll('/', '%2F'))
    .join('/');
}

/** Fills `{name}` in a template with percent-encoded values; a name without a value stays as it is. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/gu, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encodeSegment(String(value));
  });
}

/** Percent-encodes a text for one segment or value of an address. A lone surrogate has no encoding and becomes U+FFFD. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

/** Fills `{name}` with values that are percent-encoded already, for spellings that an encoder would not choose. */
export function fillEncoded(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole);
}

// Every character that RFC 3986 (appendix A) lets a URI reference hold, with percent signs only as complete triplets.
const URI_REFERENCE = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/u;

/** Whether a text is a URI reference by its characters (RFC 3986 4.1): absolute or relative, not empty. */
export function isUriReference(text: string): boolean {
  return text !== '' && URI_REFERENCE.test(text);
}

/** Resolves a reference against the address that answered with it; undefined when it cannot be an http(s) address. */
export function resolveReference(reference: string, base: string): string | undefined {
  try {
    const url = new URL(reference, base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** An address without its fragment. */
export function withoutFragment(address: string): string {
  const at = address.indexOf('#');
  return at === -1 ? address : address.slice(0, at);
}

/** Whether two absolute addresses name the same thing once normalised: case of host, default port, fragment, percent-encoding. */
export function sameAddress(a: string, b: string): boolean {
  return normalise(a) === normalise(b);
}

function normalise(address: string): string {
  const url = new URL(address);
  url.hash = '';
  // RFC 3986 6.2.2: unreserved characters mean the same encoded and bare, and hex digits have no case.
  return url.href.replace(/%([0-9A-Fa-f]{2})/gu, (triplet, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/u.test(char) ? char : triplet.toUpperCase();
  });
}

/** A text without the slashes at its end. A loop, since the expression for it takes quadratic time over many slashes. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** The last non-empty path segment, percent-decoded where that is possible: the id in most addresses. */
export function lastSegment(address: string): string | undefined {
  return partsOf(address)?.segments.findLast((segment) => segment !== '');
}

/** Percent-decodes a segment; a malformed one stays as it is. */
export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
