import { NOTHING, typeOf } from './kind.ts';
import { Reading, type Source } from './reading.ts';
import { createRecent } from './recent.ts';

export type { Source } from './reading.ts';

/** A body, read as its Content-Type says. */
export interface Representation {
  readonly mediaType: string;
  /** The syntax by which it was read: `+json` and `+xml` types count as JSON and XML (RFC 6839). */
  readonly syntax: 'json' | 'xml' | 'html' | 'other' | 'none';
  /** That of XML with the entities of its own DOCTYPE replaced. */
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

const recent = createRecent<Reading>(KEPT_PARSED);

/** The same as `parseRepresentation`, read once for equal bodies that come soon after one another. */
export function representationOf(contentType: string, source: Source): Representation {
  const { mediaType, kind } = readBy(contentType, source);
  const key = source.sameBody ?? source.body;
  return new TypedReading(
    mediaType,
    recent.get(key, kind.key) ?? recent.keep(key, kind.key, new Reading(kind, source)),
  );
}

/** Reads a body by its Content-Type field, each part when it is asked for. Never throws: `problem` says what is wrong. */
export function parseRepresentation(contentType: string | undefined, body: Uint8Array): Representation {
  const { mediaType, kind } = readBy(contentType ?? '', { body });
  return new TypedReading(mediaType, new Reading(kind, { body }));
}

// The body is not asked for where its length is known otherwise: it may have to be unpacked.
function readBy(contentType: string, source: Source): ReturnType<typeof typeOf> {
  const type = typeOf(contentType);
  return type.mediaType === '' && (source.sameBody ?? source.body).length === 0 ? { ...type, kind: NOTHING } : type;
}

/** A reading under the media type of one answer. */
class TypedReading implements Representation {
  readonly mediaType: string;
  readonly #reading: Reading;

  constructor(mediaType: string, reading: Reading) {
    this.mediaType = mediaType;
    this.#reading = reading;
  }

  get syntax(): Representation['syntax'] {
    return this.#reading.syntax;
  }

  get text(): Representation['text'] {
    return this.#reading.text;
  }

  get value(): Representation['value'] {
    return this.#reading.value;
  }

  get strings(): Representation['strings'] {
    return this.#reading.strings;
  }

  get links(): Representation['links'] {
    return this.#reading.links;
  }

  get isUnlabelledJson(): Representation['isUnlabelledJson'] {
    return this.#reading.isUnlabelledJson;
  }

  get problem(): Representation['problem'] {
    return this.#reading.problem;
  }

  get limit(): Representation['limit'] {
    return this.#reading.limit;
  }
}
