/** Header field lines in the order in which they were sent, names as spelt, repeated lines kept apart. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A request as a rule writes it. */
export interface HttpRequest {
  readonly method: string;
  /**
   * Where to: a path under the target's base address beginning with `/`, or an absolute http(s) URL.
   * It goes out byte for byte as given, so percent-encoding is the writer's business.
   */
  readonly address: string;
  /** Fields to add; `undefined` takes away a field that the target file sends by default. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Field lines that come after those of `headers`, word for word: the way to send several lines of one field. */
  readonly lines?: HeaderLines;
  /** A body to be sent as JSON, with the Content-Type that goes with it unless `headers` names another. */
  readonly json?: unknown;
  /** A body to be sent as it is. */
  readonly body?: string | Uint8Array;
  /** Send nothing of the target's session: no cookie, no credentials. */
  readonly anonymous?: boolean;
  /**
   * Keep the answer out of what is known of the run's records, and from the rules that watch the whole run: a stranger may be shown other
   * records at the same addresses. What a write that succeeds does to the run's own is noted.
   */
  readonly aside?: boolean;
  /** The Cookie field's value, sent word for word in place of the session's own. */
  readonly cookies?: string;
  /** The text of a Netscape cookie file, read as a command-line client reads it, in place of the session's cookies. */
  readonly cookieFile?: string;
  /** A POST to an address that would be a collection or a command by its shape, though the target file declares none there. */
  readonly aim?: 'collection' | 'command';
  /** Use a connection of its own, where an ill-framed answer could spoil the next one. */
  readonly alone?: boolean;
  /** How the message is written where that is not the usual way; for `probe` alone, which writes its own bytes. */
  readonly written?: Written;
  /**
   * What the request asks about, for the rules that watch the whole run:
   * `missing` is an address that names no resource; `absurd` is input that may rightly be refused early; `unavailable` is what
   * the target file says to be answered 503.
   */
  readonly about?: 'missing' | 'absurd' | 'unavailable';
  /** The operation that it asks for, by name: what the first ones of that name do beside their record is looked at. */
  readonly operation?: string;
}

/** Other ways to write one request (RFC 9112), and one that a server has to refuse. */
export interface Written {
  /** No Host field (RFC 9112 3.2). */
  readonly host?: 'none';
  /** The body in two chunks, without Content-Length (RFC 9112 7.1). */
  readonly body?: 'chunked';
  /**
   * What else is allowed of such a body: `spelling` has the name of the coding, and digits of sizes, in capitals, and zeros in front of these
   * (RFC 9112 7, 7.1); `extras` has an extension behind each size and a trailer section (7.1.1, 7.1.2).
   */
  readonly chunks?: 'spelling' | 'extras';
  /** The Connection field in place of `close`, which it has to mean as well (RFC 9110 7.6.1). */
  readonly connection?: string;
  /** HTTP/1.0 in the request line (RFC 9112 2.3, 6.1). */
  readonly version?: '1.0';
  /** The body comes once the server says 100, or after a while without a word (RFC 9110 10.1.1). */
  readonly expect?: '100-continue';
}

/** A request as it left. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
  readonly body: Uint8Array | null;
  readonly about?: HttpRequest['about'];
  /** The Cookie field was made up for a test and holds no secret. */
  readonly cookiesAreMadeUp?: boolean;
}

/** A response as it arrived; `body` is decoded from its Content-Encoding, but for a part (206). */
export interface RecordedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderLines;
  readonly body: Uint8Array;
  /** One and the same object for all equal bodies, which may have to be unpacked: what is found out about them is kept by it. */
  readonly sameBody?: { readonly length: number };
  /** How many records of one list are read; all of them where nobody said. */
  readonly mostRecords?: number;
}

/** What only the raw bytes of a connection show. */
export interface Wire {
  /** Bytes that came after the header section, framing included, before the connection ended or fell silent. */
  readonly afterHeaders: Uint8Array;
  /** Statuses of interim (1xx) responses before the final one. */
  readonly interim: readonly number[];
  /** The answer says HTTP/1.0, so that its sender may know no chunks and no interim answers (RFC 9112 6.1). */
  readonly isOld?: true;
}

/** Why there is no response. All from `malformed` on but `aborted` mean that the target was there, and that its answer cannot be used. */
export type FailureKind =
  | 'refused'
  | 'unresolved'
  | 'tls'
  | 'reset'
  | 'timeout'
  /** The answer was cut off, or cannot be told from what an earlier answer left on the connection. */
  | 'malformed'
  /** The bytes are not HTTP/1.1, on a connection of their own, from a target that answered in HTTP before. */
  | 'unreadable'
  /** The body is not in the coding that its Content-Encoding names. */
  | 'miscoded'
  | 'too-large'
  | 'aborted';

/** Milliseconds: `startedAt` since the run began; the others since the request began. */
export interface Timings {
  readonly startedAt: number;
  readonly firstByte: number | null;
  readonly total: number;
}

/** One request and what came of it. */
export interface Exchange {
  /** `x1`, `x2` … in the order of sending. */
  readonly id: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  /** Set when `response` is null. */
  readonly failure?: { readonly kind: FailureKind; readonly message: string };
  readonly timings: Timings;
  /** Set when the wire probe took it. */
  readonly wire?: Wire;
  /** Set when the same request was sent before, and refused: by a limit, a lock, a component that is off, or for a session that had ended. */
  readonly again?: true;
}

/** How requests leave. Neither method rejects: what went wrong is told in the exchange. */
export interface Transport {
  /** Sends through the HTTP client. Redirects are never followed. */
  send(request: HttpRequest): Promise<Exchange>;
  /** Sends over a raw connection of its own and keeps every byte that follows the header section. */
  probe(request: HttpRequest): Promise<Exchange>;
}

/** The values of all lines of a field, in order. Names compare without case (RFC 9110 5.1). */
export function headerLines(headers: HeaderLines, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([n]) => n.toLowerCase() === wanted).map(([, value]) => value);
}

/** The field's lines joined as one list value (RFC 9110 5.3), or undefined when there is none. */
export function header(headers: HeaderLines, name: string): string | undefined {
  const lines = headerLines(headers, name);
  return lines.length === 0 ? undefined : lines.join(', ');
}
