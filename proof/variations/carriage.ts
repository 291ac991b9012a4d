import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { onWire } from '../../mock/faces/wire.ts';
import { look, type RequestView } from '../deviations/deviation.ts';
import type { Wrap } from './variation.ts';

type Line = readonly [name: string, value: string];

/** How an answer travels: what a Response cannot say. */
export interface Carriage {
  readonly status: number;
  readonly reason: string | undefined;
  /** As they are spelt, in this order; repeated ones apart. */
  readonly fields: readonly Line[];
  /** `null` where there is none, as after HEAD. */
  readonly body: Uint8Array | null;
  /** Interim answers before it. */
  readonly interim: readonly ('continue' | 'processing' | 'hints' | 'unknown')[];
  readonly framing: 'length' | 'chunked' | 'close';
  /** Bytes of a piece that is written at once. */
  readonly piece: number;
  /** Milliseconds before the answer. */
  readonly delayMs: number;
  readonly trailers: readonly Line[];
  /** Set to write every byte by hand and close the connection: what node:http would not write. */
  readonly byHand?: {
    readonly version: '1.0' | '1.1';
    /** The line before a chunk, without its end. */
    readonly chunk: (size: number) => string;
    /** What stands between the colon and the value of a field, and behind it. */
    readonly space: readonly [string, string];
    /** Whether the answer says that the connection ends with it. */
    readonly saysClose: boolean;
  };
}

const carriages = new WeakMap<Response, Carriage>();

/** Changes how answers travel. To be wrapped around everything else. */
export function carried(change: (carriage: Carriage, seen: RequestView) => Carriage): Wrap {
  return (fetch) => async (request) => {
    const seen = await look(request);
    const response = await fetch(request);
    const carriage = change(carriages.get(response) ?? (await carriageOf(response, seen)), seen);
    carriages.set(response, carriage);
    return onWire(response, (outgoing, incoming) => write(carriage, outgoing, incoming));
  };
}

async function carriageOf(response: Response, { method }: RequestView): Promise<Carriage> {
  const { status } = response;
  const headers = new Headers(response.headers);
  const sendsNone = method === 'HEAD' || status === 204 || status === 304;
  // Of a copy: a mount that knows no wire writers sends the response itself.
  const body = sendsNone ? null : new Uint8Array(await response.clone().arrayBuffer());
  if (body !== null) headers.set('content-length', String(body.length));
  if (!headers.has('date')) headers.set('date', new Date().toUTCString());
  return {
    status,
    reason: undefined,
    fields: [...headers],
    body,
    interim: [],
    framing: 'length',
    piece: Number.POSITIVE_INFINITY,
    delayMs: 0,
    trailers: [],
  };
}

async function write(carriage: Carriage, outgoing: ServerResponse, incoming: IncomingMessage): Promise<void> {
  if (carriage.delayMs > 0) await pause(carriage.delayMs);
  if (carriage.byHand !== undefined) return writeByHand(carriage, carriage.byHand, outgoing, incoming);
  // HTTP/1.0 has none (RFC 9110 15.2).
  for (const kind of incoming.httpVersion === '1.1' ? carriage.interim : []) {
    if (kind === 'continue') outgoing.writeContinue();
    else if (kind === 'processing') outgoing.writeProcessing();
    else if (kind === 'hints') outgoing.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    // node:http writes no others; nothing else is on its way on this connection.
    else outgoing.socket?.write('HTTP/1.1 199 Not Yet\r\nX-Progress: 1;of=2\r\n\r\n');
  }
  const { body, framing, status, reason, trailers } = carriage;
  outgoing.sendDate = false;
  if (framing === 'close') outgoing.useChunkedEncodingByDefault = false;
  // Who speaks HTTP/1.0 knows no chunks, and so no trailers (RFC 9112 6.1).
  const sent = incoming.httpVersion === '1.1' ? carriage : { ...carriage, trailers: [] };
  const flat = framed(sent).flat();
  if (reason === undefined) outgoing.writeHead(status, flat);
  else outgoing.writeHead(status, reason, flat);
  for (const piece of piecesOf(body, carriage.piece)) {
    outgoing.write(piece);
    // A turn of the event loop, so that the pieces leave one by one.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (framing === 'chunked' && body !== null && incoming.httpVersion === '1.1')
    outgoing.addTrailers(trailers as [string, string][]);
  outgoing.end();
}

function framed({ fields, framing, body, trailers }: Carriage): Line[] {
  const kept = framing === 'length' ? fields : fields.filter(([name]) => name.toLowerCase() !== 'content-length');
  const announced: Line[] =
    framing === 'chunked' && body !== null && trailers.length > 0
      ? [['Trailer', trailers.map(([name]) => name).join(', ')]]
      : [];
  return [...kept, ...announced];
}

function piecesOf(body: Uint8Array | null, size: number): Uint8Array[] {
  if (body === null || body.length === 0) return [];
  if (size >= body.length) return [body];
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += size) pieces.push(body.subarray(at, at + size));
  return pieces;
}

function writeByHand(
  carriage: Carriage,
  how: NonNullable<Carriage['byHand']>,
  outgoing: ServerResponse,
  incoming: IncomingMessage,
): void {
  const { socket } = outgoing;
  if (socket === null) return;
  const { status, reason = 'OK', body, framing } = carriage;
  const [before, behind] = how.space;
  const closing: readonly Line[] = how.saysClose ? [['Connection', 'close']] : [];
  const lines = [...framed(carriage), ...closing].map(([name, value]) =>
    // Parsers are at their strictest where a message ends, and this is about the other fields.
    /^content-length$/iu.test(name) ? `${name}: ${value}\r\n` : `${name}:${before}${value}${behind}\r\n`,
  );
  // Who speaks HTTP/1.0 knows no chunks (RFC 9112 6.1): the end of the connection ends the body.
  const chunked = framing === 'chunked' && body !== null && incoming.httpVersion === '1.1';
  const head = `HTTP/${how.version} ${status} ${reason}\r\n${lines.join('')}${chunked ? 'Transfer-Encoding: chunked\r\n' : ''}\r\n`;
  socket.write(Buffer.from(head, 'latin1'));
  for (const piece of piecesOf(body, carriage.piece)) {
    if (!chunked) socket.write(piece);
    else socket.write(Buffer.concat([Buffer.from(`${how.chunk(piece.length)}\r\n`), piece, Buffer.from('\r\n')]));
  }
  if (chunked) socket.write('0\r\n\r\n');
  socket.end();
}
