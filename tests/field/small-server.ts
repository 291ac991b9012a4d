import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A record as the server keeps it. */
export interface Kept {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly revision: number;
}

/** What a server answers. `body` is sent as JSON; without one the answer has no body. */
export interface Told {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How an honest server of another taste speaks. All of them keep records and forget none. */
export interface Taste {
  /** The Content-Type of every body. */
  readonly type: string;
  /** The values of a record in a payload; undefined where the payload is refused. */
  valuesIn(payload: unknown): Readonly<Record<string, unknown>> | undefined;
  created(record: Kept, base: string): Told;
  item(record: Kept, base: string): unknown;
  list(records: readonly Kept[], base: string): unknown;
  /** Whether a DELETE may go on; otherwise what it is answered. */
  refusesDeletion?(record: Kept, query: URLSearchParams): Told | undefined;
  /** The id of the next record: the number of creations so far, and the ids that are in use. */
  idOf(number: number, taken: readonly string[]): string;
  /** What is sent for the JSON of a body; the JSON itself by default. */
  readonly spelt?: (json: string) => string;
  /** In place of the answer: for servers that break now and then. Returns whether it answered. */
  before?(request: IncomingMessage, response: ServerResponse, underWay: number): boolean | Promise<boolean>;
}

/** A running server with one collection, `/notes`. */
export interface SmallServer {
  readonly url: string;
  readonly records: () => readonly Kept[];
  /** `PUT /notes/x`, in order. */
  readonly requests: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a small server on a port of its own, with one record that no run made. */
export async function smallServer(taste: Taste): Promise<SmallServer> {
  const records = new Map<string, Kept>();
  const requests: string[] = [];
  let made = 0;
  const keep = (values: Kept['values']): Kept => {
    made += 1;
    const record = { id: taste.idOf(made, [...records.keys()]), values, revision: 1 };
    records.set(record.id, record);
    return record;
  };
  keep({ title: 'a note that was there before' });

  const answer = (method: string, url: URL, payload: () => unknown): Told => {
    const base = `${url.protocol}//${url.host}`;
    const [, collection, id, ...rest] = url.pathname.split('/').map(decode);
    if (collection !== 'notes' || rest.length > 0) return { status: 404 };
    if (id === undefined) {
      if (method === 'GET') return { status: 200, body: taste.list([...records.values()], base) };
      if (method !== 'POST') return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
      const values = taste.valuesIn(payload());
      return values === undefined ? { status: 400 } : taste.created(keep(values), base);
    }
    const record = records.get(id);
    if (record === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: taste.item(record, base) };
    if (method !== 'DELETE') return { status: 405, headers: { allow: 'GET, HEAD, DELETE' } };
    const refusal = taste.refusesDeletion?.(record, url.searchParams);
    if (refusal === undefined) records.delete(id);
    return refusal ?? { status: 204 };
  };

  let underWay = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      underWay += 1;
      requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
      const isAnswered = (await taste.before?.(request, response, underWay)) === true;
      if (!isAnswered) {
        const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
        const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
        write(
          response,
          request.method === 'HEAD',
          taste,
          answer(method, url, () => parse(Buffer.concat(chunks))),
        );
      }
      underWay -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    records: () => [...records.values()],
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function write(
  response: ServerResponse,
  isHead: boolean,
  { type, spelt = (json) => json }: Taste,
  { status, body, headers = {} }: Told,
): void {
  if (body === undefined) {
    response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': '0' }).end();
    return;
  }
  const text = spelt(JSON.stringify(body));
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': length }).end(isHead ? '' : text);
}

// Strictly: neither bytes that are not UTF-8 nor broken JSON are taken.
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
