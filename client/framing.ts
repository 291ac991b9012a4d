import { type HeaderLines, headerLines } from '../core/http/exchange.ts';
import { withoutBlanks } from './blanks.ts';
import { gather } from './bytes.ts';
import { isBodiless } from './reply.ts';

/** The head of a response. */
export interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderLines;
  /** The status line says HTTP/1.0. */
  readonly isOld: boolean;
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

/** Reads a response as it arrives: each byte is looked at once, however small the pieces are. */
export interface MessageReader {
  /** What the bytes say so far. Throws a SyntaxError when they are no response. */
  add(piece: Uint8Array): Message;
}

/** A reader of the response to `method`. */
export function createReader(method: string): MessageReader {
  const gathered = gather();
  const interim: number[] = [];
  // Where the head that is being read begins, and how far its end was looked for.
  let begin = 0;
  let searched = 0;
  let head: Head | undefined;
  let bodySoFar: ((rest: Buffer) => Body) | undefined;

  const readHeads = (bytes: Buffer): void => {
    while (head === undefined) {
      const end = headEnd(bytes, searched);
      if (end === undefined) {
        searched = Math.max(begin, bytes.length - 3);
        if (bytes.length - begin >= 12 || bytes.includes('\n', begin)) checkStart(bytes.subarray(begin));
        return;
      }
      const read = readHead(bytes.toString('latin1', begin, end.at));
      begin = end.after;
      searched = begin;
      // 101 would hand the connection over to another protocol, which nobody asked for; the rest are interim (RFC 9110 15.2).
      if (read.status >= 200 || read.status === 101) head = read;
      else interim.push(read.status);
    }
  };
  return {
    add(piece) {
      gathered.add(piece);
      const bytes = gathered.view();
      readHeads(bytes);
      if (head === undefined) return { interim, rest: EMPTY, body: EMPTY, complete: false };
      bodySoFar ??= bodyReader(head, method);
      const rest = bytes.subarray(begin);
      return { interim, head, rest, ...bodySoFar(rest) };
    },
  };
}

/** Reads a response to `method`. Throws a SyntaxError when the bytes are not one. */
export function readMessage(bytes: Buffer, method: string): Message {
  return createReader(method).add(bytes);
}

const LF = 0x0a;
const CR = 0x0d;

/** Where a head ends: an empty line, by CR LF or by LF alone. */
function headEnd(bytes: Buffer, from: number): { readonly at: number; readonly after: number } | undefined {
  for (let lf = bytes.indexOf(LF, from); lf !== -1; lf = bytes.indexOf(LF, lf + 1)) {
    const next = bytes[lf + 1] === CR ? lf + 2 : lf + 1;
    if (bytes[next] === LF) return { at: bytes[lf - 1] === CR ? lf - 1 : lf, after: next + 1 };
  }
  return undefined;
}

function checkStart(bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 40);
  if (!/^HTTP\/1\.[01] \d{3}/u.test(start)) throw new SyntaxError(`no status line but “${start.split(/\r?\n/u)[0]}”`);
}

function readHead(text: string): Head {
  const [first = '', ...lines] = text.split(/\r?\n/u);
  const start = /^HTTP\/1\.([01]) (\d{3})(?: (.*))?$/u.exec(first);
  if (start === null) throw new SyntaxError(`no status line but “${first.slice(0, 80)}”`);
  const headers: [string, string][] = [];
  for (const [i, line] of lines.entries()) {
    const last = headers.at(-1);
    const field = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):(.*)$/su.exec(line);
    if (field !== null) headers.push([field[1] ?? '', withoutBlanks(field[2] ?? '')]);
    // An old folded line continues the one before (RFC 9112 5.2).
    else if (/^[ \t]/u.test(line) && last !== undefined) last[1] = `${last[1]} ${line.trim()}`;
    else throw new SyntaxError(`line ${i + 2} of its head is not a field line`);
  }
  return { status: Number(start[2]), statusText: start[3] ?? '', headers, isOld: start[1] === '0' };
}

type Body = Pick<Message, 'body' | 'complete'>;

/** How the body is read off what follows the head, by the rules of RFC 9112 6.3. */
function bodyReader(head: Head, method: string): (rest: Buffer) => Body {
  if (isBodiless(method, head.status)) return () => ({ body: EMPTY, complete: true });
  const coding = headerLines(head.headers, 'transfer-encoding').join(',').toLowerCase();
  if (/(?:^|[\s,])chunked\s*$/u.test(coding)) return chunkReader();
  const lengths = new Set(
    headerLines(head.headers, 'content-length').flatMap((line) => line.split(',').map((length) => length.trim())),
  );
  if (coding !== '' || lengths.size === 0) return (rest) => ({ body: rest, complete: 'at-close' });
  const [length = ''] = lengths;
  if (lengths.size > 1 || !/^\d+$/u.test(length)) {
    throw new SyntaxError(`Content-Length “${[...lengths].join(', ')}” is not one number`);
  }
  return (rest) => ({ body: rest.subarray(0, Number(length)), complete: rest.length >= Number(length) });
}

/** Chunked coding (RFC 9112 7.1); extensions and trailers are passed over. */
function chunkReader(): (rest: Buffer) => Body {
  const chunks = gather();
  // Where the next chunk begins; then where the trailers begin.
  let at = 0;
  let isLast = false;
  const readChunk = (bytes: Buffer): boolean => {
    const lineEnd = bytes.indexOf(LF, at);
    if (lineEnd === -1) return false;
    const line = bytes.toString('latin1', at, lineEnd).trimEnd();
    const size = /^([0-9A-Fa-f]{1,13})[ \t]*(?:;.*)?$/u.exec(line)?.[1];
    if (size === undefined) throw new SyntaxError(`“${line.slice(0, 40)}” is not a chunk size`);
    isLast = /^0+$/u.test(size);
    const begin = lineEnd + 1;
    const end = isLast ? begin : begin + Number.parseInt(size, 16);
    if (!isLast && bytes.length < end + 2) return false;
    if (!isLast && (bytes[end] !== CR || bytes[end + 1] !== LF))
      throw new SyntaxError('a chunk is not as long as its size says');
    chunks.add(bytes.subarray(begin, end));
    at = isLast ? begin : end + 2;
    return true;
  };
  return (bytes) => {
    while (!isLast && readChunk(bytes));
    return { body: chunks.view(), complete: isLast && trailersEnd(bytes, at) };
  };
}

function trailersEnd(bytes: Buffer, at: number): boolean {
  return /^\r?\n|\n\r?\n/u.test(bytes.toString('latin1', at));
}
