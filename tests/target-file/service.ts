import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A request as a small service sees it. */
export interface Ask {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly json: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What it answers; a body that is no text goes out as JSON. */
export interface Told {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A running service, and what it was asked. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly asked: Ask[];
}

/** Serves a function on port 0, and each answer after so many milliseconds; undefined as an answer is silence. */
export async function serve(
  answer: (ask: Ask) => Told | undefined,
  { delayMs = 0 }: { readonly delayMs?: number } = {},
): Promise<Service> {
  const asked: Ask[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const json = parsed(text);
    if (json === MALFORMED) {
      response.writeHead(400).end();
      return;
    }
    const ask = {
      method: request.method ?? '',
      path: request.url ?? '',
      json,
      headers: request.headers,
    };
    asked.push(ask);
    if (delayMs > 0) await setTimeout(delayMs);
    const told = answer(ask);
    if (told === undefined) return;
    const { status, headers = {}, body } = told;
    if (body === undefined) response.writeHead(status, headers).end();
    else if (typeof body === 'string') response.writeHead(status, headers).end(body);
    else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a host and port
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const MALFORMED = Symbol('a body that is not JSON');

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return MALFORMED;
  }
}

/** A store of records at one address: POST, GET, DELETE, and PUT of what it is told to take. */
export function store(
  address: string,
  options: {
    readonly id?: string;
    readonly records?: Record<string, unknown>[];
    readonly refuses?: (payload: unknown) => boolean;
    readonly readable?: boolean;
    readonly served?: (rest: string, ask: Ask) => Told | undefined;
  } = {},
): (ask: Ask) => Told {
  const { id: member = 'id', records = [], readable = true } = options;
  let next = 100;
  return (ask) => {
    const { method, path, json } = ask;
    const none = { status: 404, body: { title: 'not found' } };
    if (path.replace(/\/$/u, '') === address) {
      if (method === 'GET') return readable ? { status: 200, body: records } : { status: 405 };
      if (method !== 'POST') return { status: 405 };
      if (options.refuses?.(json) === true) return { status: 400, body: { title: 'price must be a text' } };
      next += 1;
      const record = { ...(json as object), [member]: String(next) }; // tests send objects only
      records.push(record);
      return { status: 201, headers: { location: `${address}/${next}` }, body: record };
    }
    if (!path.startsWith(`${address}/`)) return none;
    const [id = '', ...rest] = path.slice(address.length + 1).split('/');
    const at = records.findIndex((record) => String(record[member]) === id);
    if (at < 0) return none;
    if (rest.length > 0) return options.served?.(rest.join('/'), ask) ?? none;
    if (method === 'GET') return readable ? { status: 200, body: records[at] } : { status: 405 };
    if (method === 'DELETE') {
      records.splice(at, 1);
      return { status: 204 };
    }
    return options.served?.('', ask) ?? { status: 405 };
  };
}
