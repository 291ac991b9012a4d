import { isUriReference, resolveReference, withoutFragment } from './http/address.ts';
import type { Exchange, RecordedResponse, Wire } from './http/exchange.ts';
import { header, headerLines } from './http/exchange.ts';
import type { Redactor } from './redaction/redact.ts';
import { redactBody } from './redaction/redact-body.ts';
import { type Representation, representationOf } from './representation/representation.ts';
import { fail, inconclusive, notExercised } from './results/outcome.ts';

/**
 * A response with what a check may demand of it. Demands end the check as `fail` and word the failure themselves,
 * so a rule reads as the sentence that it is.
 */
export interface Answer {
  readonly exchange: Exchange;
  readonly status: number;
  /** The body's bytes, decoded from Content-Encoding, but for a part (206). */
  readonly body: Uint8Array;
  /** How many they are: known without unpacking them. */
  readonly size: number;
  /** The body as text, in the charset that the Content-Type names, or UTF-8. */
  readonly text: string;
  /** What the raw connection showed; only after `probe`. */
  readonly wire: Wire | undefined;
  /** Whether the status is 2xx. */
  readonly succeeded: boolean;
  /** A field's value, its lines joined; undefined when absent. */
  header(name: string): string | undefined;
  /** A field's lines, apart. */
  headerLines(name: string): readonly string[];
  /** The media type in lower case without parameters; empty when there is no Content-Type. */
  readonly mediaType: string;
  /**
   * The body read as its Content-Type says; `problem` tells why it cannot be. Ends the check as `inconclusive` where the body
   * is beyond what assayer reads.
   */
  readonly representation: Representation;
  /** The same as far as it was read, whatever the limits: for whoever is no check. */
  readonly asRead: Representation;
  /** The absolute address that a Location leads to, resolved against the request's (RFC 9110 10.2.2); undefined when absent or no URI reference. */
  readonly location: string | undefined;
  /** `200 application/json, 31 bytes`: for failure messages. */
  readonly brief: string;
  /** The beginning of the body on one line, without secrets, for messages. */
  excerpt(length?: number): string;
  /** Demands one of these statuses. */
  hasStatus(...due: readonly number[]): Answer;
  /** Demands the field, and gives its value. */
  hasHeader(name: string): string;
  /** Demands that the body is JSON by its syntax, and gives its value. Ends as `not-exercised` where no JSON is claimed. */
  json(): unknown;
  /** Demands that there is no body. */
  isEmpty(): Answer;
  /** Demands anything else: `met` or a failure with these words. A text that is costly to write is given as a function. */
  owes(met: boolean, expected: string, actual?: string | (() => string)): Answer;
  /** A positive control: without success there is no evidence, and the check ends as `not-exercised`. */
  asControl(what: string): Answer;
}

/** How an answer is read. */
export interface Reading {
  /** Whether the target claims to answer in JSON; true by default. */
  readonly showsJson?: boolean;
  /** Whether a limit of what is read ends the check; false by default. */
  readonly inCheck?: boolean;
  /** Takes out the secrets that the run knows, before an excerpt is cut. */
  readonly hide?: Redactor | undefined;
}

/** Dresses a recorded exchange. `exchange.response` must be there. */
export function answerOf(exchange: Exchange, response: RecordedResponse, how: Reading = {}): Answer {
  return new RecordedAnswer(exchange, response, how);
}

/** A class, since a run keeps thousands of answers and reads most parts of few. */
class RecordedAnswer implements Answer {
  readonly exchange: Exchange;
  readonly status: number;
  readonly #response: RecordedResponse;
  readonly #how: Reading;
  #contentType: string | undefined;
  #location: { readonly address: string | undefined } | undefined;

  constructor(exchange: Exchange, response: RecordedResponse, how: Reading) {
    this.exchange = exchange;
    this.status = response.status;
    this.#response = response;
    this.#how = how;
  }

  get body(): Uint8Array {
    return this.#response.body;
  }

  get size(): number {
    return sizeOf(this.#response);
  }

  get wire(): Wire | undefined {
    return this.exchange.wire;
  }

  get succeeded(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get text(): string {
    return this.asRead.text;
  }

  get mediaType(): string {
    return this.asRead.mediaType;
  }

  get representation(): Representation {
    return this.#how.inCheck === true ? new WithinLimits(this.asRead, this) : this.asRead;
  }

  get asRead(): Representation {
    this.#contentType ??= this.headerLines('content-type')[0] ?? '';
    return representationOf(this.#contentType, this.#response);
  }

  get location(): string | undefined {
    this.#location ??= { address: locationOf(this) };
    return this.#location.address;
  }

  get brief(): string {
    if (this.size === 0) return `${this.status} without a body`;
    const { mediaType } = this.asRead;
    return `${this.status} ${mediaType === '' ? 'untyped' : mediaType}, ${this.size} bytes: ${this.excerpt()}`;
  }

  excerpt(length = SHOWN): string {
    // Secrets go before the text is cut: what is left of one at the edge would not be recognised.
    const text = this.text.slice(0, length + LONGEST_SECRET);
    const without = redactBody(text, this.headerLines('content-type')[0] ?? '');
    return excerpt(this.#how.hide?.(without, text.length < this.text.length) ?? without, length);
  }

  header(name: string): string | undefined {
    return header(this.#response.headers, name);
  }

  headerLines(name: string): readonly string[] {
    return headerLines(this.#response.headers, name);
  }

  hasStatus(...due: readonly number[]): Answer {
    if (!due.includes(this.status)) fail(`status ${due.join(' or ')}`, `status ${this.brief}`, this);
    return this;
  }

  hasHeader(name: string): string {
    const value = this.header(name);
    return value ?? fail(`a ${name} field`, `no ${name} field in the answer ${this.brief}`, this);
  }

  json(): unknown {
    const asJson = withinLimits(this.#asJson(), this);
    if (asJson.problem !== undefined && this.#how.showsJson === false)
      notExercised('the target claims no JSON, and what its other representations hold is not looked into', this);
    if (asJson.problem !== undefined) fail('a JSON body', `${asJson.problem} (${this.brief})`, this);
    return asJson.value;
  }

  // By its syntax alone, whatever the Content-Type names.
  #asJson(): Representation {
    const { asRead } = this;
    const isLabelled = asRead.syntax === 'json' && !/charset/iu.test(this.#contentType ?? '');
    return isLabelled ? asRead : representationOf('application/json', this.#response);
  }

  isEmpty(): Answer {
    return this.owes(this.size === 0, 'no body', `${this.size} bytes of body`);
  }

  owes(met: boolean, expected: string, actual: string | (() => string) = () => this.brief): Answer {
    if (!met) fail(expected, typeof actual === 'string' ? actual : actual(), this);
    return this;
  }

  asControl(what: string): Answer {
    if (!this.succeeded) notExercised(`the control did not succeed: ${what} was answered ${this.brief}`, this);
    return this;
  }
}

function locationOf(answer: Answer): string | undefined {
  const value = answer.headerLines('location')[0];
  // What is no URI reference leads nowhere, though a lenient parser would make an address of it.
  if (value === undefined || !isUriReference(value)) return undefined;
  // A fragment is the client's own business (RFC 9110 10.2.2): what is built upon the address would end up in it.
  const address = resolveReference(value, answer.exchange.request.url);
  return address === undefined ? undefined : withoutFragment(address);
}

/** A representation as a check may read it: its name and its text always, its content where it could be read. */
class WithinLimits implements Representation {
  readonly #read: Representation;
  readonly #answer: Answer;

  constructor(read: Representation, answer: Answer) {
    this.#read = read;
    this.#answer = answer;
  }

  get mediaType(): string {
    return this.#read.mediaType;
  }

  get syntax(): Representation['syntax'] {
    return this.#read.syntax;
  }

  get text(): string {
    return this.#read.text;
  }

  get value(): unknown {
    return withinLimits(this.#read, this.#answer).value;
  }

  get strings(): readonly string[] {
    return withinLimits(this.#read, this.#answer).strings;
  }

  get links(): readonly string[] {
    return withinLimits(this.#read, this.#answer).links;
  }

  get isUnlabelledJson(): boolean {
    return withinLimits(this.#read, this.#answer).isUnlabelledJson;
  }

  get problem(): string | undefined {
    return withinLimits(this.#read, this.#answer).problem;
  }

  get limit(): undefined {
    withinLimits(this.#read, this.#answer);
    return undefined;
  }
}

// What lies beyond a limit of our own is unknown, and no fault of the target.
function withinLimits(representation: Representation, answer: Answer): Representation {
  if (representation.limit !== undefined) inconclusive(`the body could not be read: ${representation.limit}`, answer);
  return representation;
}

/** Whether the request that was answered named JSON in its Accept field. */
export function asksForJson({ exchange }: Pick<Answer, 'exchange'>): boolean {
  const accept = header(exchange.request.headers, 'Accept') ?? '';
  return /[/+]json\b/iu.test(accept);
}

/** How much of a body a message shows. */
const SHOWN = 80;
/** How far beyond that secrets are looked for. */
const LONGEST_SECRET = 4096;

/** The beginning of a text on one line. */
function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

function sizeOf(response: RecordedResponse): number {
  return response.sameBody?.length ?? response.body.length;
}
