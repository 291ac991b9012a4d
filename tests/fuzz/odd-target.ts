import type { Client, ClientOptions } from '../../client/client.ts';
import { prepare } from '../../client/outgoing.ts';
import { isBodiless } from '../../client/reply.ts';
import { NO_SESSION } from '../../client/session.ts';
import type { Exchange, HttpRequest, RecordedResponse } from '../../core/http/exchange.ts';
import type { Fetch } from '../../mock/interface.ts';
import { createInProcessClient } from '../../proof/in-process.ts';
import { type Draw, madeOdd, oddResponse } from './odd-answers.ts';

/** A client of the mock in this process, whose answers are made odd now and then: `share` of them. */
export function createOddClient(options: ClientOptions, fetch: Fetch, draw: Draw, share: number): Client {
  const right = createInProcessClient(options, fetch, () => undefined);
  const exchanges: Exchange[] = [];

  const change = (exchange: Exchange): Exchange => {
    const { response } = exchange;
    if (response === null || draw() >= share) return exchange;
    if (draw() < 0.03) return failing(exchange);
    const odd = draw() < 0.5 ? oddResponse(draw) : madeOdd(response, draw);
    return { ...exchange, response: framed(odd, exchange.request.method) };
  };
  const keep = (exchange: Exchange): Exchange => {
    exchanges.push(exchange);
    return exchange;
  };
  // As the real client does: what cannot be sent is told in the exchange.
  const deliver = async (request: HttpRequest, how: 'send' | 'probe'): Promise<Exchange> => {
    const { baseUrl, origins = [], headers = {}, session = NO_SESSION, userAgent = 'assayer' } = options;
    try {
      prepare(request, { baseUrl, origins, headers, session, userAgent });
    } catch (error) {
      return keep(unsent(request, error, `u${exchanges.length}`));
    }
    return keep(change(await right[how](request)));
  };

  return {
    exchanges,
    send: (request) => deliver(request, 'send'),
    probe: (request) => deliver(request, 'probe'),
    close: async () => undefined,
  };
}

function framed(response: RecordedResponse, method: string): RecordedResponse {
  return isBodiless(method, response.status) ? { ...response, body: new Uint8Array() } : response;
}

function failing(exchange: Exchange): Exchange {
  return { ...exchange, response: null, failure: { kind: 'malformed', message: 'the answer is not HTTP/1.1' } };
}

function unsent({ method, address }: HttpRequest, error: unknown, id: string): Exchange {
  const message = `the request cannot be sent: ${error instanceof Error ? error.message : String(error)}`;
  return {
    id,
    request: { method, url: address, headers: [], body: null },
    response: null,
    failure: { kind: 'aborted', message },
    timings: { startedAt: 0, firstByte: null, total: 0 },
  };
}
