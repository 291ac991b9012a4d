import type { RecordedResponse } from './exchange.ts';
import { createRecent } from './recent.ts';
import { type Content, type Named, none } from './representation-content.ts';
import { readJson } from './representation-json.ts';
import { readHtml, readXml } from './representation-tags.ts';
import { type Decoded, decode, parseContentType } from './representation-text.ts';

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
   * A bare `7` in an `id` member is not a link, though it would resolve.
   */
  readonly links: readonly string[];
  /**
   * Whether the body is a JSON object or array and its Content-Type names something that is not JSON, or is not there.
   * Value, strings and links are those of the JSON anyway, so that one wrong label does not hide everything else.
   */
  readonly isUnlabelledJson: boolean;
  /** Why the body is not what its Content-Type says; undefined when it is. */
  readonly problem: string | undefined;
  /** Which limit of this reader kept it from reading the whole body: nothing is known about the rest. */
  readonly limit: string | undefined;
}

/** How many bytes of bodies are kept in parsed form, which takes many times as much: a run keeps every answer. */
const KEPT_PARSED = 4 * 1024 * 1024;

const recent = createRecent<Representation>(KEPT_PARSED);

/** Of a response what is read here; `body` may have to be unpacked first. */
export type Source = Pick<RecordedResponse, 'body' | 'sameBody' | 'mostRecords'>;

/** What of a body is kept for the whole run: rules that watch every answer ask for no more of most. */
type Facts = Pick<Content, 'problem' | 'limit' | 'isUnlabelledJson'>;

const facts = new WeakMap<object, Map<string, Facts>>();

/** The same as `parseRepresentation`, read once for equal bodies that come soon after one another. */
export function representationOf(contentType: string, source: Source): Representation {
  const key = source.sameBody ?? source.body;
  return recent.get(key, contentType) ?? recent.keep(key, contentType, new LazyRepresentation(contentType, source));
}

/** Reads a body by its Content-Type field, each part when it is asked for. Never throws: `problem` says what is wrong. */
export function parseRepresentation(contentType: string | undefined, body: Uint8Array): Representation {
  return new LazyRepresentation(contentType ?? '', { body });
}

class LazyRepresentation implements Representation {
  readonly mediaType: string;
  readonly syntax: Representation['syntax'];
  readonly #charset: string | undefined;
  readonly #contentType: string;
  readonly #source: Source;
  #decoded: Decoded | undefined;
  #content: Content | undefined;
  #named: readonly Named[] | undefined;
  #strings: readonly string[] | undefined;

  constructor(contentType: string, source: Source) {
    const { mediaType, charset } = parseContentType(contentType);
    const { length } = source.sameBody ?? source.body;
    this.mediaType = mediaType;
    this.syntax = mediaType === '' && length === 0 ? 'none' : syntaxOf(mediaType);
    this.#charset = charset;
    this.#contentType = contentType;
    this.#source = source;
  }

  get text(): string {
    return this.#decode().text;
  }

  get value(): unknown {
    return this.#read().value;
  }

  get strings(): readonly string[] {
    this.#strings ??= this.#names().map(([, text]) => text);
    return this.#strings;
  }

  get links(): readonly string[] {
    return this.#names()
      .filter(mayLink)
      .map(([, text]) => text);
  }

  get isUnlabelledJson(): boolean {
    return (this.syntax === 'html' || this.syntax === 'other') && this.#facts().isUnlabelledJson === true;
  }

  get problem(): string | undefined {
    return this.#facts().problem;
  }

  get limit(): string | undefined {
    return this.#facts().limit;
  }

  #decode(): Decoded {
    this.#decoded ??= decode(this.#source.body, this.#charset, this.syntax);
    return this.#decoded;
  }

  #facts(): Facts {
    const { sameBody } = this.#source;
    if (sameBody === undefined) return this.#read();
    const known = facts.get(sameBody) ?? new Map<string, Facts>();
    facts.set(sameBody, known);
    const found = known.get(this.#contentType) ?? factsOf(this.#read());
    known.set(this.#contentType, found);
    return found;
  }

  #read(): Content {
    this.#content ??= contentOf(this.#decode(), this, this.#source.mostRecords);
    return this.#content;
  }

  #names(): readonly Named[] {
    this.#named ??= this.#read().named();
    return this.#named;
  }
}

// Without what holds the whole content.
function factsOf({ problem, limit, isUnlabelledJson }: Content): Facts {
  return {
    problem,
    ...(limit === undefined ? {} : { limit }),
    ...(isUnlabelledJson === undefined ? {} : { isUnlabelledJson }),
  };
}

function contentOf(
  { text, problem }: Decoded,
  { syntax, mediaType }: Pick<Representation, 'syntax' | 'mediaType'>,
  mostRecords = Number.POSITIVE_INFINITY,
): Content {
  if (syntax === 'none') return { named: none };
  if (problem !== undefined && syntax !== 'other') return { problem, named: none };
  if (syntax === 'json') return readJson(text, mostRecords);
  if (syntax === 'xml') return readXml(text, mostRecords);
  const asHtml = syntax === 'html' ? readHtml(text, mostRecords) : { named: none };
  return { ...asHtml, ...readWithoutLabel(text, mediaType, mostRecords) };
}

function syntaxOf(mediaType: string): Representation['syntax'] {
  if (mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json')) return 'json';
  if (mediaType === 'application/xhtml+xml' || mediaType === 'text/html') return 'html';
  if (mediaType === 'application/xml' || mediaType === 'text/xml' || mediaType.endsWith('+xml')) return 'xml';
  return 'other';
}

// A type of its own, such as application/vnd.acme.deal, may well be JSON by its definition, so it hides nothing.
const OWN_TYPE = /^application\/(?!octet-stream$|xhtml\+xml$|x-www-form-urlencoded$)/u;

const LINK_NAMES = /^(?:href|hrefs|src|self|url|urls|uri|link|links|_links|location|canonical|address|@id)$/iu;

function mayLink([name, text]: Named): boolean {
  // A program, or data as a whole, is no address.
  if (name === 'script') return false;
  return text.includes('/') || (name !== 'id' && LINK_NAMES.test(name));
}

/** A JSON object or array under another name. Other JSON values are no different from plain text. */
function readWithoutLabel(text: string, mediaType: string, mostRecords: number): Content | undefined {
  if (!/^\s*[{[]/u.test(text)) return undefined;
  const { value, problem, limit, named } = readJson(text, mostRecords);
  if (problem !== undefined || limit !== undefined) return undefined;
  return { value, named, isUnlabelledJson: !OWN_TYPE.test(mediaType) };
}
