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
  /**
   * Those of the strings that may be links: with a slash in them, or under a name that says so (`href`, `self`, `url` …).
   * A bare `7` in an `id` member is none, though it would resolve.
   */
  readonly links: readonly string[];
  /**
   * Whether the body is a JSON object or array and its Content-Type names something that is not JSON, or is not there.
   * Value, strings and links are those of the JSON all the same, so that one wrong label does not hide everything else.
   */
  readonly isUnlabelledJson: boolean;
  /** Why the body is not what its Content-Type says; undefined when it is. */
  readonly problem: string | undefined;
  /** Which limit of this reader kept it from reading the whole body: nothing is known about the rest. */
  readonly limit?: string;
}

/** How many arrays and objects may be nested. RFC 8259 9 lets a reader set a limit, so a body beyond it is no fault. */
const JSON_DEPTH = 1000;

/** Reads a body by its Content-Type field. Never throws: `problem` says what is wrong. */
export function parseRepresentation(contentType: string | undefined, body: Uint8Array): Representation {
  const { mediaType, charset } = parseContentType(contentType ?? '');
  const syntax = syntaxOf(mediaType);
  const decoded = decode(body, charset, syntax);
  const base: Representation = {
    mediaType,
    syntax,
    text: decoded.text,
    value: undefined,
    strings: [],
    links: [],
    isUnlabelledJson: false,
    problem: undefined,
  };
  if (mediaType === '' && body.length === 0) return { ...base, syntax: 'none' };
  if (decoded.problem !== undefined && syntax !== 'other') return { ...base, problem: decoded.problem };
  if (syntax === 'json') return { ...base, ...readJson(decoded.text) };
  if (syntax === 'xml') return { ...base, ...readXml(decoded.text) };
  const asHtml = syntax === 'html' ? readHtml(decoded.text) : {};
  return { ...base, ...asHtml, ...readWithoutLabel(decoded.text, mediaType) };
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

// A type of its own, such as application/vnd.acme.deal, may well be JSON by its definition, so it hides nothing.
const OWN_TYPE = /^application\/(?!octet-stream$|xhtml\+xml$|x-www-form-urlencoded$)/u;

/** A JSON object or array under another name. Other JSON values are no different from plain text. */
function readWithoutLabel(
  text: string,
  mediaType: string,
): Pick<Representation, 'value' | 'strings' | 'links' | 'isUnlabelledJson'> | undefined {
  if (!/^\s*[{[]/u.test(text)) return undefined;
  const { value, strings, links, problem, limit } = readJson(text);
  if (problem !== undefined || limit !== undefined) return undefined;
  return { value, strings, links, isUnlabelledJson: !OWN_TYPE.test(mediaType) };
}

type Read = Pick<Representation, 'strings' | 'links' | 'problem' | 'limit'>;

function readJson(text: string): Read & { value: unknown } {
  const parsed = parseJson(text);
  if ('problem' in parsed) return { value: undefined, strings: [], links: [], problem: parsed.problem };
  const found = jsonStrings(parsed.value);
  if (found !== undefined) return { value: parsed.value, ...listed(found), problem: undefined };
  const limit = `JSON nested deeper than ${JSON_DEPTH} levels, which is as far as assayer reads`;
  return { value: undefined, strings: [], links: [], problem: undefined, limit };
}

function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    return { problem: `a body that is not JSON: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}

/** A text and the name of the member, attribute or element that holds it. */
type Named = readonly [name: string, text: string];

const LINK_NAMES = /^(?:href|hrefs|src|self|url|urls|uri|link|links|_links|location|canonical|address|@id)$/iu;

function mayLink([name, text]: Named): boolean {
  return text.includes('/') || (name !== 'id' && LINK_NAMES.test(name));
}

// Every string, number and boolean of a JSON value, as text, with the nearest member name, in the order of the text; undefined
// where it is nested too deep. Without recursion: a body decides how deep it goes.
function jsonStrings(root: unknown): Named[] | undefined {
  const found: Named[] = [];
  const open: { readonly names: readonly string[] | string; readonly values: readonly unknown[]; next: number }[] = [
    { names: '', values: [root], next: 0 },
  ];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const at = level.next;
    if (at === level.values.length) {
      open.pop();
      continue;
    }
    level.next += 1;
    const name = typeof level.names === 'string' ? level.names : (level.names[at] ?? '');
    const value = level.values[at];
    if (typeof value === 'string') found.push([name, value]);
    else if (typeof value === 'number' || typeof value === 'boolean') found.push([name, String(value)]);
    else if (typeof value === 'object' && value !== null) {
      if (open.length > JSON_DEPTH) return undefined;
      if (Array.isArray(value)) open.push({ names: name, values: value, next: 0 });
      else open.push({ names: Object.keys(value), values: Object.values(value), next: 0 });
    }
  }
  return found;
}

/** Collects what the two tag-based syntaxes have in common: attribute values and runs of text. */
function collector(): {
  open(name: string, attributes: Iterable<Named>): void;
  text(t: string): void;
  close(): void;
  found: Named[];
} {
  const found: Named[] = [];
  const names: string[] = [];
  let run = '';
  const flush = (): void => {
    if (run.trim() !== '') found.push([names.at(-1) ?? '', run.trim()]);
    run = '';
  };
  return {
    found,
    open(name, attributes) {
      flush();
      names.push(name);
      for (const attribute of attributes) found.push(attribute);
    },
    text(t) {
      run += t;
    },
    close() {
      flush();
      names.pop();
    },
  };
}

function readXml(text: string): Read {
  const tags = collector();
  let problem: string | undefined;
  const parser = new SaxesParser();
  parser.on('text', tags.text);
  parser.on('cdata', tags.text);
  parser.on('opentag', (tag) => {
    tags.open(
      tag.name,
      Object.entries(tag.attributes).map(([name, value]): Named => [name, String(value)]),
    );
  });
  parser.on('closetag', tags.close);
  parser.on('error', (error) => {
    // An entity that a DTD declares is well formed; this reader loads no DTD and so cannot object.
    if (/undefined entity/iu.test(error.message) && text.includes('<!DOCTYPE')) return;
    problem ??= `a body that is not well-formed XML: ${error.message}`;
  });
  parser.write(text.replace(/^\uFEFF/u, '')).close();
  return { ...listed(tags.found), problem };
}

function readHtml(text: string): Read {
  const tags = collector();
  const parser = new Parser({
    onopentag: (name, attributes) => tags.open(name, Object.entries(attributes)),
    ontext: tags.text,
    onclosetag: tags.close,
  });
  parser.end(text);
  tags.close();
  return { ...listed(tags.found), problem: jsonInDisguise(text) };
}

// Any text parses as HTML, so only a body that is plainly something else can be told from a true one.
function jsonInDisguise(text: string): string | undefined {
  if (!/^\s*[{[]/u.test(text)) return undefined;
  return 'value' in parseJson(text) ? 'a JSON body under the name of HTML' : undefined;
}

function listed(found: readonly Named[]): Pick<Representation, 'strings' | 'links'> {
  return { strings: found.map(([, t]) => t), links: found.filter(mayLink).map(([, t]) => t) };
}
