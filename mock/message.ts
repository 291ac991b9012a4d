/**
 * Header fields in the order of sending: name, value, name, value.
 * The flat shape is what node:http writes as it is, so a mount copies nothing.
 */
export type Fields = readonly string[];

/** Fields of one connection alone (RFC 9110 7.6.1). The length is told anew for what is sent. */
export const ONE_CONNECTION: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/**
 * A request as the mock reads it, whatever brought it: a socket, a Request, a service worker.
 * The path and the query are raw, because what decodes them decides what they name.
 */
export interface MockRequest {
  readonly method: string;
  /** Raw, still percent-encoded, without the query. */
  readonly path: string;
  /** Raw, without the question mark. */
  readonly query: string;
  /** Scheme and authority by which the client reached us, or undefined where it named none. */
  readonly origin: string | undefined;
  /** What stands before the service's own path and is part of every address that it tells, such as `/_tenant/acme`. */
  readonly mount?: string;
  /** A field's value, or undefined; `name` in lower case. */
  header(name: string): string | undefined;
  /** Every field as it came, in order. */
  fields(): Fields;
  readonly body: Uint8Array | 'too-large';
}

/** What is sent back. A reply without a body has `null`; HEAD keeps the fields and drops the body at the end. */
export interface MockResponse {
  readonly status: number;
  readonly fields: Fields;
  readonly body: string | Uint8Array | null;
  /** Whether Accept had a say in what it is, so that it has to vary by it (RFC 9110 12.5.5). */
  readonly chosenByAccept: boolean;
  /** The rule that it keeps, where the address and the status alone do not tell. */
  readonly keeps?: string;
  /** What was probably meant otherwise, where the body can hold no word of it. */
  readonly hint?: string;
  /** What is to go wrong on the way; absent: nothing. */
  readonly fault?: Fault;
}

/** What a mount does to a reply on its way, where somebody asked for trouble (`chaos`). */
export interface Fault {
  /** Milliseconds before anything is sent. */
  readonly delayMs?: number;
  /** The connection is reset in place of an answer. */
  readonly reset?: boolean;
  /** Nothing is ever sent; the connection stays open. */
  readonly silent?: boolean;
  /** The connection is closed before the first byte. */
  readonly empty?: boolean;
  /** Bytes are sent that are no HTTP, and the connection is closed. */
  readonly garbage?: boolean;
  /** Only so many bytes of the body are sent before the connection breaks. */
  readonly truncateAt?: number;
  /** The body comes in small pieces, so many bytes a second. */
  readonly bytesPerSecond?: number;
}

/** The faults by which no answer arrives at all. */
export const LOSSES = ['reset', 'silent', 'empty', 'garbage'] as const;

/** Which of them a fault is; undefined: an answer arrives, if late or in part. */
export function lossOf(fault: Fault | undefined): (typeof LOSSES)[number] | undefined {
  return fault === undefined ? undefined : LOSSES.find((loss) => fault[loss] === true);
}

/** No bytes. */
export const EMPTY: Uint8Array = new Uint8Array();

/** A reply with a text for a body; `described` are its Content-Type and what else tells of it. */
export function textual(status: number, body: string, described: Fields, chosenByAccept = false): MockResponse {
  return { status, fields: [...described, 'Content-Length', String(utf8Length(body))], body, chosenByAccept };
}

/** How many bytes a text has in UTF-8; a lone surrogate counts as the U+FFFD that it is sent as. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // A pair is two units and four bytes, so its first unit adds two and its second none.
    if (unit < 0x800) length += 1;
    else if (!isPair(unit, text.charCodeAt(i + 1))) length += 2;
    else {
      length += 2;
      i += 1;
    }
  }
  return length;
}

function isPair(first: number, second: number): boolean {
  return first >= 0xd800 && first < 0xdc00 && second >= 0xdc00 && second < 0xe000;
}

/** A reply without a body. */
export function bare(status: number, fields: Fields = []): MockResponse {
  return { status, fields, body: null, chosenByAccept: false };
}

/** A field's value in a list of fields, or undefined; `name` as it is spelt there. */
export function fieldOf(fields: Fields, name: string): string | undefined {
  for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) return fields[i + 1];
  return undefined;
}
