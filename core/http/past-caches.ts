import { type Exchange, type HttpRequest, header, type Transport } from './exchange.ts';

/** So many times a fresh answer is asked for in vain: a cache need not do as it is told, and one that never does is asked no more. */
const IN_VAIN = 5;

/**
 * A transport that reads past caches. An answer with an Age field was not made for this request (RFC 9111 5.1): it may rightly be older
 * than the latest write. A client that needs what is there now says so (`no-cache`, 5.2.1.4), and so the reading is sent again. Where a
 * cache answers that too, its first answer stays.
 */
export function pastCaches(transport: Transport): Transport {
  let vain = 0;
  const ask = async (request: HttpRequest, how: keyof Transport): Promise<Exchange> => {
    const exchange = await transport[how](request);
    if (vain >= IN_VAIN || !isReading(request) || !isOfCache(exchange) || saysHow(exchange)) return exchange;
    const headers = { ...request.headers, 'cache-control': 'no-cache' };
    const again = await transport[how]({ ...request, headers });
    const isFresh = again.response !== null && !isOfCache(again);
    vain = isFresh ? 0 : vain + 1;
    return isFresh ? again : exchange;
  };
  return { send: (request) => ask(request, 'send'), probe: (request) => ask(request, 'probe') };
}

function isReading({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isOfCache({ response }: Exchange): boolean {
  return response !== null && header(response.headers, 'Age') !== undefined;
}

/** Whether a rule or the target file said already what caches may do. */
function saysHow({ request }: Exchange): boolean {
  return header(request.headers, 'Cache-Control') !== undefined;
}
