import { Parser } from 'htmlparser2';
import { SaxesParser } from 'saxes';

/** A body, read as its Content-Type says. */
export interface Representation {
  readonly mediaType: string;
  /** The syntax by which it was read: `+json` and `+xml` types count as JSON and XML (RFC 6839). */
  readonly syntax: 'json' | 'xml' | 'html' | 'other' | 'none';
  readonly text: string;
  /** The JSON value; undefined for the other syntaxes. */
  readonly value: unknown;
  /** Every string in it: JSON values at any depth (numbers and booleans as text), XML and HTML attributes and text. */
  readonly strings: readonly string[];
  /** Why the body is not what its Content-Type says; undefined when it is. */
  readonly problem: string | undefined;
}

/** Reads a body by its Content-Type field. Never throws: `problem` says what is wrong. */
export function parseRepresentation(contentType: string | undefined, body: Uint8Array): Representation {
  const { mediaType, charset } = parseContentType(contentType ?? '');
  const syntax = syntaxOf(mediaType);
  const decoded = decode(body, charset, syntax);
  const base = { mediaType, syntax, text: decoded.text, value: undefined, strings: [], problem: undefined };
  if (mediaType === '' && body.length === 0) return { ...base, syntax: 'none' };
  if (decoded.problem !== undefined && syntax !== 'other') return { ...base, problem: decoded.problem };
  if (syntax === 'json') return { ...base, ...readJson(decoded.text) };
  if (syntax === 'xml') return { ...base, ...readXml(decoded.text) };
  if (syntax === 'html') return { ...base, strings: readHtml(decoded.text) };
  return base;
}

/** Splits a Content-Type into media type (lower case) and charset (RFC 9110 8.3). */
export function parseContentType(field: string): { mediaType: string; charset: string | undefined } {
  const mediaType = (field.split(';')[0] ?? '').trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/iu.exec(field);
  return { mediaType, charset: charset?.[1] ?? charset?.[2] };
}

function syntaxOf(mediaType: string): Representation['syntax'] {
  if (mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json')) return 'json';
  if (mediaType === 'application/xhtml+xml' || mediaType === 'text/html') return 'html';
  if (mediaType === 'application/xml' || mediaType === 'text/xml' || mediaType.endsWith('+xml')) return 'xml';
  return 'other';
}

function decode(
  body: Uint8Array,
  charset: string | undefined,
  syntax: Representation['syntax'],
): { text: string; problem?: string } {
  const named = charset ?? (syntax === 'xml' ? xmlEncoding(body) : undefined) ?? 'utf-8';
  try {
    return { text: new TextDecoder(named, { fatal: true }).decode(body) };
  } catch (cause) {
    const text = new TextDecoder('utf-8').decode(body);
    // A charset that this runtime does not know is not the target's fault.
    if (cause instanceof RangeError) return { text };
    return { text, problem: `bytes that are not ${named}` };
  }
}

// XML names its own encoding where HTTP does not (XML 1.0, 4.3.3; a byte order mark is left to the decoder).
function xmlEncoding(body: Uint8Array): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  const head = new TextDecoder('latin1').decode(body.subarray(0, 200));
  return /^<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/u.exec(head)?.[1];
}

function readJson(text: string): Pick<Representation, 'value' | 'strings' | 'problem'> {
  try {
    const value: unknown = JSON.parse(text);
    return { value, strings: jsonStrings(value), problem: undefined };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return { value: undefined, strings: [], problem: `a body that is not JSON: ${why}` };
  }
}

/** Every string, number and boolean in a JSON value, as text, at any depth. */
export function jsonStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(jsonStrings);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(jsonStrings);
  return [];
}

function readXml(text: string): Pick<Representation, 'strings' | 'problem'> {
  const strings: string[] = [];
  let problem: string | undefined;
  let open = '';
  const parser = new SaxesParser();
  const flush = (): void => {
    if (open.trim() !== '') strings.push(open.trim());
    open = '';
  };
  parser.on('text', (t) => {
    open += t;
  });
  parser.on('cdata', (t) => {
    open += t;
  });
  parser.on('opentag', (tag) => {
    flush();
    strings.push(...Object.values(tag.attributes).map((a) => (typeof a === 'string' ? a : String(a))));
  });
  parser.on('closetag', flush);
  // An entity that a DTD declares is well formed; this reader does not load DTDs and so cannot object.
  parser.on('error', (e) => {
    if (!/undefined entity/iu.test(e.message) || !text.includes('<!DOCTYPE'))
      problem ??= `a body that is not well-formed XML: ${e.message}`;
  });
  parser.write(text.replace(/^\uFEFF/u, '')).close();
  return { strings, problem };
}

function readHtml(text: string): string[] {
  const strings: string[] = [];
  let open = '';
  const flush = (): void => {
    if (open.trim() !== '') strings.push(open.trim());
    open = '';
  };
  const parser = new Parser({
    onopentag(_name, attributes) {
      flush();
      strings.push(...Object.values(attributes));
    },
    ontext(t) {
      open += t;
    },
    onclosetag: flush,
  });
  parser.end(text);
  return strings;
}
