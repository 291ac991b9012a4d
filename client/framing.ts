import { type HeaderLines, headerLines } from '../core/exchange.ts';
import { withoutBlanks } from './blanks.ts';
import { gather } from './bytes.ts';
import { isBodiless } from './reply.ts';

/** The head of a response. */
export interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderLines;
}

/** What the bytes of a connection say so far. */
export interface Message {
  /** Statuses of the interim responses that came first. */
  readonly interim: readonly number[];
  /** The final response's head; undefined while it is not all there. */
  readonly head?: Head;
  /** Everything after the head, framing and strays included. */
  readonly rest: Uint8Array;
  /** The body by the rules of RFC 9112 6.3, as far as it is there. */
  readonly body: Uint8Array;
  /** Whether the message has ended by its framing; `at-close`: it ends with the connection. */
  readonly complete: boolean | 'at-close';
}

const EMPTY = new Uint8Array();

/** Reads a response to `method`. Throws a SyntaxError when the bytes are not one. */
export function readMessage(bytes: Buffer, method: string): Message {
  const interim: number[] = [];
  let rest = bytes;
  for (;;) {
    const end = /\r?\n\r?\n/u.exec(rest.toString('latin1', 0, 256 * 1024));
    if (end === null) {
      if (rest.length >= 12 || rest.includes('\n')) checkStart(rest);
      return { interim, rest: EMPTY, body: EMPTY, complete: false };
    }
    const head = readHead(rest.toString('latin1', 0, end.index));
    rest = rest.subarray(end.index + end[0].length);
    // 101 would hand the connection over to another protocol, which nobody asked for; the rest are interim (RFC 9110 15.2).
    if (head.status >= 200 || head.status === 101) return { interim, head, rest, ...readBody(rest, head, method) };
    interim.push(head.status);
  }
}

function checkStart(bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 40);
  if (!/^HTTP\/1\.[01] \d{3}/u.test(start)) throw new SyntaxError(`no status line but “${start.split(/\r?\n/u)[0]}”`);
}

function readHead(text: string): Head {
  const [first = '', ...lines] = text.split(/\r?\n/u);
  const start = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/u.exec(first);
  if (start === null) throw new SyntaxError(`no status line but “${first.slice(0, 80)}”`);
  const headers: [string, string][] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    const field = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):(.*)$/su.exec(line);
    if (field !== null) headers.push([field[1] ?? '', withoutBlanks(field[2] ?? '')]);
    // An old folded line continues the one before (RFC 9112 5.2).
    else if (/^[ \t]/u.test(line) && last !== undefined) last[1] = `${last[1]} ${line.trim()}`;
    else throw new SyntaxError(`“${line.slice(0, 80)}” is not a field line`);
  }
  return { status: Number(start[1]), statusText: start[2] ?? '', headers };
}

type Body = Pick<Message, 'body' | 'complete'>;

function readBody(rest: Buffer, head: Head, method: string): Body {
  if (isBodiless(method, head.status)) return { body: EMPTY, complete: true };
  const coding = headerLines(head.headers, 'transfer-encoding').join(',').toLowerCase();
  if (/(?:^|[\s,])chunked\s*$/u.test(coding)) return readChunks(rest);
  const lengths = new Set(
    headerLines(head.headers, 'content-length').flatMap((line) => line.split(',').map((length) => length.trim())),
  );
  if (coding !== '' || lengths.size === 0) return { body: rest, complete: 'at-close' };
  const [length = ''] = lengths;
  if (lengths.size > 1 || !/^\d+$/u.test(length)) {
    throw new SyntaxError(`Content-Length “${[...lengths].join(', ')}” is not one number`);
  }
  return { body: rest.subarray(0, Number(length)), complete: rest.length >= Number(length) };
}

/** Chunked coding (RFC 9112 7.1); extensions and trailers are passed over. */
function readChunks(bytes: Buffer): Body {
  const chunks = gather();
  const sofar = (complete: boolean): Body => ({ body: chunks.take(), complete });
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\n', at);
    if (lineEnd === -1) return sofar(false);
    const line = bytes.toString('latin1', at, lineEnd).trimEnd();
    const size = /^([0-9A-Fa-f]{1,13})[ \t]*(?:;.*)?$/u.exec(line)?.[1];
    if (size === undefined) throw new SyntaxError(`“${line.slice(0, 40)}” is not a chunk size`);
    at = lineEnd + 1;
    if (/^0+$/u.test(size)) return sofar(trailersEnd(bytes, at));
    const end = at + Number.parseInt(size, 16);
    chunks.add(bytes.subarray(at, end));
    if (bytes.length < end + 2) return sofar(false);
    if (bytes.toString('latin1', end, end + 2) !== '\r\n')
      throw new SyntaxError('a chunk is not as long as its size says');
    at = end + 2;
  }
}

function trailersEnd(bytes: Buffer, at: number): boolean {
  return /^\r?\n|\n\r?\n/u.test(bytes.toString('latin1', at));
}
