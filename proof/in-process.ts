import { WORTH_SHARING } from '../client/bytes.ts';
import type { Client, ClientOptions } from '../client/client.ts';
import { type Outgoing, prepared } from '../client/outgoing.ts';
import { NO_SESSION } from '../client/session.ts';
import type { Exchange, HttpRequest } from '../core/http/exchange.ts';
import { messageOf } from '../core/message-of.ts';
import { arrivedAs } from '../mock/faces/arrival.ts';
import { replyOf } from '../mock/faces/fetch.ts';
import { wireWriterOf } from '../mock/faces/wire.ts';
import type { Fetch } from '../mock/interface.ts';
import { EMPTY } from '../mock/message.ts';

/** A Request cannot be made with them (Fetch 2.2.1). */
const NOT_IN_FETCH: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * A client whose target is a function of this process: the same requests, field by field, without a socket between. A proof
 * judges hundreds of servers, and most of their faults need no wire; `needsWire` is told of the first that does.
 */
export function createInProcessClient(options: ClientOptions, fetch: Fetch, needsWire: () => void): Client {
  const { baseUrl, origins = [], headers = {}, session = NO_SESSION, userAgent = 'assayer' } = options;
  const base = { baseUrl, origins, headers, session, userAgent };
  const runStart = options.runStart ?? performance.now();
  const exchanges: Exchange[] = [];
  let sent = 0;

  const keep = (exchange: Exchange): Exchange => {
    exchanges.push(exchange);
    return exchange;
  };
  const ask = async (request: HttpRequest, isProbe: boolean): Promise<Exchange> => {
    sent += 1;
    const id = `x${sent}`;
    const begin = performance.now();
    const outgoing = prepared(request, base);
    if ('problem' in outgoing)
      return keep({ id, request: outgoing.recorded, ...unsent(outgoing.problem, begin - runStart) });
    // node:http refuses what has no Host field before the mock is asked; the other ways to write a request come to the same.
    const refused = outgoing.written.host !== undefined ? 400 : NOT_IN_FETCH.has(outgoing.method) ? 501 : undefined;
    const response =
      refused === undefined ? await answerOf(fetch, requestOf(outgoing)) : new Response(null, { status: refused });
    if (refused === 501 || needsClient(response)) needsWire();
    const reply = await replyOf(response, outgoing.method);
    const body =
      typeof reply.body === 'string' ? new TextEncoder().encode(reply.body) : (reply.body ?? new Uint8Array());
    return keep({
      id,
      request: outgoing.recorded,
      // As of a body that is kept by the client: what is found out about it is kept by it.
      response: {
        status: reply.status,
        statusText: '',
        headers: pairs(reply.fields),
        body,
        ...(body.length < WORTH_SHARING ? {} : { sameBody: body }),
      },
      timings: { startedAt: begin - runStart, firstByte: null, total: performance.now() - begin },
      ...(isProbe ? { wire: { afterHeaders: body, interim: [] } } : {}),
    });
  };

  return {
    exchanges,
    send: (request) => ask(request, false),
    probe: (request) => ask(request, true),
    close: async () => undefined,
  };
}

function unsent(message: string, startedAt: number): Pick<Exchange, 'response' | 'failure' | 'timings'> {
  return { response: null, failure: { kind: 'aborted', message }, timings: { startedAt, firstByte: null, total: 0 } };
}

// As over sockets (mock/node): a server that breaks down says so, and the client goes on.
async function answerOf(fetch: Fetch, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    return new Response(`the server failed: ${messageOf(cause)}\n`, { status: 500 });
  }
}

// Bytes of its own, a coding to be undone, a wait to be kept: the client's work, which is not done here.
function needsClient(response: Response): boolean {
  const { status, headers } = response;
  return wireWriterOf(response) !== undefined || status === 429 || status === 503 || headers.has('content-encoding');
}

function requestOf({ method, origin, path, headers, body }: Outgoing): Request {
  // A view on a shared buffer is no BodyInit to TypeScript; TextEncoder never makes one.
  const content = body === null || body.length === 0 ? {} : { body: body as Uint8Array<ArrayBuffer> };
  const request = new Request(origin + path, {
    method,
    headers: headers.map(([n, v]): [string, string] => [n, v]),
    ...content,
  });
  return arrivedAs(request, { target: path, body: body ?? EMPTY });
}

function pairs(fields: readonly string[]): [string, string][] {
  return fields.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, fields[i + 1] ?? '']] : []));
}
