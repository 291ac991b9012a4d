import type { Socket } from 'node:net';
import { onWire } from '../../mock/faces/wire.ts';
import type { Wrap } from '../../mock/interface.ts';
import { type StartOptions, startMock } from '../../mock/node.ts';
import { imageOf, type StateImage } from '../../mock/state/image.ts';
import { look, type RequestView } from '../../proof/deviations/deviation.ts';

/** What a server is hostile in. */
export type Kind =
  | 'head'
  | 'framing'
  | 'interim'
  | 'time'
  | 'coding'
  | 'json'
  | 'markup'
  | 'charset'
  | 'fields'
  | 'redirect'
  | 'link'
  | 'report'
  | 'status'
  | 'deletion'
  | 'location'
  | 'anew';

/** What a hostile server is told. */
export interface Surroundings {
  /** The base address of a server that must hear nothing: `http://127.0.0.1:port`. */
  readonly canary: string;
  /** Every nth answer is hostile, the others are honest; 1: all of them. */
  readonly every: number;
}

/** A server with one bad habit. */
export interface HostileServer {
  /** Stable, in the words of what goes wrong. */
  readonly id: string;
  /** One sentence: what the server does. */
  readonly title: string;
  readonly kind: Kind;
  readonly start: (surroundings: Surroundings) => Promise<Started>;
}

/** A server that answers on a port of this machine. */
export interface Started extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  /** How many requests reached the service. */
  readonly requests: () => number;
  /** Method and path of each. */
  readonly heard: readonly string[];
  /** What it keeps. */
  readonly state: () => StateImage;
  /** Calls back with each change of what it keeps. */
  readonly watch: (changed: () => void) => () => void;
}

/** What becomes of an honest answer. The request was carried out. */
export type Change = (honest: Response, seen: RequestView, surroundings: Surroundings) => Response | Promise<Response>;

/** Serves the mock and spoils its answers. */
export function spoiling(change: Change, options: StartOptions = {}): HostileServer['start'] {
  return (surroundings) => {
    let answered = 0;
    return serve(
      (fetch) => async (request) => {
        const seen = await look(request);
        const honest = await fetch(request);
        answered += 1;
        return answered % surroundings.every === 0 ? change(honest, seen, surroundings) : honest;
      },
      options,
    );
  };
}

/** How the mock behind a hostile server is started, and whose state of it is looked at. */
export interface ServeOptions extends StartOptions {
  /** Everybody's, where nobody is named. */
  readonly tenant?: string;
}

/** Serves the mock behind any wrapper. */
export async function serve(wrap: Wrap, { tenant = '', ...options }: ServeOptions = {}): Promise<Started> {
  const heard: string[] = [];
  const listening: Wrap = (fetch, mock) => {
    const inner = wrap(fetch, mock);
    return (request) => {
      heard.push(`${request.method} ${new URL(request.url).pathname}`);
      return inner(request);
    };
  };
  const started = await startMock({ ...options, control: false, wrap: listening });
  const { mock, url, close } = started;
  return {
    url: tenant === '' ? url : `${url}/_tenant/${tenant}`,
    requests: () => heard.length,
    heard,
    state: () => imageOf(mock.tenants.of(tenant).store),
    watch: (changed) => mock.watch(changed),
    [Symbol.asyncDispose]: close,
  };
}

/** An honest answer, taken apart to be written by hand. */
export interface Honest {
  readonly status: number;
  readonly fields: readonly (readonly [string, string])[];
  readonly body: Buffer;
  readonly seen: RequestView;
  readonly canary: string;
}

/** Has every answer written by hand, byte by byte. The connection stays open until `write` ends it. */
export function byHand(write: (socket: Socket, honest: Honest) => void | Promise<void>): Change {
  return async (response, seen, { canary }) => {
    const { status, headers } = response;
    const body = Buffer.from(await response.arrayBuffer());
    const fields = [...headers].filter(([name]) => name !== 'content-length');
    return onWire(new Response(null), (outgoing) => {
      if (outgoing.socket !== null) return write(outgoing.socket, { status, fields, body, seen, canary });
    });
  };
}

/** The head and body of an honest answer as they should be; `lines` are added to the fields. */
export function message({ status, fields, body, seen }: Honest, ...lines: readonly string[]): string {
  return `${headOf(status, fields, [...(status === 204 ? [] : [`content-length: ${body.length}`]), ...lines])}${seen.method === 'HEAD' ? '' : body.toString('latin1')}`;
}

/** A head. */
export function headOf(status: number, fields: Honest['fields'], lines: readonly string[]): string {
  const all = [...fields.map(([name, value]) => `${name}: ${value}`), ...lines];
  return `HTTP/1.1 ${status} OK\r\n${all.map((line) => `${line}\r\n`).join('')}\r\n`;
}

/** Sends these bytes (latin1) and ends the connection. */
export function sends(bytes: (honest: Honest) => string | Buffer): Change {
  return byHand((socket, honest) => {
    const made = bytes(honest);
    socket.end(typeof made === 'string' ? Buffer.from(made, 'latin1') : made);
  });
}

/** How much an endless answer sends at most, so that a checker that reads on is seen and the machine is not filled. */
const PLENTY = 512 * 1024 * 1024;

/** Sends a piece again and again, as fast as it is taken, until the other side hangs up. */
export async function pour(socket: Socket, piece: string | Buffer, pauseMs = 0): Promise<void> {
  const bytes = Buffer.from(piece);
  for (let sent = 0; sent < PLENTY && socket.writable; sent += bytes.length) {
    if (!socket.write(bytes)) await drained(socket);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

/** Whether an answer is a success that has a body in JSON. */
export function isJson({ status, headers, body }: Response): boolean {
  return status < 300 && body !== null && (headers.get('content-type') ?? '').includes('json');
}

/** Puts another body into every success in JSON. */
export function jsonBody(
  body: (text: string, seen: RequestView) => string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
): Change {
  return async (honest, seen) => (isJson(honest) ? withBody(honest, body(await honest.text(), seen), fields) : honest);
}

/** Changes every JSON value that a success shows. */
export function jsonValue(change: (value: unknown, seen: RequestView) => unknown): Change {
  return jsonBody((text, seen) => JSON.stringify(change(JSON.parse(text), seen)));
}

/** Changes every record that a success shows, alone or listed. */
export function records(change: (record: Readonly<Record<string, unknown>>, index: number) => unknown): Change {
  return jsonValue((value) => {
    if (Array.isArray(value)) return value.map((entry, i) => (isRecord(entry) ? change(entry, i) : entry));
    return isRecord(value) ? change(value, 0) : value;
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same answer with another body. */
export function withBody(
  { status, headers }: Response,
  body: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
): Response {
  const changed = new Headers({ ...Object.fromEntries(headers), ...fields });
  changed.delete('content-length');
  return new Response(body, { status, headers: changed });
}

/** Every answer with these fields besides. */
export function plus(...fields: readonly (readonly [string, string])[]): Change {
  return ({ status, headers, body }) => {
    const changed = new Headers(headers);
    for (const [name, value] of fields) changed.append(name, value);
    return new Response(body, { status, headers: changed });
  };
}

/** The same answer to everything. */
export function always(status: number, fields: Readonly<Record<string, string>> = {}, body?: string): Change {
  return () => new Response(body ?? null, { status, headers: fields });
}
